import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { userStatuses } from '../contract/user-lifecycle.ts'
import { Go } from './controls.tsx'
import { type Answer, anything, refusalIn } from './backend.ts'
import { Badge, When } from './parts.tsx'
import { NewPerson } from './new-person.tsx'
import { gathered, useParameter, useReach } from './reach.ts'
import { type Column, Table } from './table.tsx'

/** A user as lists of the service show it. */
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
    cell: (user) => <Go to={`people/${user.id}`}>{String(user.profile['login'])}</Go>,
    share: 2,
  },
  { title: 'Name', cell: nameOf, isSecondary: true },
  { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge>, width: '176px' },
]

const columns: readonly Column<User>[] = [
  ...peopleColumns,
  {
    title: 'Last sign-in',
    cell: ({ lastLogin }) => <When at={lastLogin} />,
    width: '216px',
    isSecondary: true,
  },
]

const idOf = ({ id }: User): string => id

/** The search expression for people by a text and a status. */
function searchOf(text: string, status: string): string {
  const value = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  const places = ['login', 'email', 'firstName', 'lastName'].map((name) => `profile.${name} sw "${value}"`)
  places.push(`id eq "${value}"`)
  const parts = [
    ...(text === '' ? [] : [`(${places.join(' or ')})`]),
    status === '' ? 'created gt "1970-01-01T00:00:00.000Z"' : `status eq "${status}"`,
  ]
  return parts.join(' and ')
}

const sorts = [
  ['profile.login', 'login'],
  ['profile.lastName', 'last name'],
  ['status', 'status'],
  ['lastUpdated', 'last change'],
] as const

/** How many people a page of the list holds. */
const pageSize = 200

/** How many rows are read anew by themselves; where more are others, the list begins anew. */
const renewedAtOnce = 20

/** How many pages are there again at most where the list begins anew, so that who has scrolled stays there. */
const renewedPages = 10

/** Everybody: found by name, login or status. */
export function People(): JSX.Element {
  const { backend, onEvent } = useReach()
  const [text, setText] = useParameter('find')
  const [status, setStatus] = useParameter('status')
  const [sort, setSort] = useParameter('sort')
  const [list, setList] = useState<{ users: readonly User[]; next: string | undefined }>({
    users: [],
    next: undefined,
  })
  const [problem, setProblem] = useState<string>()
  const [turn, setTurn] = useState(0)
  /** What was looked for last: only who types is waited for. */
  const typed = useRef('')
  const shownFor = useRef('')
  const shown = useRef({ length: 0, isWhole: false })

  /** Loads a page of the list behind what is there, and more of them where as many are to be there as before. */
  const load = async (
    path: string,
    before: readonly User[],
    isWanted: () => boolean,
    pages = 1,
  ): Promise<void> => {
    const users = [...before]
    let next: string | undefined = path
    for (let page = 0; page < pages && next !== undefined; page += 1) {
      // A server that does not answer is told of above the page.
      const answer: Answer | undefined = await backend.call('GET', next).catch(() => undefined)
      if (!answer || !isWanted()) return
      setProblem(refusalIn(answer))
      if (answer.status !== 200) return
      users.push(...(answer.body as User[]))
      next = answer.next
    }
    setList({ users, next })
  }

  useEffect(() => {
    let isWanted = true
    const query = new URLSearchParams({ search: searchOf(text.trim(), status), limit: String(pageSize) })
    if (sort !== '') query.set('sortBy', sort)
    const isSame = shownFor.current === String(query)
    shownFor.current = String(query)
    const pages = isSame ? Math.min(renewedPages, Math.ceil(shown.current.length / pageSize)) : 1
    const timer = setTimeout(
      () => void load(`/api/v1/users?${query}`, [], () => isWanted, Math.max(1, pages)),
      typed.current === text ? 0 : 120,
    )
    typed.current = text
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- load has no state of its own
  }, [text, status, sort, turn])

  const isWhole = text === '' && status === '' && sort === '' && list.next === undefined
  shown.current = { length: list.users.length, isWhole }
  // Who has scrolled far stays there: rows are read anew one by one, unless many are others or the list is short.
  const renew = async (ids: readonly string[]): Promise<void> => {
    if (shown.current.length <= pageSize || ids.length > renewedAtOnce) {
      setTurn((before) => before + 1)
      return
    }
    const answers = await Promise.all(
      ids.map(async (id) => [id, await backend.call('GET', `/api/v1/users/${id}`)] as const),
    )
    const found = new Map(
      answers.map(([id, { status, body }]) => [id, status === 200 ? (body as User) : null]),
    )
    setList(({ users, next }) => ({
      next,
      users: [
        ...users.flatMap((user) => {
          const renewed = found.get(user.id)
          found.delete(user.id)
          return renewed === undefined ? user : (renewed ?? [])
        }),
        ...(shown.current.isWhole ? [...found.values()].filter((user) => user !== null) : []),
      ],
    }))
  }
  useEffect(() => {
    const changed = new Set<string>()
    const renewing = gathered(() => {
      void renew([...changed])
      changed.clear()
    })
    const stop = onEvent(({ type, record }) => {
      if (type === anything) setTurn((before) => before + 1)
      if (!type.startsWith('user.')) return
      changed.add(record.id)
      renewing.call()
    })
    return () => {
      stop()
      renewing.stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- renew reads what is shown at the time
  }, [onEvent])

  return (
    <>
      <h1>People</h1>
      <div class="bar">
        <label>
          Find
          <input
            type="search"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            placeholder="Login, e-mail, name or id"
          />
        </label>
        <label>
          Status
          <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            <option value="">any</option>
            {userStatuses.map((each) => (
              <option value={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          Sort by
          <select value={sort} onChange={(event) => setSort(event.currentTarget.value)}>
            <option value="">as created</option>
            {sorts.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <p role="status" class="count">
          {list.users.length}
          {list.next === undefined ? '' : '+'} found
        </p>
      </div>
      <NewPerson />
      {problem !== undefined && <p role="alert">{problem}</p>}
      <Table
        label="People"
        columns={columns}
        rows={list.users}
        keyOf={idOf}
        onEnd={list.next === undefined ? undefined : () => void load(list.next!, list.users, () => true)}
        empty="Nobody matches."
      />
    </>
  )
}
