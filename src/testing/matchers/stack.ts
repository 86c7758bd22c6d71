/** Frames of test runners and of Node, which stand between an assertion and the test that makes it. */
const between = /^\s*at .*(?:[\\/]node_modules[\\/]|\bnode:internal\b)/

/**
 * Lets the stack of an error begin in the test.
 *
 * @param entry The function that the test or its runner called.
 */
export function inTest(error: unknown, entry: (...given: never[]) => unknown): unknown {
  if (!(error instanceof Error)) return error
  Error.captureStackTrace?.(error, entry)
  const lines = error.stack?.split('\n') ?? []
  const first = lines.findIndex((line) => /^\s*at /.test(line))
  const test = lines.findIndex((line, index) => index >= first && !between.test(line))
  if (first !== -1 && test > first) error.stack = [...lines.slice(0, first), ...lines.slice(test)].join('\n')
  return error
}
