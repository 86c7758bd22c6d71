import { type Command, Option } from '@commander-js/extra-typings'
import { permissions } from '../../../../conformance/engine/plan/permission.ts'
import type { Define } from '../../tree.ts'
import { duration, part, someOf, wholeNumber } from '../../values.ts'
import { guarded } from './guarded.ts'

const allowed = [...permissions, 'all'] as const

/** The options of the command; `npm run selftest` has more. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types, typescript/explicit-function-return-type -- the library infers the options from the calls.
export function selftestOptions(command: Command) {
  return command
    .argument('[globs...]', "only mutants whose id, or requirement, fits: 'users.suspend.*'")
    .addHelpText(
      'after',
      `
Without globs and options it tries all of it: mutants (servers that break a requirement), which must fail at it, hollow
servers, which must pass nothing, and variants that conform but differ, which must fail nothing. Mutants of
requirements that do not pass on the server are counted apart, and not tried.

Exit codes: 0 all caught; 1 a mutant survived, a hollow server passed or a variant failed; 2 usage; 3 nothing
could be tried; 4 our own error; 5 records were left behind.`,
    )
    .optionsGroup('What:')
    .option('--mutants', 'only the mutants')
    .option('--hollow', 'only the hollow servers')
    .option('--variants', 'only the conforming variants')
    .option('--part <i/n>', 'the I-th of N parts of the mutants', part)
    .option('--thorough', 'run every check that judges a broken requirement, to see all that fails beside it')
    .option(
      '--concurrency <number>',
      'mutants at the same time (default: 16; 2 with --through)',
      wholeNumber(1, 999),
    )
    .option('--list', 'list the mutants and do nothing')
    .optionsGroup('Before a server of your own:')
    .option('--through <url>', 'put the mutants before this server in place of the bundled mock')
    .option('--token <source>', 'its API token: env:NAME, file:PATH or stdin')
    .option('--profile <file>', 'its target.yaml: features, and things the API cannot cause')
    .option('--control', 'use the control plane of the bundled mock at the same address')
    .addOption(
      new Option('--allow <list>', 'what it may do beyond records of its own; nothing by default')
        .choices(allowed)
        .argParser(someOf(allowed)),
    )
    .option('--lag <time>', 'how long to wait for what may lag there (default: 10s)', duration)
}

export const define: Define = (command, shell) => {
  selftestOptions(command).action((globs, options) =>
    guarded(shell, async () => {
      const { selftestCommand } = await import('../../../../conformance/proof/selftest/selftest-command.ts')
      const { createConformTarget } = await import('../../../server/conform-target.ts')
      return selftestCommand(createConformTarget)(globs, options, shell.io)
    }),
  )
}
