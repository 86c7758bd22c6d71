/**
 * `orgFixtures({ vary: 'used' })` of Vitest. It registers each test of the file once more for every variant. Such a test
 * runs if the test itself has passed, and if the variant touches a call that it made.
 */
import type { VariedCall, VaryOptions } from '../vary/variants.ts'
import { type VariantName, variantNames } from '../vary/variant-names.ts'
import type { FixtureFunctions, OrgFixtures, Use } from './fixtures.ts'

/** A test of Vitest, as fixtures and hooks get it. */
interface VitestTask {
  readonly name: string
  readonly file: object
  readonly suite?: { readonly name: string; readonly suite?: VitestTask['suite'] } | undefined
  readonly result?:
    | { readonly state: string; readonly errors?: readonly { message: string }[] | undefined }
    | undefined
}

/** The context of a test in Vitest. */
interface VitestContext {
  readonly task: VitestTask
  readonly skip: (note?: string) => void
  readonly onTestFailed: (act: () => void) => void
}

/** The used part of Vitest, which is the same since version 4. */
export interface VitestParts {
  readonly beforeEach: (act: (context: VitestContext) => Promise<void>) => void
  readonly TestRunner?: { readonly getCurrentSuite?: () => unknown }
}

type Register = (this: unknown, name: string | { readonly name: string }, ...more: unknown[]) => void

/** The tests that a file or a `describe` collects. */
interface Collector {
  readonly type: string
  readonly file?: object | undefined
  readonly tasks: unknown[]
  test: { readonly fn: Register }
}

interface Seen {
  readonly task: VitestTask
  readonly calls: VariedCall[]
}

/** A variant that shows in the first call of an operation. Clients wait seconds for it, so a file tries it once. */
interface Tried {
  readonly operations: Set<string>
  /** They remember the calls of all tests of the file. */
  vary?: VaryOptions
}

const triedIn = new WeakMap<object, Map<VariantName, Tried>>()

/** The tests of each file that varies them, by their names. */
const files = new WeakMap<object, Map<string, Seen>>()
const watched = new WeakSet<Collector>()

/**
 * Fixtures whose organisations vary: once plainly, then under each variant that the test touches.
 *
 * @throws TypeError outside of a file of tests, and in a Vitest that does not show its collectors.
 */
export function usedFixtures(fixtures: FixtureFunctions, vitest: VitestParts): FixtureFunctions {
  const current = vitest.TestRunner?.getCurrentSuite
  if (!current) throw new TypeError("orgFixtures: vary: 'used' needs Vitest 4 or later")
  const collector = current() as Collector
  const file = collector.file ?? collector
  if (!files.has(file)) {
    files.set(file, new Map())
    watch(collector, file)
    vitest.beforeEach(skipUntouched)
  }
  const org = async ({ task }: VitestContext, use: Use<OrgFixtures['org']>): Promise<void> =>
    fixtures.org({}, async (made) => {
      const { variant } = partsOf(task)
      const tried = variant && triedIn.get(task.file)?.get(variant)
      if (tried) await varyOnce(made, variant, tried)
      else if (variant !== undefined) await made.vary(variant)
      else await note(task, made)
      await use(made)
    })
  return { ...fixtures, org: org as unknown as FixtureFunctions['org'] }
}

/** Registers each test that a collector gets once more for every variant, and those of collectors in it. */
function watch(collector: Collector, file: object): void {
  if (watched.has(collector)) return
  watched.add(collector)
  const { test, tasks } = collector
  // Vitest has one collector for all files of a worker.
  const isOurs = (): boolean => files.has(collector.file ?? file)
  const register: Register = function (this: unknown, name, ...more) {
    test.fn.call(this, name, ...more)
    const text = typeof name === 'string' ? name : name.name
    if (isOurs()) for (const variant of variantNames) test.fn.call(this, `${text} (${variant})`, ...more)
  }
  collector.test = { fn: register }
  tasks.push = (...items) => {
    for (const item of items as Collector[]) if (item.type === 'collector' && isOurs()) watch(item, file)
    return Array.prototype.push.apply(tasks, items)
  }
}

/** The test and the variant of a task; without a variant the task is the test itself. */
function partsOf({ name, suite }: VitestTask): { readonly test: string; readonly variant?: VariantName } {
  const around: string[] = []
  for (let each = suite; each; each = each.suite) around.unshift(each.name)
  const variant = variantNames.find((each) => name.endsWith(` (${each})`))
  const title = variant === undefined ? name : name.slice(0, -variant.length - 3)
  const test = [...around, title].join('\n')
  return variant === undefined ? { test } : { test, variant }
}

/** Notes the calls of a test. */
async function note(task: VitestTask, { dispatcher }: OrgFixtures['org']): Promise<void> {
  const { vary } = await import('../vary/vary.ts')
  const calls: VariedCall[] = []
  dispatcher.variation = Promise.resolve(vary(dispatcher, { onCall: (call) => void calls.push(call) }))
  files.get(task.file)?.set(partsOf(task).test, { task, calls })
}

/** Varies the calls of operations that no earlier test of the file made under the variant. */
async function varyOnce(
  { dispatcher }: OrgFixtures['org'],
  variant: VariantName,
  tried: Tried,
): Promise<void> {
  const [{ vary }, { sharedOptions }] = await Promise.all([
    import('../vary/vary.ts'),
    import('../vary/names.ts'),
  ])
  dispatcher.variation = Promise.resolve(vary(dispatcher, (tried.vary ??= sharedOptions(variant))))
}

/** Skips a test under a variant that changes nothing for it. One that fails says what it relies on. */
async function skipUntouched({ task, skip, onTestFailed }: VitestContext): Promise<void> {
  const { test, variant } = partsOf(task)
  if (variant === undefined) return
  const seen = files.get(task.file)?.get(test)
  if (!seen) return skip('it has no organisation')
  if (seen.task.result?.state !== 'pass') return skip('it fails without variants')
  const [{ isTouched }, { variantOf }] = await Promise.all([
    import('../vary/touched.ts'),
    import('../vary/variants.ts'),
  ])
  if (variantOf(variant).isAtFault)
    return skip('only the calls of a failed test say more: run identikit vary')
  if (!(await isTouched(variant, seen.calls))) return skip('the variant touches no call')
  if (variantOf(variant).isPerOperation && !hasNew(task.file, variant, seen.calls))
    return skip('earlier tests made all of its calls under the variant')
  onTestFailed(() => {
    const { summary, open, advice } = variantOf(variant)
    const [error] = task.result?.errors ?? []
    if (error) error.message += `\n\nThe service ${summary}.\nOpen: ${open}.\nDo: ${advice}`
  })
}

/** Whether some call is of an operation that no earlier test of the file called under the variant. Notes them. */
function hasNew(file: object, variant: VariantName, calls: readonly VariedCall[]): boolean {
  const variants = triedIn.get(file) ?? new Map<VariantName, Tried>()
  triedIn.set(file, variants)
  const tried = variants.get(variant) ?? { operations: new Set<string>() }
  variants.set(variant, tried)
  const { operations } = tried
  const before = operations.size
  for (const { operation } of calls) operations.add(operation)
  return operations.size > before
}
