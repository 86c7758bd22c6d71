import type { TestEnd } from './log-line.ts'
import { isPatient } from './blame.ts'
import { inTurns, isSameTest, nameOf, type Outcome, type TryContext, type TryNames } from './outcome.ts'

/** The causes of a failure: outcomes of as few variants as possible, with tests that surely fail under them. */
interface Judgement {
  readonly sure: readonly Outcome[]
  /** Failures that did not happen again, with their variants. */
  readonly unclear: readonly string[]
}

/** Finds out which variants of a group that failed are the cause. */
export async function judged(group: Outcome, context: TryContext): Promise<Judgement> {
  const { tryNames } = context
  const isSingle = group.names.length === 1
  const sure: Outcome[] = []
  const unclear: string[] = []
  const late: TestEnd[] = []
  const { again, singles } = isSingle ? { again: [], singles: [group] } : await againAndAlone(group, context)
  for (const alone of singles) {
    const { true: slow = [], false: rest = [] } = Object.groupBy(alone.failed, (test) =>
      isLate(test, alone) ? 'true' : 'false',
    )
    late.push(...slow)
    unclear.push(...slow.map((test) => tooLate(alone, test)))
    const outcome = { ...alone, failed: rest }
    const failed = await failingAgain(outcome, again, tryNames)
    if (failed.length < outcome.failed.length) unclear.push(...outcome.names.map(unconfirmed))
    if (failed.length > 0) sure.push({ ...outcome, failed })
  }
  if (isSingle) return { sure, unclear }
  const alone = new Set([...late, ...sure.flatMap(({ failed }) => failed)].map(nameOf))
  const together = { ...group, failed: group.failed.filter((test) => !alone.has(nameOf(test))) }
  const found = await judgedTogether(together, again, tryNames)
  return { sure: [...sure, ...found.sure], unclear: [...unclear, ...found.unclear] }
}

const unconfirmed = (name: string): string => `${name}: a failure was not confirmed`

/** Short pages together with another form of the links, for example: neither fails a test alone. */
async function judgedTogether(
  group: Outcome,
  again: readonly TestEnd[],
  tryNames: TryNames,
): Promise<Judgement> {
  const sure: Outcome[] = []
  const unclear: string[] = []
  let failed = among(group.failed, again)
  for (const test of group.failed)
    if (!failed.includes(test))
      unclear.push(unconfirmed(`${nameOf(test)}, with ${group.names.length} variants`))
  while (failed.length > 0) {
    const least = await smallestFailing({ ...group, failed }, tryNames)
    const sureOf = await failingAgain(least, [], tryNames)
    const [late] = sureOf.filter(isTimeOut)
    // Waits for several variants add up.
    if (late) unclear.push(tooLate(least, late))
    else if (sureOf.length > 0 && least.names.length > 1) sure.push({ ...least, failed: sureOf })
    else unclear.push(unconfirmed(least.names.join(' + ')))
    const met = new Set(least.failed.map(nameOf))
    failed = failed.filter((test) => !met.has(nameOf(test)))
  }
  return { sure, unclear }
}

const tooLate = ({ names }: Outcome, test: TestEnd): string =>
  `${names.join(' + ')}: ${nameOf(test)} takes longer than its time limit`

const isTimeOut = ({ message = '' }: TestEnd): boolean => /tim(?:e-?out|ed out)/i.test(message)

/** Whether a test only took longer than its own limit, as the client tried each failed call again. */
function isLate(test: TestEnd, { run: { calls } }: Outcome): boolean {
  const own = calls.filter((call) => call.test && isSameTest(call.test, test))
  return isTimeOut(test) && isPatient(own.length > 0 ? own : calls)
}

/** Tries a group again, and each of its variants alone. Answers the tests that fail again, and single variants that fail. */
async function againAndAlone(
  group: Outcome,
  { jobs, tryNames, tell }: TryContext,
): Promise<{ again: readonly TestEnd[]; singles: Outcome[] }> {
  const runs = [group.names, ...group.names.map((name) => [name])]
  const [again, ...outcomes] = await inTurns(runs, jobs, async (names) => {
    const outcome = await tryNames(names, group.failed)
    if (outcome && outcome.failed.length > 0 && names !== group.names)
      tell(`${names.join()}: ${outcome.failed.map(nameOf).join(', ')}`)
    return outcome
  })
  const singles = outcomes.filter((outcome) => outcome !== undefined && outcome.failed.length > 0)
  return { again: again?.failed ?? [], singles: singles as Outcome[] }
}

const among = (tests: readonly TestEnd[], others: readonly TestEnd[]): TestEnd[] => {
  const names = new Set(others.map(nameOf))
  return tests.filter((test) => names.has(nameOf(test)))
}

/**
 * The tests that fail three times: a test that fails now and then fails twice by chance.
 *
 * @param before Tests that failed twice before, under a group with these variants. Others are tried again, twice.
 */
async function failingAgain(
  { names, failed }: Outcome,
  before: readonly TestEnd[],
  tryNames: TryNames,
): Promise<readonly TestEnd[]> {
  const known = among(failed, before)
  let rest = failed.filter((test) => !known.includes(test))
  for (let time = 1; time <= 2 && rest.length > 0; time++)
    rest = among(rest, (await tryNames(names, rest))?.failed ?? [])
  return failed.filter((test) => known.includes(test) || rest.includes(test))
}

/** As few variants as fail together: leaves out halves, then smaller parts, as long as the rest fails. */
async function smallestFailing(group: Outcome, tryNames: TryNames): Promise<Outcome> {
  const names = new Set(group.failed.map(nameOf))
  let found = group
  for (let size = Math.ceil(group.names.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < found.names.length && found.names.length > 1;) {
      const rest = [...found.names.slice(0, at), ...found.names.slice(at + size)]
      const outcome = rest.length === 0 ? undefined : await tryNames(rest, group.failed)
      const failed = outcome?.failed.filter((test) => names.has(nameOf(test))) ?? []
      if (outcome && failed.length > 0) found = { ...outcome, failed }
      else at += size
    }
  }
  return found
}
