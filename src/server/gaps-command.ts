import { actionPath, controlPath } from '../contract/paths.ts'
import type { Gap } from '../model/access/gaps.ts'
import { type CommandIo, exitCodes } from './command-io.ts'
import { baseOf } from './health-command.ts'

const patience = 10_000

/** The options of `identikit gaps`. */
interface GapsOptions {
  readonly controlToken: string | undefined
  readonly json: boolean
}

/**
 * `identikit gaps`: lists the calls that a server met and does not serve. Answers the exit code.
 *
 * @throws UsageError for an invalid URL.
 */
export async function runGaps(
  base: string,
  { controlToken, json }: GapsOptions,
  io: CommandIo,
): Promise<number> {
  const url = new URL(`${controlPath.slice(1)}/${actionPath('listGaps')}`, baseOf(base))
  const authorization = controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: '{}',
      signal: AbortSignal.timeout(patience),
    })
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`expected 200, got ${reply.status}: ${text.slice(0, 300)}`)
    io.out(json ? text : tableOf(JSON.parse(text) as readonly Gap[]))
    return exitCodes.ok
  } catch (error) {
    const { message, cause } = error as Error
    io.error(
      `identikit gaps: ${url.href}: ${cause instanceof Error ? `expected a running server, got ${cause.message}` : message}`,
    )
    return exitCodes.failed
  }
}

function tableOf(gaps: readonly Gap[]): string {
  if (gaps.length === 0) return 'The server met no call that it does not serve.'
  const width = String(gaps[0]!.count).length
  return gaps
    .flatMap(({ method, path, count, callers, lastAt }) => [
      `${String(count).padStart(width)}  ${method} ${path}  (last ${lastAt})`,
      ...callers.map((caller) => `${' '.repeat(width)}  by ${caller}`),
    ])
    .join('\n')
}
