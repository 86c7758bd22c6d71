/** Streams, environment and files of the command line. */
export interface ConformIo {
  /** Writes a line of output. */
  readonly out: (line: string) => void
  /** Writes a line about what went wrong. */
  readonly error: (line: string) => void
  /** Where progress goes; none by default. */
  readonly progress?: {
    readonly write: (text: string) => void
    readonly interactive: boolean
    readonly columns: number
  }
  readonly colour?: boolean
  /** Default: the process's. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Reads all of the standard input. */
  readonly readStdin?: () => string
  /** Asks a person and answers what was typed; absent where nobody is at a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Stops a run; without it, Ctrl-C does. */
  readonly signal?: AbortSignal
  /** Folder that relative paths start from. Default: the process's. */
  readonly cwd?: string
}
