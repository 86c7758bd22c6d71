import { Option } from '@commander-js/extra-typings'
import { UsageError } from '../../server/usage-error.ts'
import type { Define } from '../tree.ts'
import { formatOption, wholeNumber } from '../values.ts'
import { writeOut } from '../write-out.ts'
import { transferExitCodesHelp, transferOptions } from './transfer-options.ts'

/** The sources of a seed, and the options that each one takes in addition to those of the result. */
const sources = {
  sample: ['world', 'users', 'idSeed'],
  deployment:
    'baseUrl token header insecure rps concurrency requestTimeout rateLimitBudget force fakeNames'.split(' '),
  recording: ['idSeed'],
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
      .argument('[files...]', 'recordings: HAR, cassettes, nock, Postman, or folders; or a file of state')
      .addOption(
        new Option('--from <source>', 'where the data comes from')
          .choices(Object.keys(sources) as Source[])
          .default('sample' as const),
      )
      .optionsGroup('From sample data:')
      .addOption(
        new Option('--world <world>', 'which data set (default: demo)').choices([
          'demo',
          'examples',
          'large',
          'empty',
        ] as const),
      )
      .option('--users <number>', 'how many users it has', wholeNumber(0, 200_000))
      .option('--id-seed <text>', 'from which names come, also those of recordings')
      .optionsGroup('From a file of state:')
      .option('--secrets', 'with tokens, secrets of clients and headers of the password hook'),
  )
    .optionsGroup('From a deployment:')
    .option('--fake-names [seed]', 'made-up people instead of real ones, the same from the same seed')
    .option('--force', 'write over a file that exists')
    .optionsGroup('Result:')
    .option('--out <file>', 'write the seed there instead of printing it')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Writes a seed: serve --seed FILE serves it, and push FILE writes it into a deployment.

  identikit seed --world large --users 500
  identikit seed --from deployment --base-url https://id.example.com --token env:TOKEN --fake-names
  identikit seed --from recording session.har
  identikit seed --from state identikit.state

From a deployment it reads only. No secret is in the seed, except with --secrets. People of recordings get made-up
names. The seed of a file of state makes the organisation again, with ids, statuses, times and hashes of passwords.
Standard error lists the data that a seed cannot carry. For an exact copy of a file of state: identikit state export.
${transferExitCodesHelp}`,
    )
    .action(async (given, { from, ...options }) => {
      refuseOthers(from, given, options, command.options)
      const { world = 'demo', users, idSeed, out, format } = options
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
        const { worldSeed } = await import('../../fixtures/worlds/as-seed.ts')
        const seed = worldSeed({
          world,
          ...(users === undefined ? {} : { users }),
          ...(idSeed === undefined ? {} : { seed: idSeed }),
        })
        const { seedText } = await import('../../transfer/pull/seed-text.ts')
        await writeOut('seed', seedText(seed, { out, format }), out, shell)
      }
    })
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
        ? `expected no file, got '${given[0]}'; --from says what it is, and --world which sample data set to take`
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
