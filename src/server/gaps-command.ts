import { ServerCalls } from '../client/server-calls.ts'
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
  const server = new ServerCalls(baseOf(base).href, { token: controlToken, option: 'url', timeout: patience })
  try {
    const gaps = await server.control.list({ kind: 'gaps' })
    io.out(json ? JSON.stringify(gaps) : tableOf(gaps))
    return exitCodes.ok
  } catch (error) {
    io.error(`identikit gaps: ${(error as Error).message}`)
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
