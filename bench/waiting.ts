/** Figures for which a person waits: an installation, and a run of the suite. */
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serving } from '../scripts/served.ts'
import { cli, root, run, startBare, timed } from './processes.ts'
import { atMost, ratioRow, rounded, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'

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
  const npx = (name: string, tarball: string) => () => {
    const cache = join(folder, `cache-${name}-${performance.now()}`)
    const args = ['--yes', '--loglevel=http', '--cache', cache, `--package=${join(folder, tarball)}`, name]
    const start = performance.now()
    const { stderr } = run('npx', [...args, '--version'], folder)
    requests = stderr.split('http fetch').length - 1
    return (performance.now() - start) / 1000
  }
  let requests = 0
  const measures = { empty: npx('empty', await emptyPackage(folder)), ours: npx('identikit', filename) }
  const { ours, empty } = await mediansInTurn(3, measures)
  const other = `an empty package: ${rounded(empty)} s; ${files.length} files, ${requests} requests for other packages`
  return [
    atMost('installed size, without peers', unpackedSize / 1e6, 'MB', 15),
    ratioRow(
      'npx identikit from an empty folder, from the tarball, empty cache',
      [`${rounded(ours)} s`, other],
      ours / empty,
      '≤',
      4,
    ),
  ]
}

/** The tarball of a package with one command, which does nothing. */
async function emptyPackage(folder: string): Promise<string> {
  const at = join(folder, 'empty')
  await mkdir(at)
  await writeFile(join(at, 'package.json'), '{ "name": "empty", "version": "1.0.0", "bin": "empty.js" }')
  await writeFile(join(at, 'empty.js'), '#!/usr/bin/env node\n')
  run('npm', ['pack', '--silent', '--pack-destination', folder], at)
  return 'empty-1.0.0.tgz'
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
    const { requests } = report.run
    const whole = timed(...args, '--control', '--allow', 'all')
    const bare = await bareTime(requests)
    return [
      ratioRow(
        'the whole suite on our server, --control --allow all',
        [`${rounded(whole / 1000)} s`, `${requests} requests to a bare server: ${rounded(bare / 1000)} s`],
        whole / bare,
        '≤',
        3,
      ),
      atMost('requests of a whole run without control', requests, '', 3900, `${rounded(plain / 1000)} s`),
    ]
  })
}

/** Milliseconds of a fresh process that asks a bare server, one request after the other. */
async function bareTime(requests: number): Promise<number> {
  await using bare = await startBare({ status: 200, headers: {}, body: '{}' })
  const code = `for (let number = 0; number < ${requests}; number++)
    await (await fetch('http://127.0.0.1:${bare.port}/')).text()`
  return timed('--input-type=module', '--eval', code)
}
