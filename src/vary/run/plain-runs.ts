import { nameOf, type Plain } from './outcome.ts'
import type { Run } from './run-once.ts'
import { failuresOf, type Runs } from './runs.ts'

/** The command gives no verdict: it fails without variants, or calls nothing. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict'
}

/**
 * Two runs without variants; the second also measures which members the client reads. With several jobs they go at the
 * same time. Some commands pass only alone: they use a fixed port, or write a file.
 *
 * @throws NoVerdict if the command fails in both, or makes no call.
 */
export async function plainRuns(runs: Runs, jobs: number, tell: (text: string) => void): Promise<Plain> {
  tell('Running the command without variants, twice.')
  const pair = async (isAtOnce: boolean): Promise<[Run, Run]> => {
    const one = runs.start()
    if (!isAtOnce) await one
    return Promise.all([one, runs.start({ isTracked: true })])
  }
  const isPassed = (both: readonly Run[]): boolean => both.every(({ code }) => code === 0)
  let both = await pair(jobs > 1)
  let atOnce = jobs
  const sometimes: string[] = []
  if (jobs > 1 && !isPassed(both)) {
    const failed = both.flatMap((run) => failuresOf(run).map(nameOf))
    both = await pair(false)
    if (isPassed(both) && isPassed(await pair(true))) sometimes.push(...failed)
    else if (isPassed(both)) {
      tell('The command fails if it runs twice at the same time, so there is one run at a time.')
      atOnce = 1
    }
  }
  const [first] = both
  let [, second] = both
  if (first.calls.length === 0)
    throw new NoVerdict(
      `the command ${first.code === 0 ? 'called no operation' : 'failed before it called an operation'}. Let it call the URL in IDENTIKIT_URL with the token in IDENTIKIT_TOKEN, or make an organisation with createOrg().\n${lastOf(first)}`,
    )
  let isTracked = second.reads.size > 0
  if (second.code !== 0 && first.code === 0) {
    // Watching may be in the way of a client that compares objects by what they are.
    second = await runs.start()
    isTracked = false
  }
  const failed = failuresOf(first).map(nameOf)
  const failedAgain = failuresOf(second).map(nameOf)
  const always = new Set(failed.filter((name) => failedAgain.includes(name)))
  if (always.size > 0)
    throw new NoVerdict(
      `the command must pass without variants; it fails: ${[...always].join(', ')}\n${lastOf(second)}`,
    )
  return {
    ...(second.code === 0 ? second : first),
    reads: second.reads,
    flaky: new Set([...sometimes, ...failed, ...failedAgain]),
    jobs: atOnce,
    isTracked,
    milliseconds: Math.max(first.milliseconds, second.milliseconds),
    silence: Math.max(first.silence, second.silence),
  }
}

/** The last lines of the output of a run. */
export function lastOf({ output }: Run): string {
  return output.trimEnd().split('\n').slice(-20).join('\n')
}
