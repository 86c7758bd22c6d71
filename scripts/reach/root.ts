import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
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

/** Starts the executable inside, with standard output to read. */
export function startIn(root: Root, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(...inside(root, args), {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Runs the executable inside to its end. */
export function runIn(
  root: Root,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { code: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(...inside(root, args), {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  return { code: status, printed: stdout + stderr }
}

function inside(
  { folder, program, isFirst }: Root,
  args: readonly string[],
): [program: string, args: string[]] {
  // It may write only in its working directory.
  const changed = [
    `--root=${folder}`,
    '--wd=/state',
    `--setgid=${userId}`,
    `--setuid=${userId}`,
    program,
    ...args,
  ]
  return ['unshare', isFirst ? ['--pid', '--fork', '--kill-child', ...changed] : changed]
}

/** Sends a signal to the program that a command started, through any processes in between. */
export function signal(child: ChildProcess, name: NodeJS.Signals): void {
  let pid = String(child.pid)
  for (;;) {
    const { stdout } = spawnSync('pgrep', ['--parent', pid], { encoding: 'utf8' })
    const below = stdout.trim().split('\n')[0]
    if (!below) break
    pid = below
  }
  process.kill(Number(pid), name)
}
