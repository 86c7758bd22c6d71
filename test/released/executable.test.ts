/**
 * Tries the executable for Linux in a root that contains nothing but its linked libraries. Then measures the time from
 * a start to the first 200, and the same for the package.
 *
 * It uses the results of `npm run build` and `npm run executables`, and must run as root.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstAnswer, serveArguments } from '../../bench/cold-start.ts'
import { mediansInTurn } from '../../bench/rounds.ts'
import { root as project } from '../../scripts/packed.ts'
import { emptyRoot } from '../../scripts/executables/root.ts'
import { executableHere, platformHere } from '../../scripts/executables/runtimes.ts'
import { checkRoot } from './root-checks.ts'

const executable = executableHere()

test('serve, console, conform, pact check, a state file and a module work in an empty root', async () => {
  expect(platformHere).toMatch(/^linux-/)
  await checkRoot(emptyRoot(mkdtempSync(join(tmpdir(), 'identikit-root-')), executable))
})

test('it starts, and so does the package: both times are printed', async () => {
  const packaged = join(project, 'dist/cli/identikit.js')
  const { file, node } = await mediansInTurn(7, {
    file: () => firstAnswer(executable, ...serveArguments),
    node: () => firstAnswer(process.execPath, packaged, ...serveArguments),
  })
  process.stdout.write(
    `executable: ${file.toFixed(0)} ms to the first 200, the package ${node.toFixed(0)} ms: ${(file / node).toFixed(2)} times`,
  )
})
