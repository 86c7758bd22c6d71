import { type CommandIo } from './command-io.ts'
import { runProgram } from './run-program.ts'
import { logRequests } from './request-log.ts'
import { serveWhile } from './serve-command.ts'
import type { RunningServer } from './http.ts'
import { type ServeFlags, type ServeSettings, settingsOf } from './serve-settings.ts'

/**
 * `identikit exec`: serves while a program runs. The program finds the server through environment variables. Answers
 * its exit code, or 1 if the server could not start.
 *
 * @throws UsageError for invalid options of an organisation, and for an unknown program.
 */
export async function runExec(words: readonly string[], flags: ServeFlags, io: CommandIo): Promise<number> {
  const settings = await settingsOf({ ...flags, port: flags.port ?? 0 })
  return serveWhile(settings, io, (server, { certificate, stopped }) => {
    // Another program often reads the output of this one, so the request log goes to standard error.
    if (settings.verbose) logRequests(server.org, settings, { ...io, out: io.error })
    return runProgram(words, environmentOf(server, settings, certificate), stopped)
  })
}

/** The environment variables by which a program finds a server. */
export function environmentOf(
  { url, org }: RunningServer,
  { controlToken }: Pick<ServeSettings, 'controlToken'>,
  certificate: string | undefined,
): Record<string, string> {
  return {
    IDENTIKIT_URL: url,
    IDENTIKIT_TOKEN: org.apiToken,
    IDENTIKIT_CONTROL: `${url}/_control`,
    ...(controlToken === undefined ? {} : { IDENTIKIT_CONTROL_TOKEN: controlToken }),
    ...(certificate === undefined
      ? {}
      : { IDENTIKIT_CERTIFICATE: certificate, NODE_EXTRA_CA_CERTS: certificate }),
  }
}
