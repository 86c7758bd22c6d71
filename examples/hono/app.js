import { Hono } from 'hono'
import { loadDataset } from 'identikit/fixtures'
import { createFetchHandler } from 'identikit/server'

export const identikit = createFetchHandler({ apiToken: 'dev-token' }, { controlToken: 'dev-control' })
await loadDataset(identikit.org, 'demo')

export const app = new Hono()
app.get('/people', async (context) => {
  const headers = { authorization: 'SSWS dev-token' }
  const reply = await identikit.org.fetch('/api/v1/users?limit=5', { headers })
  const users = await reply.json()
  return context.json(users.map(({ profile }) => profile.login))
})
// Every path without a route: the service, sign-in, the control plane, the console.
app.all('*', (context) => identikit(context.req.raw))
