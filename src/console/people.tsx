import type { JSX } from 'preact'
import { userStatuses } from '../contract/user-lifecycle.ts'
import { Find, Go } from './controls.tsx'
import { Badge, When } from './parts.tsx'
import { NewPerson } from './new-person.tsx'
import { FoundCount, FoundTable, sorting, useFound } from './found.tsx'
import { useParameter } from './reach.ts'
import type { Column } from './table.tsx'

/** A user, for lists. */
export interface User {
  readonly id: string
  readonly status: string
  readonly lastLogin: string | null
  readonly profile: Readonly<Record<string, unknown>>
  readonly _links?: Readonly<Record<string, { readonly href: string; readonly method?: string }>>
}

export function nameOf({ profile }: User): string {
  return [profile['firstName'], profile['lastName']].filter(Boolean).join(' ')
}

/** Columns that every list of people has. */
export const peopleColumns: readonly Column<User>[] = [
  {
    title: 'Login',
    sortBy: 'login',
    cell: (user) => <Go to={`people/${user.id}`}>{String(user.profile['login'])}</Go>,
    share: 2,
  },
  { title: 'Name', sortBy: 'name', cell: nameOf, isSecondary: true },
  {
    title: 'Status',
    sortBy: 'status',
    cell: ({ status }) => <Badge>{status}</Badge>,
    width: 'min(176px, 40cqi)',
  },
]

const columns: readonly Column<User>[] = [
  ...peopleColumns,
  {
    title: 'Last sign-in',
    sortBy: 'lastLogin',
    cell: ({ lastLogin }) => <When at={lastLogin} />,
    width: '216px',
    isSecondary: true,
  },
]

const idOf = ({ id }: User): string => id

/** All users: the search covers name, login, e-mail, id and status. */
export function People(): JSX.Element {
  const [text, setText] = useParameter('find')
  const [status, setStatus] = useParameter('status')
  const sort = useParameter('sort')
  const found = useFound<User>(
    'searchUsers',
    { text, ...(status === '' ? {} : { status }), ...sorting(sort[0]) },
    ['user.'],
  )
  return (
    <>
      <h1>People</h1>
      <div class="bar">
        <Find text={text} change={setText} placeholder="Part of name, login, e-mail or id" />
        <label>
          Status
          <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            <option value="">any</option>
            {userStatuses.map((each) => (
              <option value={each}>{each}</option>
            ))}
          </select>
        </label>
        <FoundCount found={found} />
      </div>
      <NewPerson />
      <FoundTable
        label="People"
        columns={columns}
        found={found}
        sort={sort}
        keyOf={idOf}
        empty="Nobody matches."
      />
    </>
  )
}
