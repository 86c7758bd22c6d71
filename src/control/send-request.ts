import { z } from 'zod'
import { once } from '../contract/once.ts'
import { defineAction } from './action.ts'
import { reference } from './input.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const input = once(() =>
  z.strictObject({
    method: z.enum(methods).default('GET'),
    path: z.string().startsWith('/'),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().default(''),
    client: reference().optional(),
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
