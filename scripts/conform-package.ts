/**
 * Runs the conformance suite like a user who has only the package. Packs it, installs the tarball in an empty folder,
 * serves an empty organisation from there, and runs `identikit conform` against it. test/packaging/commands.test.ts runs
 * its subcommands.
 *
 *   npm run conform:package -- --out DIR
 *
 * With a page, it runs the suite over other servers too, and writes the page about the results. Its reports go to
 * build/results.
 *
 *   npm run conform:package -- --page docs/results/README.md
 */
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installIn, packInto, root } from './packed.ts'
import { resultsPage } from './results-page.ts'
import { serving } from './served.ts'

using folder = mkdtempDisposableSync(join(tmpdir(), 'identikit-'))
installIn(folder.path, { type: 'module' }, packInto(folder.path))
const cli = join(folder.path, 'node_modules/identikit/dist/cli/identikit.js')
const server = [process.execPath, cli, 'serve', '--port', '0', '--data', 'empty', '--json'] as const
const [flag, page] = process.argv.slice(2)
await serving(server, async (url, apiToken) => {
  if (flag === '--page' && page !== undefined) {
    writeFileSync(page, await resultsPage({ baseUrl: url, token: apiToken }, resolve(root, 'build/results')))
    return
  }
  const target = ['--base-url', url, '--token', 'env:TOKEN', '--control']
  const args = [cli, 'conform', ...target, '--allow', 'all', '--timeout', '5m', ...process.argv.slice(2)]
  const env = { ...process.env, TOKEN: apiToken }
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 4
})
