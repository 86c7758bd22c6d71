/**
 * Figures other than the server's, for which a person waits: organisations, worlds, pages, the suite, an installation.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measurePage } from './page.ts'
import { rounded, type Row } from './report.ts'
import { measureVitest, measureWorlds } from './worlds.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A row about a number with an upper limit. */
function atMost(name: string, value: number, unit: string, most: number, other = ''): Row {
  return {
    name,
    ours: `${rounded(value)} ${unit}`.trim(),
    other,
    result: rounded(value),
    bar: `≤ ${rounded(most)} ${unit}`.trim(),
    isMet: value <= most,
  }
}

/** The cost of organisations and their worlds, from the last build. */
export async function organisationRows(isQuick: boolean): Promise<Row[]> {
  const { createOrg, demoFirst, demoLater } = measureWorlds(isQuick ? 5 : 15)
  const { empty, hundred } = await measureVitest(isQuick ? 3 : 7)
  return [
    atMost('createOrg(), processor time', createOrg, 'ms', 0.2),
    atMost('the demo data, first time in a process, processor time', demoFirst, 'ms', 15),
    atMost('the demo data, later in the process, processor time', demoLater, 'ms', 1),
    atMost(
      'Vitest: 100 tests, each with its own demo data, over an empty file',
      hundred - empty,
      'ms',
      500,
      `empty file: ${rounded(empty)} ms`,
    ),
  ]
}

/** The size and the load time of a page, from the last build. */
export async function pageRows(isQuick: boolean): Promise<Row[]> {
  const costs = await measurePage(isQuick ? 3 : 9)
  if (!costs) return []
  const { msw, empty, demo, startBeyond, bytesInAll } = costs
  const kilobytes = (bytes: number): number => bytes / 1000
  const alone = `msw alone: ${rounded(kilobytes(msw.bytes))} kB; ours with everything that loads later: ${rounded(kilobytes(bytesInAll))} kB`
  return [
    atMost(
      'page: our weight beyond msw, without data, gzipped',
      kilobytes(empty.bytes - msw.bytes),
      'kB',
      130,
      alone,
    ),
    atMost(
      'page: the demo data, more, gzipped',
      kilobytes(demo.bytes - empty.bytes),
      'kB',
      45,
      'without faker',
    ),
    atMost(
      'page: from start() to the first answer, beyond msw, in Chromium',
      startBeyond,
      'ms',
      30,
      `msw alone: ${rounded(msw.start)} ms; processor time of the page: ${rounded(empty.busy)} ms, msw alone: ${rounded(msw.busy)} ms`,
    ),
  ]
}

/**
 * The disk space that `npm i identikit` takes in addition to its dependencies, and the time that `npx` takes to run it.
 */
export async function installedRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-bench-npx-'))
  try {
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
    const told = JSON.parse(npm('npm', pack, root).stdout) as
      | readonly Packed[]
      | Readonly<Record<string, Packed>>
    const [packed] = Object.values(told)
    const { filename, files, unpackedSize } = packed!
    const start = performance.now()
    const cache = ['--cache', join(folder, 'cache')]
    const args = ['--yes', '--loglevel=http', ...cache, `--package=${join(folder, filename)}`, 'identikit']
    const { stderr } = npm('npx', [...args, '--version'], folder)
    const seconds = (performance.now() - start) / 1000
    const requests = stderr.split('http fetch').length - 1
    const brought = `${files.length} files, ${requests} requests for other packages`
    return [
      atMost('installed size, without peers', unpackedSize / 1e6, 'MB', 15),
      atMost('npx identikit from an empty folder, from the tarball, empty cache', seconds, 's', 5, brought),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Packed {
  readonly filename: string
  readonly files: readonly unknown[]
  readonly unpackedSize: number
}

function npm(
  program: 'npm' | 'npx',
  args: readonly string[],
  cwd: string,
): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  })
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr}`)
  return { stdout, stderr }
}

/** The whole suite against our own server, both from the last build. */
export async function suiteRows(): Promise<Row[]> {
  const cli = join(root, 'dist/cli/identikit.js')
  const out = await mkdtemp(join(tmpdir(), 'identikit-bench-suite-'))
  const server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--json', '--token', 'bench-token'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await new Promise<string>((resolve) => {
      let printed = ''
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const found = /"url":"([^"]+)"/.exec(printed)?.[1]
        if (found !== undefined) resolve(found)
      })
    })
    const args = [
      'conform',
      '--base-url',
      url,
      '--token',
      'env:BENCH_TOKEN',
      '--explore',
      'off',
      '--report',
      'json',
      '--out',
      out,
    ]
    const plain = await runSuite([cli, ...args])
    const { run } = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
      run: { requests: number }
    }
    const whole = await runSuite([cli, ...args, '--control', '--allow', 'all'])
    return [
      atMost('the whole suite on our server, --control --allow all', whole / 1000, 's', 4.5),
      atMost('requests of a whole run without control', run.requests, '', 3900, `${rounded(plain / 1000)} s`),
    ]
  } finally {
    server.kill('SIGINT')
    await rm(out, { recursive: true, force: true })
  }
}

async function runSuite(args: readonly string[]): Promise<number> {
  const start = performance.now()
  const env = { ...process.env, BENCH_TOKEN: 'bench-token' }
  const child = spawn(process.execPath, [...args], { stdio: 'ignore', env })
  await new Promise((ended) => child.on('close', ended))
  return performance.now() - start
}
