/**
 * Builds the image by its Dockerfile, without a daemon, and tries its contents. The image's user starts it as the first
 * process of a separate namespace.
 *
 * Base images may be unreachable. So the first stage is replaced by the executable and its libraries, which the same
 * commands made here. It needs root, and buildah: `apt-get install buildah`.
 */
import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root as project } from './build/entries.ts'
import { executableHere } from './executables/runtimes.ts'
import { checkRoot } from './reach/checks.ts'
import { emptyRoot, runIn, userId } from './reach/root.ts'

/** The size that docs/containers.md promises, in bytes, on a disk and as a registry sends it. */
const most = { onDisk: 180e6, compressed: 65e6 }

/** The configuration of the image for its run. */
interface Configuration {
  readonly OCIv1: {
    readonly config: {
      readonly User: string
      readonly WorkingDir: string
      readonly Entrypoint: readonly string[]
      readonly Cmd: readonly string[]
      readonly Volumes: Readonly<Record<string, object>>
      readonly Labels: Readonly<Record<string, string>>
    }
  }
  readonly Docker: { readonly config: { readonly Healthcheck: { readonly Test: readonly string[] } } }
}

using temporary = mkdtempDisposableSync(join(tmpdir(), 'identikit-'))
const folder = temporary.path
const store = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
let container: string | undefined
try {
  const stage = join(folder, 'stage')
  mkdirSync(join(stage, 'image'), { recursive: true })
  emptyRoot(join(stage, 'image'), executableHere())
  const version = (JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string })
    .version
  const built = ['--isolation', 'chroot', '--format', 'docker', '--build-context', `build=${stage}`]
  buildah('build', ...built, '--build-arg', `VERSION=${version}`, '--tag', 'identikit', project)
  container = buildah('from', 'identikit')
  checkConfiguration(JSON.parse(buildah('inspect', '--type', 'image', 'identikit')) as Configuration, version)
  const mounted = buildah('mount', container)
  const root = { folder: mounted, program: '/identikit', isFirst: true }
  assert.equal(runIn(root, ['health']).code, 1)
  checkNothingIsWritable(mounted)
  checkSize(mounted)
  await checkRoot(root)
  console.log(
    'image: serve, console, conform, pact check, a state file and signals work as its first process',
  )
} finally {
  if (container !== undefined) buildah('rm', container)
}

function buildah(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('buildah', [...store, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`buildah ${args[0]} failed: ${stderr}`)
  return stdout.trim()
}

function checkConfiguration({ OCIv1, Docker }: Configuration, version: string): void {
  const { config } = OCIv1
  assert.equal(config.User, `${userId}:${userId}`)
  assert.equal(config.WorkingDir, '/state')
  assert.deepEqual(config.Entrypoint, ['/identikit'])
  assert.deepEqual(config.Cmd, ['serve', '--host', '0.0.0.0'])
  assert.deepEqual(Object.keys(config.Volumes), ['/state'])
  assert.equal(config.Labels['org.opencontainers.image.version'], version)
  assert.deepEqual(Docker.config.Healthcheck.Test, ['CMD', '/identikit', 'health'])
}

/** The root is in effect read-only: its user can write nothing but the state. */
function checkNothingIsWritable(mounted: string): void {
  const writable = [
    '-xdev',
    '(',
    '-uid',
    String(userId),
    '-o',
    '-perm',
    '-o+w',
    ')',
    '!',
    '-type',
    'l',
    '-printf',
    '%P ',
  ]
  const { stdout } = spawnSync('find', [mounted, ...writable], { encoding: 'utf8' })
  assert.equal(stdout.trim(), 'state')
}

function checkSize(mounted: string): void {
  const { stdout } = spawnSync('du', ['--bytes', '--summarize', mounted], { encoding: 'utf8' })
  const onDisk = Number(stdout.split('\t')[0])
  const compressed =
    gzipSync(readFileSync(join(mounted, 'identikit'))).length +
    (onDisk - statSync(join(mounted, 'identikit')).size)
  console.log(`image: ${Math.ceil(onDisk / 1e6)} MB, ${Math.ceil(compressed / 1e6)} MB compressed at most`)
  assert.ok(onDisk < most.onDisk)
  assert.ok(compressed < most.compressed)
}
