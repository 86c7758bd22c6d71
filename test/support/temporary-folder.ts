import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes one temporary folder for the files of a test run and of its child processes. It is deleted when the run ends,
 * so that no test leaves files on the machine.
 *
 * @returns the function that Vitest calls when the run ends.
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
