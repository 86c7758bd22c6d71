import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The first workerd of npm in which the cluster mode was tried. The workerd of miniflare, in CI, lacks it. */
const workerdVersion = '1.20261117.1'

/** The program: `WORKERD`, or else installed in the folder. It is 155 MB, and only this test needs it. */
export async function workerdProgram(folder: string): Promise<string> {
  const named = process.env['WORKERD']
  if (named !== undefined) return named
  await promisify(execFile)(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      folder,
      `workerd@${workerdVersion}`,
    ],
    { cwd: folder },
  )
  const platform = `${process.platform}-${process.arch === 'x64' ? '64' : process.arch}`
  const program = join(folder, `node_modules/@cloudflare/workerd-${platform}/bin/workerd`)
  await access(program)
  return program
}
