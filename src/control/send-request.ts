import { z } from 'zod'
import { once } from '../contract/once.ts'
import { defineAction } from './action.ts'
import { reference } from './input.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const input = once(() =>
  z.strictObject({
    method: z.enum(methods).default('GET'),
    path: z.string().startsWith('/').describe('Path and query, as in /api/v1/users?limit=1'),
    headers: z.record(z.string(), z.string()).default({}).describe('By name; `cookie` too'),
    body: z.string().default(''),
    client: reference()
      .optional()
      .describe('Id or name of a client whose secret, if any, goes into the Authorization header'),
  }),
)

export const requestActions = {
  sendRequest: defineAction({
    input,
    async run(org, request) {
      if (!org.service) throw new TypeError('sendRequest: nothing answers the requests of this organisation')
      return (await import('./send.ts')).send(org, org.service, request)
    },
  }),
}
