import type { Define } from '../../tree.ts'
import { formatOption } from '../../values.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<recordings...>', 'files of recorded calls, or folders of them')
    .option('--id-seed <text>', 'from which names come; the same text gives the same ones')
    .addOption(formatOption())
    .option('--out <file>', 'write it there instead of printing it')
    .addHelpText(
      'after',
      `
Takes what identikit compare takes: HAR, cassettes, nock, Postman. Members, rules, managers and custom properties stay;
people get made-up names, and no secret is in the seed. What it does not carry is listed on standard error.

identikit serve --seed FILE serves it.`,
    )
    .action(async (files, options) => {
      const { seedFromRecording } = await import('../../../recordings/seed/seed-command.ts')
      shell.exitCode = await seedFromRecording(files, options, shell.io)
    })
}
