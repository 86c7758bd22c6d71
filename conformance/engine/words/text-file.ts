import type { Stats } from 'node:fs'

// An import would read every export of the module, in each start of the server.
const fs = process.getBuiltinModule('node:fs')

/** The error about a file that a person named: one sentence with the file and what is wrong. */
export class FileError extends Error {
  override readonly name = 'FileError'
  /** As of node:fs: `ENOENT`. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The longest file that is read as one text: a quarter of the longest text in V8. */
const longestBytes = 128 * 2 ** 20

/**
 * Reads a text from a file that a person named. Shells put their pipes below `/dev` and `/proc`. Another pipe is
 * refused: perhaps nobody writes to it, and the process would wait without end.
 *
 * @throws FileError if it does not exist, is a folder or a device, is too long, or cannot be read.
 */
export function readTextFile(file: string, longest: number = longestBytes): string {
  refuseUnreadable(file, longest)
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}

/**
 * Checks a file that another part reads.
 *
 * @throws FileError as `readTextFile`.
 */
export function refuseUnreadable(file: string, longest: number = longestBytes): void {
  let stats: Stats
  try {
    stats = fs.statSync(file)
  } catch (error) {
    throw unreadable(file, error)
  }
  const kind = kindOf(file, stats)
  if (kind !== undefined) throw new FileError(`${file} is a ${kind}; name a file`)
  if (stats.size > longest) {
    const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)
    throw new FileError(`${file} has ${megabytes(stats.size)} MiB: expected at most ${megabytes(longest)}`)
  }
}

/** The word for what is no file; undefined for a file, and for the pipe of a shell. */
export function kindOf(file: string, stats: Stats): 'folder' | 'pipe' | 'device' | undefined {
  if (stats.isFile()) return undefined
  if (stats.isDirectory()) return 'folder'
  if (!stats.isFIFO() && !stats.isSocket()) return 'device'
  return /^\/(?:dev|proc)\//.test(file) ? undefined : 'pipe'
}

function unreadable(file: string, error: unknown): FileError {
  const { code, message } = error as NodeJS.ErrnoException
  return new FileError(
    code === 'ENOENT' ? `there is no file ${file}` : `cannot read ${file}: ${code ?? message}`,
    code,
  )
}
