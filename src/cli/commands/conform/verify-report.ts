import { Option } from '@commander-js/extra-typings'
import { setNames } from '../../../../conformance/registry/requirement-names.ts'
import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<report>', 'report.json of a run')
    .addOption(
      new Option('--requirement-set <set>', 'frozen set that it must be about (default: any)').choices(
        setNames,
      ),
    )
    .option('--digest <digest>', 'its digest, such as that of the log of the run: sha256:…')
    .addHelpText(
      'after',
      `
It checks the digest of the report, the frozen requirements that it names, and that verdicts, counts and sentence follow
from the evidence in it. Anyone can write a report with a right digest: --digest compares it with the one of the log of the
run, and an attestation shows who made it.

Exit codes: 0 whole and unchanged; 1 not, with the reasons; 2 usage, or the file cannot be read; 4 our own error.`,
    )
    .action((report, options) =>
      guarded(shell, async () => {
        const { verify } = await import('../../../../conformance/cli/report.ts')
        return verify(report, options, shell.io)
      }),
    )
}
