import type { Family } from './parts.ts'
import { Rng } from '../../explore/sequence/rng.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { againFamilies } from './again.ts'
import { bodyFamilies, refusedFamilies } from './refused-writes.ts'
import { nameFamilies, ruleFamilies } from './rules.ts'
import { pageFamilies } from './pages.ts'
import { secretFamilies } from './secrets.ts'
import { viewFamilies } from './views.ts'
import { loadChecks } from '../../engine/plan/check-files.ts'
import { UsageError } from '../../engine/words/usage-error.ts'
import { globPattern } from '../../engine/words/text.ts'
import type { SelftestIo } from '../selftest/selftest-command.ts'
import { runAltered, type CreateTarget } from '../selftest/run-altered.ts'

/** The kinds of mistakes, by name. */
export const families: Readonly<Record<string, Family>> = {
  ...pageFamilies,
  ...viewFamilies,
  ...refusedFamilies,
  ...nameFamilies,
  ...bodyFamilies,
  ...againFamilies,
  ...ruleFamilies,
  ...secretFamilies,
}

/** Mistakes by chance, each kind as often as another, none twice. The same seed draws the same. */
export function interactions(seed: number, count: number): Mutant[] {
  const rng = new Rng(seed)
  const drawn = new Map<string, Mutant>()
  const names = rng.shuffled(Object.keys(families))
  for (let at = 0; drawn.size < count && at < 40 * count; at++) {
    const name = names[at % names.length] as string
    const [summary, alter, about] = (families[name] as Family)(rng)
    if (!drawn.has(summary)) drawn.set(summary, { id: `${name} ${at}`, breaks: [], summary, alter, about })
  }
  return [...drawn.values()]
}

/** The first failure of a run against a mistake. */
export interface Finding {
  /** The requirement of the first failure; missing if nothing failed. */
  readonly requirement?: string
  /** Whether it names the mistake. */
  readonly isRight: boolean
}

/** The parts of a run that look for a mistake. */
export interface Search {
  /** The most calls of the exploration. */
  readonly calls: number
  /** Whether the checks run before the exploration, as in a default run. Default false. */
  readonly checks?: boolean
}

/** Looks for a mistake without control: by exploration, and by the checks of all answers or by all checks. */
export async function find(
  createTarget: CreateTarget,
  { alter, about = /./ }: Mutant,
  { calls, checks = false }: Search,
): Promise<Finding> {
  const all = await loadChecks()
  const withoutControl: CreateTarget = async (options) => {
    const { control: _, ...target } = await createTarget(options)
    return target
  }
  const { checks: results } = await runAltered(
    { createTarget: withoutControl },
    checks ? all : all.filter(({ plan }) => plan.last === true),
    { alter },
    {
      allow: ['mail'],
      features: {},
      explore: { milliseconds: 120_000, seed: 11, maxCalls: calls, ...(checks ? {} : { maxFound: 1 }) },
    },
  )
  const failed = results
    .toSorted((one, other) => Number(other.file === 'exploration') - Number(one.file === 'exploration'))
    .flatMap(({ outcomes }) => outcomes)
    .find(({ verdict }) => verdict === 'fail')
  return failed === undefined
    ? { isRight: false }
    : { requirement: failed.requirement, isRight: about.test(failed.requirement) }
}

/** The options of a draw. */
interface DrawValues {
  /** How many mistakes are drawn. */
  readonly count: number
  readonly seed?: number | undefined
  readonly calls?: number | undefined
  /** Whether the exploration alone looks for them. */
  readonly quick?: true | undefined
}

/** Draws mistakes by chance, and prints which of them are found. */
export async function found(
  createTarget: CreateTarget,
  globs: readonly string[],
  { count, seed = 1, calls = 3000, quick }: DrawValues,
  io: SelftestIo,
): Promise<number> {
  const forms = globs.map(globPattern)
  const some = interactions(seed, count).filter(
    ({ id }) => forms.length === 0 || forms.some((form) => form.test(id)),
  )
  if (some.length === 0) throw new UsageError('no interaction fits what is asked for')
  let right = 0
  let missed = 0
  for (const each of some) {
    const { requirement, isRight } = await find(createTarget, each, { calls, checks: quick !== true })
    if (isRight) right++
    else if (requirement === undefined) missed++
    io.out(
      `${requirement === undefined ? 'MISSED' : isRight ? 'found ' : 'OTHER '}  ${each.id}: ${each.summary}${requirement === undefined ? '' : ` (${requirement})`}`,
    )
  }
  const all = some.length - missed
  io.out(
    `${all} of ${some.length} interactions are found, ${right} of them with a requirement that names the mistake first`,
  )
  return missed > 0 ? 1 : 0
}
