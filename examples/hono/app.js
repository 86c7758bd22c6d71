import { Hono } from 'hono'
import { createClient } from 'identikit/client'
import { loadDataset } from 'identikit/fixtures'
import { createFetchHandler } from 'identikit/server'

export const identikit = createFetchHandler({ apiToken: 'dev-token' }, { controlToken: 'dev-control' })
await loadDataset(identikit.org, 'demo')

/**
 * A client that also sends a read again when its connection breaks or the service fails for a moment.
 *
 * @param {string} baseUrl
 * @param {typeof fetch} send
 */
export function patientClient(baseUrl, send) {
  return createClient({
    baseUrl,
    token: 'dev-token',
    async fetch(request) {
      for (let left = request.method === 'GET' ? 2 : 0; ; left--) {
        const reply = await send(request.clone()).catch((error) => {
          if (left === 0) throw error
        })
        if (reply && (reply.status < 500 || left === 0)) return reply
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  })
}

const client = patientClient(identikit.org.baseUrl, identikit.org.fetch)

export const app = new Hono()
app.get('/people', async (context) => {
  const logins = []
  for await (const { profile } of client.each('listUsers')) logins.push(profile.login)
  return context.json(logins.toSorted())
})
// Every path without a route: the service, sign-in, the control plane, the console.
app.all('*', (context) => identikit(context.req.raw))
