import { Option, type Command } from '@commander-js/extra-typings'
import { permissions } from '../../../../conformance/engine/plan/rights.ts'
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
Without globs and options it tries three kinds of servers. Mutants break a requirement, and must fail it. Empty servers
must pass nothing. Conforming variants must fail nothing. It counts mutants of requirements that do not pass on the
server, and does not try them.

Exit codes: 0 all caught; 1 a mutant survived, an empty server passed or a variant failed; 2 usage; 3 nothing
could be tried; 4 our own error; 5 records were left behind.`,
    )
    .optionsGroup('Servers:')
    .option('--mutants', 'only the mutants')
    .option('--empty', 'only the empty servers')
    .option('--variants', 'only the conforming variants')
    .option('--part <i/n>', 'the I-th of N parts of the mutants', part)
    .option('--thorough', 'run every check that judges a broken requirement, to see which others fail')
    .option(
      '--concurrency <number>',
      'mutants at the same time (default: 16; 2 with --through)',
      wholeNumber(1, 999),
    )
    .option('--list', 'list the mutants and do nothing')
    .optionsGroup('In front of your own server:')
    .option('--through <url>', 'put the mutants in front of this server instead of the bundled mock')
    .option('--token <source>', 'its API token: env:NAME, file:PATH or stdin')
    .option('--profile <file>', 'its target.yaml: features, and resources that the API cannot create')
    .option('--control', 'use the control plane of the bundled mock at the same address')
    .addOption(
      new Option('--allow <list>', 'what it may do besides changing its own records (default: nothing)')
        .choices(allowed)
        .argParser(someOf(allowed)),
    )
    .option('--lag <time>', 'how long to wait for searches that lag there (default: 10s)', duration)
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
