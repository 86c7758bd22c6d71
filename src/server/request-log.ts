import type { JournalEntry } from '../model/access/traffic.ts'
import type { Organisation } from '../organisation.ts'
import type { CommandIo } from './command-io.ts'
import type { RunningServer } from './http.ts'
import type { ServeSettings } from './serve-settings.ts'
import { keyHelp, listenToKeys, openInBrowser, requestLine } from './terminal.ts'

/** Acts on keys at a terminal; returns a function that restores the terminal. */
export function listenAtTerminal(
  server: RunningServer,
  { quiet, json, readOnly }: ServeSettings,
  io: CommandIo,
): (() => void) | undefined {
  if (quiet || json || !io.colour || !process.stdin.isTTY) return undefined
  io.out(`${keyHelp}\n`)
  return listenToKeys(process.stdin, server, {
    out: io.out,
    // Blank lines scroll the old text out of sight; then the cursor moves to the top and erases everything below.
    clear: () => void process.stdout.write(`${'\n'.repeat(process.stdout.rows)}\u001B[H\u001B[J`),
    open: (url) => void openInBrowser(url, io.out),
    stop: () => void process.kill(process.pid, 'SIGINT'),
    isReadOnly: readOnly,
  })
}

/** Logs requests: at a terminal, or on demand, every one; otherwise only those that no operation answers. */
export function logRequests(
  { model }: Organisation,
  flags: ServeSettings,
  io: CommandIo,
  prefix = '',
  serverOf: () => RunningServer | undefined = () => undefined,
): void {
  if (flags.quiet) return
  const log = flags.json ? io.error : io.out
  if (flags.log === 'json') {
    model.traffic.entries.onEntry((entry) =>
      io.error(
        jsonLine(entry.status >= 500 ? 'error' : 'info', 'request', { ...entry, path: prefix + entry.path }),
      ),
    )
    return
  }
  if (io.colour && !flags.json) {
    model.traffic.entries.onEntry((entry) => {
      const server = serverOf()
      const console =
        server === undefined || server.control === 'closed' ? undefined : `${server.url}${prefix}/_console`
      const { query, hint } = entry
      const shown = {
        ...entry,
        path: printable(prefix + entry.path),
        ...(query === undefined ? {} : { query: printable(query) }),
        ...(hint === undefined ? {} : { hint: printable(hint) }),
      }
      log(requestLine(shown, console))
    })
    return
  }
  model.traffic.entries.onEntry((entry) => {
    if (flags.verbose || isMistaken(entry)) log(logLine({ ...entry, path: prefix + entry.path }))
  })
}

/** A call to no operation, or one whose page cannot read the reply and shows no reason. */
function isMistaken({ status, refusal, hint }: JournalEntry): boolean {
  const isOfNoOperation = refusal === 'unknown-path' || refusal === 'method-not-supported'
  const isUnreadable = refusal === 'untrusted-origin' || (status < 300 && hint !== undefined)
  return status >= 500 || isOfNoOperation || isUnreadable
}

function logLine({ time, method, path, query, status, operation, hint }: JournalEntry): string {
  const target = printable(query === undefined ? path : `${path}?${query}`)
  const note = hint === undefined ? (operation ?? '') : printable(hint)
  return `${time.slice(11, 23)}  ${status}  ${method} ${target}${note === '' ? '' : `  ${note}`}`
}

/** One log line for programs: the time, the level, the event, and its data. */
export function jsonLine(level: 'info' | 'warn' | 'error', event: string, rest: object): string {
  return JSON.stringify({ time: new Date().toISOString(), level, event, ...rest })
}

/** Removes the control characters that a terminal would act on. */
export function printable(text: string, max = 400): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD').slice(0, max)
}
