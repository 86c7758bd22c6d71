import { createClient } from 'identikit/client'

/** The service as the server calls it; in production, another address and token. */
export const service = createClient({
  baseUrl: `http://127.0.0.1:${process.env.SERVICE_PORT ?? 4010}`,
  token: process.env.SERVICE_TOKEN ?? 'dev-token',
})
