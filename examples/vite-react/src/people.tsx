import { ServiceError } from 'identikit/client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, peoplePage, type Group, type User } from './api.ts'

/** A list of people with search and pages; who is chosen is shown with groups and status. */
export function People() {
  const [search, setSearch] = useState('')
  const [users, setUsers] = useState<User[]>([])
  const [next, setNext] = useState<string>()
  const [chosen, setChosen] = useState<User>()
  const [problem, setProblem] = useState('')

  // What is looked for by now, also to what began before it was typed; and which question is the last one.
  const searched = useRef(search)
  searched.current = search
  const asked = useRef(0)

  async function show(after?: string) {
    const question = ++asked.current
    const page = await peoplePage(searched.current, after)
    if (question !== asked.current) return
    setUsers((before) => (after === undefined ? page.users : [...before, ...page.users]))
    setNext(page.next)
  }
  async function attempt(act: () => Promise<unknown>) {
    setProblem('')
    try {
      await act()
      await show()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      setProblem(error.causes.join(', ') || error.message)
    }
  }
  useEffect(() => void attempt(async () => {}), [search])

  async function change(act: () => Promise<unknown>) {
    await attempt(act)
    // Lists and searches show a write within about a second.
    setTimeout(() => void show(), 1000)
  }

  return (
    <>
      <label>
        Search <input value={search} onChange={({ target }) => setSearch(target.value)} />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <ul aria-label="People">
        {users.map((user) => (
          <li key={user.id}>
            <button onClick={() => setChosen(user)}>
              {user.profile.firstName} {user.profile.lastName}
            </button>{' '}
            {user.status}
          </li>
        ))}
      </ul>
      {next && <button onClick={() => void show(next)}>More</button>}
      {chosen && <Person key={chosen.id} user={chosen} attempt={change} />}
      <NewPerson attempt={change} />
    </>
  )
}

type Attempt = (act: () => Promise<unknown>) => Promise<void>

function Person({ user: { id, profile }, attempt }: { user: User; attempt: Attempt }) {
  const [groups, setGroups] = useState<Group[]>([])
  const params = { userId: id }
  useEffect(() => void api.listUserGroups({ params }).then(setGroups), [id])
  return (
    <section aria-label={profile.login}>
      <h2>{profile.login}</h2>
      <ul aria-label="Groups">
        {groups.map((group) => (
          <li key={group.id}>{group.profile.name}</li>
        ))}
      </ul>
      <button onClick={() => void attempt(() => api.suspendUser({ params }))}>Suspend</button>
      <button onClick={() => void attempt(() => api.unsuspendUser({ params }))}>Unsuspend</button>
    </section>
  )
}

function NewPerson({ attempt }: { attempt: Attempt }) {
  function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { login, firstName, lastName } = Object.fromEntries(new FormData(form)) as Record<string, string>
    const profile = { login: login!, email: login!, firstName: firstName!, lastName: lastName! }
    void attempt(async () => {
      await api.createUser({ body: { profile } })
      form.reset()
    })
  }
  return (
    <form onSubmit={create} aria-label="New person">
      <label>
        Login <input name="login" />
      </label>
      <label>
        First name <input name="firstName" />
      </label>
      <label>
        Last name <input name="lastName" />
      </label>
      <button>Create</button>
    </form>
  )
}
