import { Option } from '@commander-js/extra-typings'
import type { DatasetName } from '../../fixtures/datasets/index.ts'
import { defined } from '../../model/kernel/defined.ts'
import type { ValueError } from '../../model/kernel/value-error.ts'
import { UsageError } from '../../server/usage-error.ts'
import type { Define } from '../tree.ts'
import { formatOption, seedText, wholeNumber } from '../values.ts'
import { writeOut } from '../write-out.ts'
import { transferExitCodesHelp, transferOptions } from './transfer-options.ts'

/** The sources of a seed, and the options that each one takes in addition to those of the result. */
const sources = {
  sample: ['data', 'users', 'seed'],
  deployment:
    'baseUrl token header insecure rps concurrency requestTimeout rateLimitBudget force fakeNames seed'.split(
      ' ',
    ),
  recording: ['seed'],
  state: ['secrets'],
}

type Source = keyof typeof sources

/** How many files each source takes. */
const files: Readonly<Record<Source, readonly [min: number, max: number]>> = {
  sample: [0, 0],
  deployment: [0, 0],
  recording: [1, Number.POSITIVE_INFINITY],
  state: [1, 1],
}

export const define: Define = (command, shell) => {
  transferOptions(
    command
      .argument('[files...]', 'recordings: HAR, cassettes, nock, Postman, or folders; or a state file')
      .addOption(
        new Option('--from <source>', 'where the data comes from')
          .choices(Object.keys(sources) as Source[])
          .default('sample' as const),
      )
      .optionsGroup('From sample data:')
      .option('--data <data>', 'sample data set: demo, empty, examples or large:N (default: demo)')
      .option('--users <number>', 'how many users it has', wholeNumber(0, 200_000))
      .option('--seed <text>', 'seed of invented names; the same text gives the same names', seedText)
      .optionsGroup('From a state file:')
      .option('--secrets', 'with tokens, secrets of clients and headers of the password hook'),
  )
    .optionsGroup('From a deployment:')
    .option('--fake-names', 'invent people instead of real ones')
    .option('--force', 'overwrite an existing file')
    .optionsGroup('Result:')
    .option('--out <file>', 'write the seed there instead of printing it')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Writes a seed: serve --data FILE serves it, and push FILE writes it into a deployment.

From a deployment it reads only. No secret is in the seed, except with --secrets. People of recordings get invented
names. The seed of a state file creates the organisation again, with ids, statuses, times and hashes of passwords.
Standard error lists the data that a seed cannot carry. For an exact copy of a state file: identikit state export.
${transferExitCodesHelp}`,
    )
    .action(async (given, { from, ...options }) => {
      refuseOthers(from, given, options, command.options)
      const { data = 'demo', users, seed: chance, out, format } = options
      if (from === 'deployment') {
        const { runPull } = await import('../../transfer/pull/pull-command.ts')
        shell.exitCode = await runPull(options, shell.io)
      } else if (from === 'recording') {
        const { seedFromRecording } = await import('../../recordings/seed/seed-command.ts')
        shell.exitCode = await seedFromRecording(given, options, shell.io)
      } else if (from === 'state') {
        const { seedFromState } = await import('../../server/state/seed-command.ts')
        shell.exitCode = await seedFromState(given[0]!, options, shell.io)
      } else {
        const { datasetSeed } = await import('../../fixtures/datasets/as-seed.ts')
        const dataset = await sampleOf(data)
        const seed = datasetSeed(defined({ ...dataset, users: users ?? dataset.users, seed: chance }))
        const { seedText } = await import('../../transfer/pull/seed-text.ts')
        await writeOut('seed', seedText(seed, { out, format }), out, shell)
      }
    })
}

/** @throws UsageError for another text than the name of a sample data set. */
async function sampleOf(
  data: string,
): Promise<{ readonly dataset: DatasetName; readonly users?: number | undefined }> {
  const { readDatasetName } = await import('../../fixtures/datasets/index.ts')
  try {
    const { name, users } = readDatasetName(data)
    return { dataset: name, users: name === 'large' ? users : undefined }
  } catch (error) {
    throw new UsageError(`--data: ${(error as ValueError).reason}`)
  }
}

/** @throws UsageError for files or an option that the source does not take. */
function refuseOthers(
  from: Source,
  given: readonly string[],
  options: object,
  known: readonly Option[],
): void {
  const [min, max] = files[from]
  if (given.length < min) throw new UsageError(`--from ${from}: expected a file, got none`)
  if (given.length > max)
    throw new UsageError(
      from === 'sample'
        ? `expected no argument, got '${given[0]}'; --data names a sample data set, --from recording and --from state read files`
        : `--from ${from}: expected ${max === 0 ? 'no file' : 'one file'}, got ${given.length}`,
    )
  const own = new Set(['out', 'format', ...sources[from]])
  const stray = Object.keys(options).find((name) => !own.has(name))
  if (stray === undefined) return
  const flag = known.find((option) => option.attributeName() === stray)!.long
  const takers = Object.entries(sources).flatMap(([name, names]: [string, readonly string[]]) =>
    names.includes(stray) ? `--from ${name}` : [],
  )
  throw new UsageError(`${flag}: not an option of --from ${from}, but of ${takers.join(' and ')}`)
}
