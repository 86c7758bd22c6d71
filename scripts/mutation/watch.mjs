import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Ends the process that a change has hung: one that took more processor time than its run may take, or that waits for
 * nothing. On a busy machine a thread that waits for a processor is not taken for one that does nothing.
 */
const { limits } = workerData
let seen = -1
let base = 0
let idle = 0
let last = new Map()
const own = readlinkSync('/proc/thread-self').split('/').at(-1)

setInterval(() => {
  const [run, seconds] = [Atomics.load(limits, 0), Atomics.load(limits, 1)]
  const { user, system } = process.cpuUsage()
  const used = (user + system) / 1e6
  const now = progress()
  let most = 0
  for (const [thread, time] of now) most = Math.max(most, time - (last.get(thread) ?? 0))
  last = now
  if (run !== seen) {
    seen = run
    base = used
    idle = 0
    return
  }
  idle = most < 4 ? idle + 1 : 0
  if (seconds === 0) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  if (idle === 20) parentPort.postMessage('idle')
  if (used - base > seconds || idle > 80) process.kill(process.pid, 'SIGKILL')
}, 500)

/** What each other thread ran and waited for a processor, in milliseconds. */
function progress() {
  const times = new Map()
  for (const thread of readdirSync('/proc/self/task')) {
    if (thread === own) continue
    try {
      const [ran = 0, waited = 0] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8')
        .split(' ')
        .map(Number)
      times.set(thread, (ran + waited) / 1e6)
    } catch {
      // It has ended meanwhile.
    }
  }
  return times
}
