import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ConformIo } from '../../../conformance/cli/options.ts'
import { exitCodes } from '../../server/command-io.ts'
import { UsageError } from '../../server/usage-error.ts'
import { readVersion } from '../../server/version.ts'
import { type Change, planOf } from './plan.ts'
import { projectIn } from './project.ts'

/** The options of `identikit init`. */
export interface InitFlags {
  readonly agent?: true | undefined
  readonly yes?: true | undefined
}

/**
 * `identikit init`: shows what it would add to the project in a folder, and adds it. It overwrites no file but
 * `package.json`. Answers the exit code.
 *
 * @throws UsageError for a folder without a project, and for a `package.json` with uncommitted changes.
 */
export async function runInit(folder: string, { agent, yes }: InitFlags, io: ConformIo): Promise<number> {
  const project = projectIn(folder)
  const { changes, kept, next } = planOf(project, readVersion(), agent === true)
  const { runner, framework } = project
  io.out(`A project with ${[framework, runner].filter(Boolean).join(' and ')}.`)
  for (const path of kept) io.out(`  stays   ${path}`)
  if (changes.length === 0) {
    io.out('Nothing is missing.')
    return exitCodes.ok
  }
  for (const { path, why, isEdit } of changes) io.out(`  ${isEdit ? 'edits ' : 'adds  '}  ${path}: ${why}`)
  const isInGit = await refuseUncommitted(folder, changes)
  if (yes !== true) {
    const answer = io.ask ? await io.ask('Write these files? [y/N] ') : ''
    if (!/^y(es)?$/i.test(answer.trim())) {
      io.out(io.ask ? 'Nothing was written.' : 'Nothing was written. To write these files, add --yes.')
      return exitCodes.ok
    }
  }
  for (const { path, text } of changes) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  io.out(`\nNext:  ${next.join(' && ')}`)
  if (isInGit) io.out(`Undo:  ${undoOf(changes)}`)
  return exitCodes.ok
}

/**
 * Whether git can undo the changes.
 *
 * @throws UsageError if a file to edit has changes that an undo would lose.
 */
async function refuseUncommitted(folder: string, changes: readonly Change[]): Promise<boolean> {
  const edited = changes.filter(({ isEdit }) => isEdit).map(({ path }) => path)
  try {
    const words = ['status', '--porcelain', '--', ...edited]
    const { stdout } = await promisify(execFile)('git', words, { cwd: folder })
    if (edited.length === 0 || stdout.trim() === '') return true
  } catch {
    // No git, or no repository.
    return false
  }
  throw new UsageError(
    `${edited.join(', ')} has uncommitted changes: commit them first, so that you can undo this`,
  )
}

/** The command that takes the changes back. */
function undoOf(changes: readonly Change[]): string {
  const paths = (isEdit: boolean): string =>
    changes
      .filter((change) => change.isEdit === isEdit)
      .map(({ path }) => (/[^\w./-]/.test(path) ? `'${path}'` : path))
      .join(' ')
  return [
    ...(paths(true) === '' ? [] : [`git checkout ${paths(true)}`]),
    ...(paths(false) === '' ? [] : [`rm ${paths(false)}`]),
  ].join(' && ')
}
