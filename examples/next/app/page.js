import { Search } from './search.js'
import { service } from './service.js'
import { suspend } from './suspend.js'

export const dynamic = 'force-dynamic'

/** Rendered on the server, from the service as it is now. */
export default async function Page() {
  const users = await service.listUsers({ query: { limit: 5 } })
  return (
    <main>
      <h1>People</h1>
      <ul aria-label="People">
        {users.map(({ id, status, profile }) => (
          <li key={id}>
            {profile.login} {status}
            <form action={suspend.bind(null, id)}>
              <button>Suspend {profile.login}</button>
            </form>
          </li>
        ))}
      </ul>
      <Search />
    </main>
  )
}
