import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * One temporary folder for all that a run of tests writes, and that the processes write which it starts: it goes
 * when the run ends, so that no test leaves anything on the machine.
 *
 * @returns what Vitest calls when the run ends.
 */
export default function setup(): () => void {
  const { TMPDIR: before } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'identikit-tests-'))
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
