import { loadDataset } from 'identikit/fixtures'
import { createFetchHandler } from 'identikit/server'

/** Where the pages and the service are. */
export const baseUrl = `http://localhost:${process.env.PORT ?? 3000}`

async function makeHandler() {
  const handler = createFetchHandler({ apiToken: 'dev-token' }, { baseUrl, controlToken: 'dev-control' })
  await loadDataset(handler.org, 'demo')
  return handler
}

/** One for the process: Next.js loads this file again for each route. */
export const identikit = () => (globalThis.identikit ??= makeHandler())
