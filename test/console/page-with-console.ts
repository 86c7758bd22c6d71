import { mountConsole } from '../../src/console/mount.tsx'
import { createOrg } from '../../src/index.ts'

/** A page of somebody's own with an organisation in it, and the console in a drawer. */
const org = createOrg({ baseUrl: 'https://id.example.com' })
const seen: string[] = []
Object.assign(globalThis, { seen })
const profile = {
  login: 'in-page@example.com',
  email: 'in-page@example.com',
  firstName: 'In',
  lastName: 'Page',
}
await org.fetch(
  new Request(`${org.baseUrl}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profile, credentials: { password: { value: 'Tr0ub4dor' } } }),
  }),
)
org.events.on('user.*', ({ type }) => seen.push(type))
mountConsole(document.body, org)
