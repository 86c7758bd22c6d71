/**
 * Runs the conformance suite as a user would who has the package only: packs it, installs the tarball in an empty
 * folder, serves an empty organisation from there, and points `identikit conform` at it.
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
} finally {
  server?.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
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
