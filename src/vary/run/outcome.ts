import { parsed } from '../../../conformance/engine/words/text.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '../../../conformance/proof/alter/reaches.ts'
import type { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import type { LoggedCall, TestEnd } from './log-line.ts'
import type { Cache } from './cache.ts'
import type { Run } from './run-once.ts'
import type { TestPlace } from '../test-header.ts'

/** A run under variants: the tests that failed in it, flaky ones left out. */
export interface Outcome {
  readonly names: readonly string[]
  readonly run: Run
  readonly failed: readonly TestEnd[]
  /** The same tests without variants. */
  readonly plain: Pick<Run, 'calls'>
}

/**
 * Runs the command under variants and mistakes, by their names; undefined if there is no time left.
 *
 * @param tests The tests that can show it. Default: all.
 */
export type TryNames = (
  names: readonly string[],
  tests?: readonly TestPlace[],
) => Promise<Outcome | undefined>

/** The means to try something. */
export interface TryContext {
  readonly jobs: number
  readonly tryNames: TryNames
  readonly tell: (text: string) => void
  readonly redactor: Redactor
  readonly cache: Cache | undefined
}

/** The run without variants. */
export interface Plain extends Run {
  readonly flaky: ReadonlySet<string>
  readonly isTracked: boolean
  /** How many runs may go at the same time. */
  readonly jobs: number
}

/** The name of a test. */
export const nameOf = ({
  name = '',
  file = '',
}: {
  readonly name?: string | undefined
  readonly file?: string | undefined
}): string => name || file

/** Whether two names are of one test: reporters write titles and those around them differently. */
export function isSameTest(
  one: { readonly name?: string | undefined },
  other: { readonly name?: string | undefined },
): boolean {
  const plainOf = (name = ''): string => name.replaceAll(/\s*(?:>|›)\s*|\s+/g, ' ').trim()
  const [short = '', long = ''] = [plainOf(one.name), plainOf(other.name)].toSorted(
    (a, b) => a.length - b.length,
  )
  return short !== '' && (long === short || long.endsWith(` ${short}`))
}

/** A logged call as the engine of our suite takes it. */
export function exchangeOf({
  operation,
  method,
  path,
  query,
  text,
  reply,
}: LoggedCall): Call & Pick<LoggedCall, 'operation'> {
  return {
    operation,
    sent: { method, path, query: new URLSearchParams(query), headers: {}, json: parsed(text), text },
    answer: { ...reply, json: parsed(reply.text) },
  }
}

/** Does something to each, as many at a time as there are jobs; the results in their order. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  jobs: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const work = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await act(item)
  }
  // Not at the very same moment: programs that start together are slower.
  await Promise.all(
    Array.from({ length: Math.min(jobs, items.length) }, async (_, at) => {
      await wait(at * 50)
      await work()
    }),
  )
  return results
}
