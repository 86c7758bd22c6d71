import { Option } from '@commander-js/extra-typings'
import type { Define } from '../tree.ts'
import { formatOption, wholeNumber } from '../values.ts'
import { writeOut } from '../write-out.ts'

export const define: Define = (command, shell) => {
  command
    .addOption(
      new Option('--world <world>', 'which world')
        .choices(['demo', 'examples', 'large', 'empty'] as const)
        .default('demo'),
    )
    .option(
      '--users <number>',
      'how many users it has (default: as many as the world)',
      wholeNumber(0, 200_000),
    )
    .option('--id-seed <text>', 'from which names come; the same text gives the same ones')
    .addOption(formatOption())
    .option('--out <file>', 'write it there instead of printing it')
    .addHelpText(
      'after',
      '\nidentikit serve --world FILE serves it, and identikit push FILE writes it into a deployment.',
    )
    .action(async ({ world, users, idSeed, format, out }) => {
      const { worldSeed } = await import('../../fixtures/worlds/as-seed.ts')
      const seed = worldSeed({
        world,
        ...(users === undefined ? {} : { users }),
        ...(idSeed === undefined ? {} : { seed: idSeed }),
      })
      const { seedText } = await import('../../transfer/pull/seed-text.ts')
      await writeOut('seed', seedText(seed, { out, format }), out, shell)
    })
}
