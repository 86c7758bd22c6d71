import type { JournalEntry } from '../model/access/traffic.ts'
import type { RunningServer } from './http.ts'

const colours = { well: 32, redirect: 36, ill: 33, broken: 31 } as const

/** A request as one coloured line for a terminal. An error also shows its reason and the place to look. */
export function requestLine(
  { time, method, path, query, status, operation, hint, refusal, number }: JournalEntry,
  console: string | undefined,
): string {
  // The error of an authorization server may be in a redirect.
  const isFailed = status >= 400 || refusal !== undefined
  const kind = status >= 500 ? 'broken' : isFailed ? 'ill' : status >= 300 ? 'redirect' : 'well'
  const target = query === undefined ? path : `${path}?${query}`
  // The causes for each field follow the summary, which names the first field.
  const why =
    hint?.replace(/^Api validation failed: [^;]*; /, '') ?? refusal?.replaceAll('-', ' ') ?? operation ?? ''
  const look = !isFailed || console === undefined ? '' : `  → ${console}#/journal/${number}`
  return `${time.slice(11, 19)}  ${method} ${target} \u001B[${colours[kind]}m${status}\u001B[39m ${why}${look}`
}

/** A source of keys: the part of a terminal that `listenToKeys` needs. */
export interface KeyInput {
  readonly setRawMode: (isRaw: boolean) => unknown
  readonly on: (event: 'data', listener: (data: Uint8Array | string) => void) => unknown
  readonly off: (event: 'data', listener: (data: Uint8Array | string) => void) => unknown
  readonly resume: () => unknown
  readonly pause: () => unknown
}

/** The keys of `serve`, as the banner lists them. */
export const keyHelp = 'Keys        o open the console, r reset, c clear the screen, q quit'

/**
 * Acts on keys until it is stopped: `o` opens the console, `r` resets, `c` clears the screen, `q`/Control-C quit.
 *
 * @returns Restores the terminal.
 */
export function listenToKeys(
  input: KeyInput,
  { url, org }: Pick<RunningServer, 'url' | 'org'>,
  {
    out,
    clear,
    open,
    stop,
    isReadOnly,
  }: {
    readonly out: (text: string) => void
    readonly clear: () => void
    readonly open: (url: string) => void
    readonly stop: () => void
    readonly isReadOnly: boolean
  },
): () => void {
  const keys: Readonly<Record<string, () => void>> = {
    o: () => open(`${url}/_console`),
    r() {
      if (isReadOnly) return out('This server is read-only: it cannot be reset.')
      org.reset()
      return out('Reset: back at the seeded state.')
    },
    c: clear,
    q: stop,
    '\u0003': stop,
  }
  const act = (data: Uint8Array | string): void => {
    for (const key of typeof data === 'string' ? data : new TextDecoder().decode(data)) keys[key]?.()
  }
  input.setRawMode(true)
  input.on('data', act)
  input.resume()
  return () => {
    input.off('data', act)
    input.setRawMode(false)
    input.pause()
  }
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the user's browser; if that fails, prints the address. */
export async function openInBrowser(url: string, out: (text: string) => void): Promise<void> {
  const { spawn } = await import('node:child_process')
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  const opener = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  opener.on('error', () => out(`No browser could be opened: ${url}`))
  opener.unref()
}
