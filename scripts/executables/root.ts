import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The user that runs everything in the root, and in the image. */
export const userId = 10_001

/** A root file system that contains the executable, and the way to call it there. */
export interface Root {
  readonly folder: string
  /** The path of the executable inside. */
  readonly program: string
  /** Whether it runs as the first process of a namespace, as in a container. */
  readonly isFirst: boolean
}

/**
 * Makes a root that contains the executable, its linked libraries, and a folder that its user may write. It has nothing
 * else: no shell, no /tmp, no /proc, no /etc.
 */
export function emptyRoot(folder: string, executable: string): Root {
  const program = '/identikit'
  chmodSync(folder, 0o755)
  copy(executable, join(folder, program))
  for (const library of librariesOf(executable)) copy(library, join(folder, library))
  mkdirSync(join(folder, 'state'))
  const { status } = spawnSync('chown', [String(userId), join(folder, 'state')])
  if (status !== 0) throw new Error('only root may start programs in another root, as another user')
  return { folder, program, isFirst: false }
}

/** The libraries that the loader looks for, and the loader. */
function librariesOf(executable: string): readonly string[] {
  const { stdout, status } = spawnSync('ldd', [executable], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ldd ${executable} failed`)
  return [...stdout.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, path]) => path!)
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, 0o755)
}
