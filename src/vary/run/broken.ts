import { parsed } from '../../../conformance/engine/words/text.ts'
import type { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import { reaches } from '../../../conformance/proof/alter/reaches.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import { membersOf, mutantAlteration, mutantsOf, type Depth, type Mutant } from '../mutants.ts'
import { differencesOf } from './difference.ts'
import type { LoggedCall } from './log-line.ts'
import { exchangeOf, inTurns, nameOf, type Outcome, type Plain, type TryContext } from './outcome.ts'
import { namesOfTexts } from '../../exchange/reads.ts'
import type { Score, Unnoticed, VaryReport } from './report.ts'
import { filesOf, testsIn } from './runs.ts'
import type { TestPlace } from '../test-header.ts'

/** Members whose values differ in each run, and that no test can compare. */
const incomparable =
  /^(?:created|lastUpdated|activated|statusChanged|lastLogin|passwordChanged|lastMembershipUpdated|client_id_issued_at|errorId)$/

/** Tries mistakes in each operation that the client uses. One that no call shows does not count. */
export async function tryBroken(
  depth: Depth,
  plain: Plain,
  used: ReadonlyMap<OperationName, readonly LoggedCall[]>,
  { jobs, tryNames, tell, redactor, cache }: TryContext,
): Promise<NonNullable<VaryReport['broken']>> {
  const exchanges = plain.calls.map(exchangeOf)
  const mutants: Mutant[] = []
  const nameOfText = namesOfTexts()
  const names = new Map(plain.calls.map((call) => [call, nameOfText(call.reply.text)]))
  const readsOf = (call: LoggedCall): ReadonlySet<string> | undefined => {
    const id = Object.entries(call.reply.headers).find(([name]) => name.endsWith('-request-id'))?.[1]
    return plain.reads.get(id ?? '') ?? plain.reads.get(names.get(call) ?? '')
  }
  for (const [operation, calls] of used) {
    for (const mutant of mutantsOf(operation, readMembers(calls, readsOf), depth))
      if (await reaches(mutantAlteration(mutant.name), exchanges)) mutants.push(mutant)
  }
  tell(`${mutants.length} mistakes of a broken service touch what it calls.`)
  const scores = new Map<OperationName, { noticed: number; tried: number }>()
  const unnoticed: Unnoticed[] = []
  await inTurns(mutants, jobs, async (mutant) => {
    const tests = testsOf(used.get(mutant.operation) ?? [])
    const files = filesOf(tests ?? testsIn(plain.calls))
    const earlier = cache?.get([mutant.name], files) as Seen | undefined
    if (earlier) cache!.hits++
    const seen = earlier ?? seenOf(mutant, await tryNames([`!${mutant.name}`], tests), redactor)
    if (seen === undefined) return
    cache?.set([mutant.name], files, seen)
    if (seen === 'nothing') return
    const score = scores.get(mutant.operation) ?? { noticed: 0, tried: 0 }
    scores.set(mutant.operation, score)
    score.tried++
    if (seen === 'noticed') score.noticed++
    else unnoticed.push(seen)
  })
  const score = [...scores].map(([operation, each]): Score => ({ operation, ...each }))
  // Runs end in any order.
  return {
    score: score.toSorted((one, other) => (one.operation < other.operation ? -1 : 1)),
    unnoticed: unnoticed.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    isTracked: plain.isTracked,
  }
}

/** A mistake that the client did not see, that a test noticed, or that none did. */
type Seen = 'nothing' | 'noticed' | Unnoticed

function seenOf(
  { name, operation, summary }: Mutant,
  outcome: Outcome | undefined,
  redactor: Redactor,
): Seen | undefined {
  if (!outcome) return undefined
  const { run, plain } = outcome
  if (run.code !== 0) return 'noticed'
  // It changed nothing that the client sees: the service was as good as the usual one.
  if (!differs(plain.calls, run.calls)) return 'nothing'
  const altered = run.calls.filter(({ isAltered }) => isAltered)
  const [call] = altered
  return {
    name,
    operation,
    summary,
    tests: [...new Set(altered.flatMap(({ test }) => (test ? [nameOf(test)] : [])))],
    ...(call && { call: { method: call.method, path: redactor.text(call.path) } }),
  }
}

/** The tests that make some calls; undefined if it is not known of every call. */
function testsOf(calls: readonly LoggedCall[]): readonly TestPlace[] | undefined {
  return calls.every(({ test }) => test !== undefined) ? testsIn(calls) : undefined
}

/** The members of an operation's replies that the client read, without objects whose members it read. */
function readMembers(
  calls: readonly LoggedCall[],
  readsOf: (call: LoggedCall) => ReadonlySet<string> | undefined,
): string[] {
  const found = new Set<string>()
  for (const call of calls) {
    const read = readsOf(call)
    if (read)
      for (const path of membersOf(parsed(call.reply.text)))
        if (read.has(path) && !incomparable.test(path) && !path.startsWith('_links')) found.add(path)
  }
  return [...found]
}

/** Whether a client saw other replies than in the plain run, test by test. */
function differs(plain: readonly LoggedCall[], varied: readonly LoggedCall[]): boolean {
  const testOf = ({ test }: LoggedCall): string => (test ? nameOf(test) : '')
  const before = Map.groupBy(plain, testOf)
  return [...Map.groupBy(varied, testOf)].some(([test, calls]) => {
    const same = before.get(test) ?? []
    return (
      same.length !== calls.length ||
      calls.some(({ reply }, at) => differencesOf(same[at]!.reply, reply).length > 0)
    )
  })
}
