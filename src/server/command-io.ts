/** The output of a command. Each text is one or more lines, without the last line break. */
export interface CommandIo {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /** Whether `out` is a terminal that shows colours. Default: it is not. */
  readonly colour?: boolean
}

/** Exit codes of the command line; `conform` has further ones. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const
