import { runConform } from '../../conformance/cli/main.ts'
import { serve } from './http.ts'

/**
 * `identikit conform`: the suite's own command line, with the mock for what is to be shown without a target.
 * Answers the suite's exit codes.
 */
export function runConformCommand(argv: readonly string[]): Promise<number> {
  return runConform(argv, undefined, {
    planTarget: startMock,
    // Loaded when asked for: the deviants are many, and no other command needs them.
    async selftest(words, io) {
      const { selftestCommand } = await import('../../conformance/deviants/selftest-command.ts')
      const { createConformTarget } = await import('./conform-target.ts')
      return selftestCommand(createConformTarget)(words, io)
    },
  })
}

async function startMock(): Promise<{ baseUrl: string; token: string; close: () => Promise<void> }> {
  const { url, org, close } = await serve({ port: 0 })
  return { baseUrl: url, token: org.apiToken, close }
}
