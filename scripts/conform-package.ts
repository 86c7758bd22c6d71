/**
 * Runs the conformance suite as a user would who has the package only: packs it, installs the tarball in an empty
 * folder, serves an empty organisation from there, and points `identikit conform` at it, and then every command below it.
 *
 *   npm run conform:package -- --out DIR
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'identikit-package-'))
let server: ReturnType<typeof spawn> | undefined

try {
  const cli = installPackage()
  const { url, apiToken } = await serve(cli)
  const { status } = spawnSync(
    process.execPath,
    [
      cli,
      'conform',
      '--base-url',
      url,
      '--token',
      'env:TOKEN',
      '--control',
      '--allow',
      'all',
      '--timeout',
      '5m',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit', env: { ...process.env, TOKEN: apiToken } },
  )
  process.exitCode = status ?? 4
  trySubcommands(cli, url, apiToken)
} finally {
  server?.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
}

/** Runs every other command of the suite from the package; what exits otherwise than it should fails the whole. */
function trySubcommands(cli: string, url: string, token: string): void {
  const target = ['--base-url', url, '--token', 'env:TOKEN']
  const few = ['--only', 'users.suspend.*', '--control', '--report', 'json']
  const commands: readonly (readonly [args: readonly string[], code: number])[] = [
    [['init', ...target, '--yes'], 0],
    [['init', ...target, '--yes'], 2],
    [['run', ...target, ...few, '--out', 'before'], 0],
    [['run', ...target, ...few, '--out', 'after', '--seed', '7'], 0],
    [['run', ...target, '--quick', '--profile', 'target.yaml', '--report', 'none'], 0],
    [['explore', ...target, '--explore', '2s', '--report', 'none'], 0],
    [['run', '--plan', '--only', 'users.suspend.*'], 0],
    [['run', ...target, '--shard', '1/40', '--report', 'json', '--out', 'one', '--tolerate-incomplete'], 0],
    [['run', ...target, '--shard', '2/40', '--report', 'json', '--out', 'two', '--tolerate-incomplete'], 0],
    [['diff', 'before/report.json', 'after/report.json'], 0],
    [['merge', 'one/report.json', 'two/report.json', '--report', 'none'], 0],
    [['explain', 'users.suspend.not-active'], 0],
    [['explain', 'users.suspend.nothing'], 2],
    [['reap', ...target, '--run', 'abc234'], 0],
    [['selftest', 'users.suspend.not-active'], 0],
    [['selftest', '--list', 'users.suspend.*'], 0],
  ]
  for (const [args, code] of commands) {
    const line = `identikit conform ${args.join(' ')}`
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'conform', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TOKEN: token },
    })
    if (status === code) {
      console.log(`${line}: exits with ${code}, as it should`)
      continue
    }
    console.error(`${line}: exited with ${status}, not ${code}\n${stdout}${stderr}`)
    process.exitCode = 1
  }
}

function installPackage(): string {
  const packed = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root)
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename)], folder)
  return join(folder, 'node_modules', 'identikit', 'dist', 'cli', 'identikit.js')
}

function npm(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args[0]} failed\n${stderr}`)
  return stdout
}

async function serve(cli: string): Promise<{ url: string; apiToken: string }> {
  server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--seed', 'empty', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout! })) {
    return JSON.parse(line) as { url: string; apiToken: string }
  }
  throw new Error('The server ended before it listened')
}
