/** A target that was started for the suite. */
export interface StartedTarget {
  readonly baseUrl: string
  readonly token: string
  close(): Promise<void>
}

/** What the suite's command line cannot do by itself, since it knows no target. */
export interface ConformHooks {
  /** Starts the bundled mock, for `--plan`. */
  readonly planTarget?: () => Promise<StartedTarget>
  /** Runs `conform selftest`; returns the exit code. */
  readonly selftest?: (
    argv: readonly string[],
    io: { out: (line: string) => void; error: (line: string) => void },
  ) => Promise<number>
}
