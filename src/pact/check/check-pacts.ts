import type { PactFile } from '../file/pact-file.ts'
import type { PactProblem } from '../verify/verdict.ts'

export function checkPactFiles(
  files: readonly PactFile[],
): Promise<readonly (readonly (readonly PactProblem[])[])[]> {
  return Promise.resolve(files.map(({ interactions }) => interactions.map(() => [])))
}
