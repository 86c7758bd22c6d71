import fs from 'node:fs'
import { gradable, type Requirement } from '../../registry/requirement.ts'
import { requirementsOfSet } from '../../registry/requirement-sets.ts'
import { assemble, registryDigest } from '../judge/assemble.ts'
import type { Orphan } from '../clean-up/clean-up.ts'
import { checkOptions, setUp, type ConformOptions, type SuiteSetup } from '../plan/conform-options.ts'
import { fetchSender, httpSender, type Sender } from '../wire/http-sender.ts'
import type { ExploreOptions } from '../../explore/exploration.ts'
import type { Call } from '../../explore/sequence/sequence.ts'
import { readLedger } from '../clean-up/ledger.ts'
import { preflight, unreachableAdvice, withPrefix } from '../plan/preflight.ts'
import { seedOf } from '../supply/unique.ts'
import { removeRecords } from '../clean-up/remove-records.ts'
import type { ConformanceResult } from '../judge/result.ts'
import { runChecks, type RunOutcome } from './run-checks.ts'
import { isFiltered, requirementFilter, type RequirementFilter } from '../plan/selection.ts'
import { withSession, openSuite } from '../plan/suite-setup.ts'
import { recordedFailures } from '../../tables/recorded.ts'
import { defined } from '../words/text.ts'
import { usage } from '../words/usage-error.ts'

/**
 * Runs the conformance suite against a deployment of the service. For each requirement the result says whether it is true,
 * broken, or could not be shown.
 *
 * Each record that the run creates has the run's id in its name. The run notes it in a ledger, and removes it at the
 * end. It writes to nothing else.
 *
 * @throws UsageError for invalid options.
 * @throws Error when the suite itself cannot run.
 */
export async function conform(options: ConformOptions): Promise<ConformanceResult> {
  checkOptions(options)
  const begun = performance.now()
  const startedAt = new Date().toISOString()
  const plain = setUp(options)
  const requirements = options.requirements ?? requirementsOfSet(plain.requirementSet)
  const filter = usage(() => requirementFilter(plain.selection, requirements))
  const filtered = isFiltered(plain.selection, requirements)
  const sender = options.fetch ? fetchSender(options.fetch) : httpSender(plain)
  const warnings = await preflight(plain, sender, options.signal)
  const setup = warnings.stop
    ? plain
    : await withSession(withPrefix(plain, warnings), options.session, sender)
  let outcome: Performed | undefined
  let orphans: readonly Orphan[] = []
  try {
    const selected = new Set(requirements.filter(filter).map(({ id }) => id))
    outcome = warnings.stop ? undefined : await perform(options, setup, sender, selected)
  } finally {
    // Also when the suite itself broke: what its checks created is not to stay.
    orphans = outcome ? outcome.facts.orphans : await cleanUpByLedger(setup, options, sender)
    sender.close()
  }
  const { facts, checks } = outcome ?? { facts: undefined, checks: [] }
  const stopped = warnings.stop ?? facts?.lost
  const quick = outcome?.quick
  const inQuick = quick && new Set(quick.requirements)
  const explored = new Set(
    checks.flatMap(({ file, outcomes }) =>
      file === 'exploration' ? outcomes.map(({ requirement }) => requirement) : [],
    ),
  )
  return assemble({
    requirements,
    selected: inQuick ? (requirement) => inQuick.has(requirement.id) || explored.has(requirement.id) : filter,
    checks,
    baseline: options.baseline ?? [],
    recorded: recordedFailures(setup.profile.prefix),
    exploration: outcome?.exploration,
    warnings: [
      ...warnings.list,
      ...[facts?.lost ?? []].flat(),
      ...(facts?.denied ?? []),
      ...(facts?.found ?? []),
      ...prefixFound(setup),
      ...nothingGraded(requirements, filter),
    ],
    unchecked: setup.selection.shard === undefined ? warnings.stop : 'another shard holds its checks',
    leftOut: quick && 'a quick run leaves it out',
    run: defined({
      id: setup.runId,
      startedAt,
      milliseconds: Math.round(performance.now() - begun),
      baseUrl: setup.baseUrl,
      target: setup.profile.name,
      suiteVersion: setup.version,
      requirementSet: options.requirements ? undefined : setup.requirementSet,
      registry: registryDigest(requirements),
      seed: setup.selection.shuffleSeed,
      shard: options.shard,
      filtered,
      whole: !filtered && options.shard === undefined && options.checks?.length !== 0 && !setup.quick,
      quick: quick && { requirements: quick.requirements.length },
      flags: options.flags ?? [],
      features: facts?.features ?? {},
      allowed: setup.allow,
      requests: facts?.requests ?? 0,
      rateLimited: facts?.rateLimited ?? { times: 0, milliseconds: 0 },
      created: facts?.created ?? {},
      orphans,
      ledgerFile: orphans.length > 0 ? setup.ledgerFile : undefined,
      interrupted: options.signal?.aborted === true || (outcome === undefined && warnings.stop === undefined),
      stopped,
      advice: stopped === undefined ? undefined : (warnings.advice ?? unreachableAdvice),
      tolerateIncomplete: options.tolerateIncomplete === true ? true : undefined,
    }),
  })
}

/** The outcome of the checks, and the choice of a quick run. */
interface Performed extends RunOutcome {
  readonly quick?: { readonly requirements: readonly string[] }
}

/** Says which name prefix the target has, if it is another one than that of the requirements. */
function prefixFound({ profile: { prefix = 'svc' } }: SuiteSetup): string[] {
  if (prefix === 'svc') return []
  const upper = prefix.toUpperCase()
  return [`the name prefix of the target is ${prefix}: this report writes SVC_GROUP for its ${upper}_GROUP`]
}

/** Says so when the filters left only what is never graded. */
function nothingGraded(requirements: readonly Requirement[], filter: RequirementFilter): string[] {
  if (requirements.some((requirement) => gradable(requirement) && filter(requirement))) return []
  return ['the selected requirements are never graded, only observed']
}

async function perform(
  options: ConformOptions,
  setup: SuiteSetup,
  sender: Sender,
  selected: ReadonlySet<string>,
): Promise<Performed> {
  const { adapter, checks, requirements, signal, onProgress } = options
  const suite = await openSuite(setup, { sender, adapter, checks, requirements })
  let done = 0
  const explore = explorationOf(options, setup)
  const outcome = await runChecks(suite.checks, suite.options, {
    signal,
    ...(explore === undefined
      ? {}
      : {
          explore: {
            ...explore,
            onProgress: (exploration) =>
              onProgress?.({
                check: 'exploration',
                verdicts: [],
                done,
                total: suite.checks.length,
                milliseconds: 0,
                exploration,
              }),
          },
        }),
    onCheck: ({ key, outcomes, milliseconds }) =>
      onProgress?.({
        check: key,
        // A check may also judge requirements that nobody selected. Progress leaves them out.
        verdicts: outcomes
          .filter(({ requirement }) => selected.has(requirement))
          .map(({ requirement, verdict }) => ({ requirement, verdict })),
        done: ++done,
        total: suite.checks.length,
        milliseconds,
      }),
  })
  return suite.quick === undefined
    ? outcome
    : { ...outcome, quick: { requirements: suite.quick.requirements.filter((id) => selected.has(id)) } }
}

/** How the target is explored; undefined for not at all. */
function explorationOf(options: ConformOptions, setup: SuiteSetup): ExploreOptions | undefined {
  const { explore, seed, exploreReplay, only, level, shard, checks, requirements } = options
  const isSelected = [only, level, shard, checks, requirements].some((each) => each !== undefined)
  const usual = isSelected || setup.token === undefined ? false : setup.quick ? 5000 : 40_000
  const milliseconds = exploreReplay === undefined ? (explore ?? usual) : 600_000
  if (milliseconds === false || milliseconds === 0) return undefined
  return defined({
    milliseconds,
    seed: seed ?? seedOf(setup.runId),
    concurrency: setup.concurrency,
    replay: exploreReplay?.map(({ replay }) => replay as readonly Call[]),
  })
}

/** Removes what a run that broke left, by its ledger file. */
async function cleanUpByLedger(
  { ledgerFile }: SuiteSetup,
  options: ConformOptions,
  sender: Sender,
): Promise<Orphan[]> {
  if (ledgerFile === undefined || !fs.existsSync(ledgerFile)) return []
  const orphans = await removeRecords(readLedger(ledgerFile).remaining, options, sender)
  if (orphans.length === 0) fs.rmSync(ledgerFile, { force: true })
  return orphans
}
