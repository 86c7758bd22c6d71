/** Finds the checks that an alteration reaches, without running them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckDefinition } from '../../engine/run/check.ts'
import type { RunOutcome } from '../../engine/run/run-checks.ts'
import type { SelftestOptions } from './selftest.ts'
import { runAltered } from './selftest.ts'
import type { Alteration, Answer, Sent } from '../alter/wire.ts'

/** One call of a check to the unaltered server. */
interface Call {
  readonly sent: Sent
  readonly answer: Answer
}

/** The calls of every check on the unaltered server, and the outcome. */
export interface Recording {
  readonly outcome: RunOutcome
  readonly calls: ReadonlyMap<CheckDefinition, readonly Call[]>
}

/** Runs the checks on the unaltered server and keeps every call with its answer, by the check that made it. */
export async function record(
  options: Pick<SelftestOptions, 'createTarget' | 'lag'>,
  checks: readonly CheckDefinition[],
): Promise<Recording> {
  const caller = new AsyncLocalStorage<CheckDefinition>()
  const calls = new Map<CheckDefinition, Call[]>(checks.map((each) => [each, []]))
  const original = new Map<CheckDefinition, CheckDefinition>()
  const watched = checks.map((check): CheckDefinition => {
    const one = {
      ...check,
      body: (context) => caller.run(check, () => check.body(context)),
    } as CheckDefinition
    original.set(one, check)
    return one
  })
  const alter: Alteration = () => async (sent, forward) => {
    const answer = await forward(sent)
    const check = caller.getStore()
    if (check !== undefined) calls.get(check)?.push({ sent, answer })
    return answer
  }
  return { outcome: await runAltered(options, watched, { alter }), calls }
}

/**
 * The checks with a call that the alteration would send or answer differently, in the order of the recording. Each
 * check is replayed alone, after those in `before`. So this does not see alterations that need calls of other checks,
 * or calls that overlap.
 */
export async function reached(
  alteration: Alteration,
  { calls }: Recording,
  before: readonly CheckDefinition[] = [],
): Promise<CheckDefinition[]> {
  const found: CheckDefinition[] = []
  const earlier = before.flatMap((check) => calls.get(check) ?? [])
  for (const [check, made] of calls) if (await reaches(alteration, made, earlier)) found.push(check)
  return found
}

/** Whether an alteration would send or answer one of these calls differently, after earlier ones. */
export async function reaches(
  alteration: Alteration,
  calls: readonly Call[],
  earlier: readonly Call[] = [],
): Promise<boolean> {
  const alter = alteration()
  for (const { sent, answer } of earlier) await alter(sent, () => Promise.resolve(answer)).catch(() => answer)
  for (const { sent, answer } of calls) {
    let forwarded = 0
    let altered = false
    try {
      const got = await alter(sent, async (next) => {
        forwarded++
        altered ||= next !== sent && !isSameCall(next, sent)
        return answer
      })
      if (altered || forwarded !== 1 || (got !== answer && !isSameAnswer(got, answer))) return true
    } catch {
      // The alteration does not answer a call that it does not expect.
      return true
    }
  }
  return false
}

function isSameCall(one: Sent, other: Sent): boolean {
  return (
    one.method === other.method &&
    one.path === other.path &&
    one.text === other.text &&
    String(one.query) === String(other.query) &&
    isSameRecord(one.headers, other.headers)
  )
}

function isSameAnswer(one: Answer, other: Answer): boolean {
  return one.status === other.status && one.text === other.text && isSameRecord(one.headers, other.headers)
}

function isSameRecord(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
