import type { Define } from '../../tree.ts'
import { pactExitCodes, reporting, reportOn } from './reporting.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<pacts...>', 'pact files, folders of them, or URLs such as those of a broker')
    .addHelpText(
      'after',
      `
Checks pacts in milliseconds, without the verifier: paths, methods, parameters, headers and bodies against the
OpenAPI document of the service, and replies against those in the given states. The verdicts are those of verify.
${pactExitCodes}`,
    )
    .option('--prefix <prefix>', 'the name prefix inside identifiers (default: svc)')
    .addOption(reporting.tolerate)
    .addOption(reporting.report)
    .addOption(reporting.out)
    .addOption(reporting.json)
    .addOption(reporting.quiet)
    .action((pacts, { prefix, ...options }) =>
      reportOn(shell, 'checked', options, async () => {
        const { checkPacts } = await import('../../../pact/check/check-pacts.ts')
        return checkPacts({ pacts, org: prefix === undefined ? {} : { prefix } })
      }),
    )
}
