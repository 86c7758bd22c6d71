/**
 * Tries the executable for Linux in a root that contains nothing but its linked libraries. Then measures the time from
 * a start to the first 200, and the same for the package.
 *
 * It uses the results of `npm run build` and `npm run executables`, and must run as root.
 */
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root as project } from './build/entries.ts'
import { executableHere, platformHere } from './executables/runtimes.ts'
import { checkRoot } from './reach/checks.ts'
import { firstAnswer, serveArguments } from '../bench/cold-start.ts'
import { mediansInTurn } from '../bench/rounds.ts'
import { emptyRoot } from './reach/root.ts'

if (!platformHere.startsWith('linux-')) throw new Error(`expected Linux, got ${platformHere}`)
const executable = executableHere()
using temporary = mkdtempDisposableSync(join(tmpdir(), 'identikit-'))
const folder = temporary.path
await checkRoot(emptyRoot(folder, executable))
console.log(
  'executable: serve, console, conform, pact check, a state file and a module work in an empty root',
)
const packaged = join(project, 'dist/cli/identikit.js')
const { file, node } = await mediansInTurn(7, {
  file: () => firstAnswer(executable, ...serveArguments),
  node: () => firstAnswer(process.execPath, packaged, ...serveArguments),
})
console.log(
  `executable: ${file.toFixed(0)} ms to the first 200, the package ${node.toFixed(0)} ms: ${(file / node).toFixed(2)} times`,
)
