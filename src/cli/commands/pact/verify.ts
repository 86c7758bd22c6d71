import type { Define } from '../../tree.ts'
import { duration, seedText } from '../../values.ts'
import { pactExitCodes, reporting, reportOn } from './reporting.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<pacts...>', 'pact files, folders of them, or URLs such as those of a broker')
    .addHelpText(
      'after',
      `
Each interaction is checked against the OpenAPI document, and then verified by the verifier of the Pact project
against its own organisation: no server needs to run. The verdict is match, mismatch, or unspecified: then it
depends on an interpretation where the API description is silent, which the report names.

It needs the package @pact-foundation/pact. Results are never published: Identikit is not the provider.
${pactExitCodes}`,
    )
    .option('--seed <text>', 'seed of ids and tokens; the same text gives the same ones', seedText)
    .option('--prefix <prefix>', 'the name prefix inside identifiers (default: svc)')
    .option('--timeout <time>', 'how long the verifier may take in all (default: 5m)', duration)
    .addOption(reporting.tolerate)
    .addOption(reporting.report)
    .addOption(reporting.out)
    .addOption(reporting.json)
    .addOption(reporting.quiet)
    .action((pacts, { seed, prefix, timeout, ...options }) =>
      reportOn(shell, 'verified', options, async () => {
        const { verifyPacts } = await import('../../../pact/verify/verify-pacts.ts')
        const org = {
          ...(seed === undefined ? {} : { seed }),
          ...(prefix === undefined ? {} : { prefix }),
        }
        return verifyPacts({ pacts, org, ...(timeout === undefined ? {} : { timeout }) })
      }),
    )
}
