/**
 * Builds the image by its Dockerfile, without a daemon, and tries its contents. The image's user starts it as the first
 * process of a separate namespace.
 *
 * Base images may be unreachable. So the first stage is replaced by the executable and its libraries, which the same
 * commands made here. It needs root, and buildah: `apt-get install buildah`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../../scripts/free-port.ts'
import { root as project } from '../../scripts/packed.ts'
import { emptyRoot, userId } from '../../scripts/executables/root.ts'
import { executableHere } from '../../scripts/executables/runtimes.ts'
import { checkRoot, runIn } from './root-checks.ts'

/** The size that docs/server.md promises, in bytes, on a disk and as a registry sends it. */
const most = { onDisk: 180e6, compressed: 65e6 }

const folder = mkdtempSync(join(tmpdir(), 'identikit-image-'))
const store = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
let container: string
let mounted: string

const printed = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' }).trim()
const buildah = (...args: readonly string[]): string => printed('buildah', ...store, ...args)

beforeAll(() => {
  const stage = join(folder, 'stage')
  mkdirSync(join(stage, 'image'), { recursive: true })
  emptyRoot(join(stage, 'image'), executableHere())
  const built = ['--isolation', 'chroot', '--format', 'docker', '--build-context', `build=${stage}`]
  buildah('build', ...built, '--build-arg', `VERSION=${manifest.version}`, '--tag', 'identikit', project)
  container = buildah('from', 'identikit')
  mounted = buildah('mount', container)
})

afterAll(() => buildah('rm', container))

test('serves as a user without rights, with its state in a volume', () => {
  expect(JSON.parse(buildah('inspect', '--type', 'image', 'identikit'))).toMatchObject({
    OCIv1: {
      config: {
        User: `${userId}:${userId}`,
        WorkingDir: '/state',
        Entrypoint: ['/identikit'],
        Cmd: ['serve', '--host', '0.0.0.0'],
        Volumes: expect.toSatisfy((volumes: object) => Object.keys(volumes).join() === '/state'),
        Labels: { 'org.opencontainers.image.version': manifest.version },
      },
    },
    Docker: { config: { Healthcheck: { Test: ['CMD', '/identikit', 'health'] } } },
  })
})

test('its user can write nothing but the state', () => {
  const writable = ['(', '-uid', String(userId), '-o', '-perm', '-o+w', ')', '!', '-type', 'l']
  expect(printed('find', mounted, '-xdev', ...writable, '-printf', '%P ')).toBe('state')
})

test('is as small as docs/server.md promises', () => {
  const onDisk = Number(printed('du', '--bytes', '--summarize', mounted).split('\t')[0])
  const program = join(mounted, 'identikit')
  const compressed = gzipSync(readFileSync(program)).length + (onDisk - statSync(program).size)
  process.stdout.write(
    `image: ${Math.ceil(onDisk / 1e6)} MB, ${Math.ceil(compressed / 1e6)} MB compressed at most`,
  )
  expect(onDisk).toBeLessThan(most.onDisk)
  expect(compressed).toBeLessThan(most.compressed)
})

test('serve, console, conform, pact check, a state file and signals work as its first process', async () => {
  const root = { folder: mounted, program: '/identikit', isFirst: true }
  expect(runIn(root, ['health', `http://127.0.0.1:${await freePort()}`]).code).toBe(1)
  await checkRoot(root)
})
