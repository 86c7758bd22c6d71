import { mountConsole } from '../../src/console/mount.tsx'
import { createOrg } from '../../src/index.ts'

/** A page of somebody's own with an organisation in it, and the console in a drawer. */
const org = createOrg({ baseUrl: 'https://id.example.com', apiToken: 'token' })
const seen: string[] = []
Object.assign(globalThis, { seen, org })
const call = (path: string, body: object): Promise<Response> =>
  org.fetch(path, {
    method: 'POST',
    headers: { authorization: 'SSWS token', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const profile = {
  login: 'in-page@example.com',
  email: 'in-page@example.com',
  firstName: 'In',
  lastName: 'Page',
}
await call('/api/v1/users', { profile, credentials: { password: { value: 'Tr0ub4dor' } } })
await call('/api/v1/groups', { profile: { name: 'Own' } })
await call('/oauth2/v1/clients', {
  client_name: 'Own client',
  redirect_uris: ['https://app.example.com/callback'],
})
const mailed = { ...profile, login: 'mailed@example.com', email: 'mailed@example.com' }
await call('/api/v1/users', { profile: mailed })
org.events.on('user.*', ({ type }) => seen.push(type))
Object.assign(globalThis, { drawer: mountConsole(document.body, org) })
