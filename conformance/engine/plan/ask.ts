import type { Sender } from '../wire/http-sender.ts'
import type { RawReply } from '../wire/reply.ts'
import type { SuiteSetup } from './conform-options.ts'

/** How a target is reached before its first check. */
export type Reach = Pick<SuiteSetup, 'baseUrl' | 'headers' | 'requestTimeout'>

/** Reads a path of the target once, outside any check, with these credentials. */
export function ask(
  { baseUrl, headers, requestTimeout }: Reach,
  sender: Sender,
  path: string,
  credentials: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<RawReply> {
  const timeout = AbortSignal.timeout(requestTimeout)
  return sender.send(
    {
      method: 'GET',
      url: new URL(`${baseUrl}${path}`),
      headers: { Accept: 'application/json', ...headers, ...credentials },
      body: undefined,
    },
    signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  )
}
