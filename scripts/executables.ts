/**
 * Makes executables of the built package for machines without Node: `build/executables/identikit-linux-x64` and so on.
 *
 *   npm run executables                 for every platform
 *   npm run executables -- linux-x64    for some; `here` is this machine's platform
 *
 * It uses the result of `npm run build`, and Node for each platform from the npm registry. An executable for macOS
 * starts only after it is signed: `codesign --sign - FILE`, on a Mac.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsdown'
import { executable } from '../tsdown.config.ts'
import { root } from './packed.ts'
import {
  isPlatform,
  nameOf,
  type Platform,
  platformHere,
  runtimeOf,
  runtimes,
} from './executables/runtimes.ts'
import { checkStructure } from './executables/structure.ts'

const folder = join(root, 'build', 'executables')
const platforms = wanted(process.argv.slice(2).map((name) => (name === 'here' ? platformHere : name)))
mkdirSync(folder, { recursive: true })
await build({ ...executable, config: false, cwd: root, logLevel: 'error' })
const main = join(folder, 'identikit.js')
const assets = packaged()
for (const platform of platforms) make(platform)

function wanted(names: readonly string[]): readonly Platform[] {
  const known = Object.keys(runtimes) as Platform[]
  const unknown = names.filter((name) => !isPlatform(name))
  if (unknown.length > 0) throw new Error(`expected ${known.join(', ')}, got ${unknown.join(', ')}`)
  return names.length === 0 ? known : names.filter(isPlatform)
}

/** The files of the package that an executable has next to its code, by their names inside. */
function packaged(): Readonly<Record<string, string>> {
  const names = ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt', 'dist/console/page.js']
  const missing = names.find((name) => !existsSync(join(root, name)))
  if (missing !== undefined) throw new Error(`expected ${missing}, which npm run build makes`)
  return Object.fromEntries(names.map((name) => [name, join(root, name)]))
}

function make(platform: Platform): void {
  if (!isPlatform(platformHere))
    throw new Error(`executables are made on ${Object.keys(runtimes).join(', ')}, not on ${platformHere}`)
  const name = nameOf(platform)
  const output = join(folder, name)
  const config = join(folder, `${platform}.json`)
  writeFileSync(
    config,
    JSON.stringify({
      main,
      mainFormat: 'module',
      executable: runtimeOf(platform),
      output,
      disableExperimentalSEAWarning: true,
      // Compiled code halves the time of a start, and fits only the kind of machine that compiled it.
      useCodeCache: platform === platformHere,
      assets,
    }),
  )
  const { status, stderr } = spawnSync(runtimeOf(platformHere), ['--build-sea', config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} was not made: ${stderr}`)
  checkStructure(readFileSync(output), platform, contents([main, ...Object.values(assets)]))
  console.log(`${name}: ${Math.ceil(statSync(output).size / 1e6)} MB`)
}

function* contents(files: readonly string[]): Generator<readonly [name: string, content: Buffer]> {
  for (const file of files) yield [file, readFileSync(file)]
}
