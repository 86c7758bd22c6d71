import { InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings'
import type { RunValues } from '../../../../conformance/cli/options.ts'
import {
  features as named,
  type Feature,
  type FeatureState,
} from '../../../../conformance/engine/plan/prerequisite.ts'
import { permissions } from '../../../../conformance/engine/plan/rights.ts'
import { requirementLevels } from '../../../../conformance/registry/requirement.ts'
import { newestSet, requirementChoices } from '../../../../conformance/registry/requirement-names.ts'
import { guarded } from './guarded.ts'
import { didYouMean } from '../../../query/suggestion.ts'
import type { Define, Shell } from '../../tree.ts'
import { duration, part, someOf, wholeNumber, wordList } from '../../values.ts'
import { reportOptions } from './report-options.ts'
import { targetOptions } from './target-options.ts'

const allowed = [...permissions, 'all'] as const
const featureNames: readonly Feature[] = [...named, 'defaults']
const states: Readonly<Record<string, FeatureState>> = { '+': 'yes', '-': 'no', '?': 'probe' }

/** Adds the options of a run, and returns a function that runs it. */
export function runOptions(
  command: Command,
  shell: Shell,
  change: (values: RunValues) => RunValues = (values) => values,
): (options: RunValues) => Promise<void> {
  targetOptions(command)
    .optionsGroup('The target profile:')
    .option('--profile <file>', 'target.yaml: features, and resources that the API cannot create')
    .option('--control', 'use the control plane of the bundled mock at the same address')
    .option(
      '--control-token <source>',
      'token of its control plane: env:NAME, file:PATH or stdin (default: env:IDENTIKIT_CONTROL_TOKEN)',
    )
    .option('--adapter <module>', 'your own control adapter (a module with a default export)')
    .addOption(
      new Option('--features <list>', '+early-access,-federation,?newer-engine,+defaults').argParser(
        signedFeatures,
      ),
    )
    .optionsGroup('Selection:')
    .addOption(
      new Option(
        '--requirement-set <set>',
        `frozen set of requirements to grade; all: every requirement of this version (default: ${newestSet})`,
      ).choices(requirementChoices),
    )
    .option('--only <list>', "requirement ids, areas, globs: 'users.suspend.*,groups'", wordList)
    .addOption(
      new Option('--level <list>', 'levels of requirements')
        .choices(requirementLevels)
        .argParser(someOf(requirementLevels)),
    )
    .option('--quick', 'the most useful checks: about 600 requests, a minute at 10 a second')
    .option('--shard <i/n>', 'the I-th of N parts; join their reports with merge', part)
    .option('--shuffle', 'run the checks in another order')
    .option('--seed <number>', 'repeat the exploration and the order of an earlier run', wholeNumber(0))
    .optionsGroup('Exploration:')
    .addOption(
      new Option(
        '--explore <time>',
        'send random calls and compare with the mock: 20s, 2m, off (default: 40s; 5s with --quick; off with a selection)',
      ).argParser(durationOrOff),
    )
    .option('--explore-only', 'explore for a minute, or as long as --explore says, and run no checks')
    .option('--explore-replay <file>', 'try the differences of a report.json again, and nothing new')
    .optionsGroup('Safety:')
    .addOption(
      new Option('--allow <list>', 'what a run may do besides changing its own records (default: nothing)')
        .choices(allowed)
        .argParser(someOf(allowed)),
    )
    .option('--timeout <time>', 'time for one check (default: 30s)', duration)
    .optionsGroup('Results:')
    .addOption(reportOptions.baseline)
    .addOption(reportOptions.writeBaseline)
    .addOption(reportOptions.report)
    .addOption(reportOptions.out)
    .option('--tolerate-incomplete', 'exit with 0 instead of 3 if requirements could not be tested')
    .option('--keep-evidence', 'keep the exchanges of passed checks too')
    .addHelpText('after', exitCodes)
  const written = flagsAsWritten(command)
  return (options) =>
    guarded(shell, async () => {
      const { run } = await import('../../../../conformance/cli/run.ts')
      return run(change(options), { ...shell.io, flags: written, planTarget: startMock })
    })
}

export const define: Define = (command, shell) => {
  const run = runOptions(command, shell)
  command.action((options) => run(options))
}

function durationOrOff(text: string): number | 'off' {
  return text === 'off' ? 'off' : duration(text)
}

const exitCodes = `
Exit codes: 0 clean, or only known failures; 1 unexpected failures, or a stale baseline; 2 usage;
3 incomplete: some requirements could not be tested; 4 our own error; 5 records were left behind;
6 no verdict: unreachable, not the service, token refused; 130 interrupted.`

function signedFeatures(
  text: string,
  before: Partial<Record<Feature, FeatureState>> = {},
): Partial<Record<Feature, FeatureState>> {
  const read = { ...before }
  for (const each of text.split(',').map((word) => word.trim())) {
    if (each === '') continue
    const state = states[each.charAt(0)]
    const name = featureNames.find((feature) => feature === each.slice(1))
    if (state === undefined || name === undefined) {
      const hint = didYouMean(each.replace(/^[+?-]/, ''), featureNames)
      throw new InvalidArgumentError(
        `Expected + (has it), - (has it not) or ? (find out), then one of ${featureNames.join(', ')}${
          hint === undefined ? '.' : `; ${hint}`
        }`,
      )
    }
    read[name] = state
  }
  return read
}

/** Notes each option as it was written, for the report, without the private value of a header. */
function flagsAsWritten(command: Command): readonly string[] {
  const written: string[] = []
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value?: string) => {
      const shown = option.name() === 'header' ? value?.split(':')[0] : value
      written.push(shown === undefined ? option.long! : `${option.long} ${shown}`)
    })
  }
  return written
}

async function startMock(): Promise<{ baseUrl: string; token: string; close: () => Promise<void> }> {
  const { serve } = await import('../../../server/http.ts')
  const { url, org, close } = await serve({ port: 0 })
  return { baseUrl: url, token: org.apiToken, close }
}
