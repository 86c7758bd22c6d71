import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { wellOrThrow } from './backend.ts'
import { ActionButton, Choose, Go } from './controls.tsx'
import { useFound } from './found.ts'
import { groupIdOf } from './group-field.tsx'
import { ListPage } from './list-page.tsx'
import { NewPerson } from './new-person.tsx'
import { Opens } from './panel.tsx'
import { Badge, When } from './parts.tsx'
import { Picks } from './picks.tsx'
import { useParameter, useReach } from './reach.ts'
import { useInput } from './schema-form.tsx'
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

const lastSignIn: Column<User> = {
  title: 'Last sign-in',
  sortBy: 'lastLogin',
  cell: ({ lastLogin }) => <When at={lastLogin} />,
  width: '216px',
  isSecondary: true,
}

/** All users: the search covers name, login, e-mail, id and status. Several at once can be changed. */
export function People(): JSX.Element {
  const [status, setStatus] = useParameter('status')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const statuses = useInput('searchUsers')?.properties!['status']!.enum ?? [status].filter(Boolean)
  const columns = useMemo(
    (): readonly Column<User>[] => [
      {
        title: <span class="unseen">Choose</span>,
        width: '40px',
        cell: ({ id, profile }) => (
          <label class="pick">
            <input
              type="checkbox"
              aria-label={`Choose ${String(profile['login'])}`}
              checked={chosen.has(id)}
              onChange={() =>
                setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
              }
            />
          </label>
        ),
      },
      ...peopleColumns,
      lastSignIn,
    ],
    [chosen],
  )
  const found = useFound<User>('searchUsers', status === '' ? {} : { status }, ['user.'])
  return (
    <ListPage
      title="People"
      to="people"
      steps={
        <Opens title="New person" icon="add" lead>
          <NewPerson />
        </Opens>
      }
      find={{ placeholder: 'Part of name, login, e-mail or id' }}
      fields={
        <Choose
          label="Status"
          value={status}
          change={setStatus}
          options={[['', 'any'], ...statuses.map(String)]}
        />
      }
      {...found}
      keyOf={({ id }) => id}
      columns={columns}
      empty="Nobody matches."
    >
      {chosen.size > 0 && <Bulk ids={[...chosen]} clear={() => setChosen(new Set())} />}
    </ListPage>
  )
}

/** The steps for several people at once. One snapshot undoes them all; a step that is refused stops the rest. */
function Bulk({ ids, clear }: { readonly ids: readonly string[]; readonly clear: () => void }): JSX.Element {
  const { backend } = useReach()
  const each = (step: (path: string, id: string) => Promise<unknown>) => async (): Promise<void> => {
    for (const id of ids) await step(`/api/v1/users/${id}`, id)
    clear()
  }
  const call = async (method: string, path: string): Promise<unknown> =>
    wellOrThrow(await backend.call(method, path))
  const count = `${ids.length} ${ids.length === 1 ? 'person' : 'people'}`
  return (
    <div class="actions" role="group" aria-label="Chosen people">
      <strong role="status">{count} chosen</strong>
      <ActionButton
        undo
        done={`${count} suspended`}
        run={each((path) => call('POST', `${path}/lifecycle/suspend`))}
      >
        Suspend
      </ActionButton>
      <Picks
        kind="group"
        title={`Add ${count} to a group`}
        text="Add to a group"
        submit="Add"
        label="Group"
        undo
        done={`${count} added`}
        run={async (group) => {
          const to = await groupIdOf(backend, group)
          await each((_, id) => call('PUT', `/api/v1/groups/${to}/users/${id}`))()
        }}
      />
      <ActionButton
        undo
        sure={`Delete ${count}: sure?`}
        done={`${count} deleted`}
        run={each(async (path) => {
          // The first call deactivates whoever is not yet deactivated.
          await call('DELETE', path)
          const { status } = await backend.call('GET', path)
          if (status === 200) await call('DELETE', path)
        })}
      >
        Delete
      </ActionButton>
      <button type="button" class="quiet" onClick={clear}>
        Clear
      </button>
    </div>
  )
}
