import { noServerAt } from '../client/server-calls.ts'
import { builtin } from './builtin.ts'
import { type CommandIo, exitCodes } from './command-io.ts'
import { UsageError } from './usage-error.ts'

/** How long a server may take to answer, in milliseconds. */
const patience = 3000

/**
 * `identikit health`: asks a server whether it is ready. Answers the exit code.
 *
 * @throws UsageError for an invalid URL.
 */
export async function runHealth(base: string, isInsecure: boolean, io: CommandIo): Promise<number> {
  const url = new URL('_health', baseOf(base))
  const answer = await statusOf(url, isInsecure)
  if (answer === 200) {
    io.out('ready')
    return exitCodes.ok
  }
  io.error(
    `identikit health: ${typeof answer === 'number' ? `${url.href}: expected 200, got ${answer}` : answer}`,
  )
  return exitCodes.failed
}

/** @throws UsageError */
export function baseOf(base: string): URL {
  const url = URL.parse(base.endsWith('/') ? base : `${base}/`)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`expected a URL such as http://127.0.0.1:4010, got '${base}'`)
  }
  return url
}

/** The status of the answer, or the reason why none arrived. */
function statusOf(url: URL, isInsecure: boolean): Promise<number | string> {
  return new Promise((resolve) => {
    const { get } = builtin(url.protocol === 'https:' ? 'node:https' : 'node:http')
    const request = get(url, { rejectUnauthorized: !isInsecure, agent: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    request.once('error', ({ message, code = '' }: NodeJS.ErrnoException) =>
      resolve(
        /CERT|SELF|UNABLE/.test(code)
          ? `${url.href}: ${message}; --insecure accepts any certificate`
          : noServerAt(url.origin, message),
      ),
    )
    request.setTimeout(patience, () => request.destroy(new Error(`no answer within ${patience} ms`)))
  })
}
