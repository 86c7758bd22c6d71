/**
 * Runs the conformance suite like a user who has only the package. Packs it, installs the tarball in an empty folder,
 * serves an empty organisation from there, and runs `identikit conform` against it. Then does a quick run, and two
 * shards with a merge. test/packaging/commands.test.ts runs every other subcommand.
 *
 *   npm run conform:package -- --out DIR
 */
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIn, packInto } from './packed.ts'
import { serving } from './served.ts'

using temporary = mkdtempDisposableSync(join(tmpdir(), 'identikit-'))
const folder = temporary.path
const cli = installPackage()
const server = ['serve', '--port', '0', '--seed', 'empty', '--json']
await serving([process.execPath, cli, ...server], async (url, apiToken) => {
  const target = ['--base-url', url, '--token', 'env:TOKEN', '--control']
  const args = [cli, 'conform', ...target, '--allow', 'all', '--timeout', '5m', ...process.argv.slice(2)]
  const env = { ...process.env, TOKEN: apiToken }
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 4
  trySubcommands(cli, target, env)
})

/** A quick run, and two shards with a merge; an exit code other than 0 fails the whole. */
function trySubcommands(cli: string, target: readonly string[], env: NodeJS.ProcessEnv): void {
  const shard = [...target, '--report', 'json', '--tolerate-incomplete']
  const commands: readonly (readonly string[])[] = [
    ['run', ...target, '--quick', '--report', 'none'],
    ['run', ...shard, '--shard', '1/40', '--out', 'one'],
    ['run', ...shard, '--shard', '2/40', '--out', 'two'],
    ['merge', 'one/report.json', 'two/report.json', '--report', 'none'],
  ]
  for (const args of commands) {
    const line = `identikit conform ${args.join(' ')}`
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'conform', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    if (status === 0) {
      console.log(`${line}: exits with 0, as it should`)
      continue
    }
    console.error(`${line}: exited with ${status}, not 0\n${stdout}${stderr}`)
    process.exitCode = 1
  }
}

function installPackage(): string {
  installIn(folder, { type: 'module' }, packInto(folder))
  return join(folder, 'node_modules', 'identikit', 'dist', 'cli', 'identikit.js')
}
