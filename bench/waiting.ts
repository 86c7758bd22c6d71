/** Figures for which a person waits: an installation, and a run of the suite. */
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serving } from '../scripts/served.ts'
import { cli, root, run, timed } from './processes.ts'
import { atMost, rounded, type Row } from './report.ts'

/**
 * The disk space that `npm i identikit` takes in addition to its dependencies, and the time that `npx` takes to run it.
 */
export async function installedRows(): Promise<readonly Row[]> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'identikit-bench-npx-'))
  const folder = temporary.path
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const told = JSON.parse(run('npm', pack, root).stdout) as
    | readonly Packed[]
    | Readonly<Record<string, Packed>>
  const [packed] = Object.values(told)
  const { filename, files, unpackedSize } = packed!
  const start = performance.now()
  const cache = ['--cache', join(folder, 'cache')]
  const args = ['--yes', '--loglevel=http', ...cache, `--package=${join(folder, filename)}`, 'identikit']
  const { stderr } = run('npx', [...args, '--version'], folder)
  const seconds = (performance.now() - start) / 1000
  const requests = stderr.split('http fetch').length - 1
  const brought = `${files.length} files, ${requests} requests for other packages`
  return [
    atMost('installed size, without peers', unpackedSize / 1e6, 'MB', 15),
    atMost('npx identikit from an empty folder, from the tarball, empty cache', seconds, 's', 5, brought),
  ]
}

interface Packed {
  readonly filename: string
  readonly files: readonly unknown[]
  readonly unpackedSize: number
}

/** The whole suite against our own server, both from the last build. */
export async function suiteRows(): Promise<readonly Row[]> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'identikit-bench-suite-'))
  const out = temporary.path
  const server = ['serve', '--port', '0', '--json', '--token', 'bench-token']
  return await serving([process.execPath, cli, ...server], async (url) => {
    const target = ['--base-url', url, '--token', 'env:BENCH_TOKEN', '--explore', 'off']
    const args = [cli, 'conform', ...target, '--tolerate-incomplete', '--report', 'json', '--out', out]
    const plain = timed(...args)
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
      run: { requests: number }
    }
    const seconds = `${rounded(plain / 1000)} s`
    const whole = timed(...args, '--control', '--allow', 'all')
    return [
      atMost('the whole suite on our server, --control --allow all', whole / 1000, 's', 4.5),
      atMost('requests of a whole run without control', report.run.requests, '', 3900, seconds),
    ]
  })
}
