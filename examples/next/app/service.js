import { createClient } from 'identikit/client'
import { baseUrl, identikit } from './identikit.js'

/** The service as the server calls it; in production, another address and token, and no `fetch`. */
export const service = createClient({
  baseUrl,
  token: 'dev-token',
  fetch: async (request) => (await identikit()).org.fetch(request),
})
