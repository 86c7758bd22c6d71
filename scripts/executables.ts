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
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build/entries.ts'
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
const assets = packaged()
mkdirSync(folder, { recursive: true })
for (const platform of platforms) make(platform)

function wanted(names: readonly string[]): readonly Platform[] {
  const known = Object.keys(runtimes) as Platform[]
  const unknown = names.filter((name) => !isPlatform(name))
  if (unknown.length > 0) throw new Error(`expected ${known.join(', ')}, got ${unknown.join(', ')}`)
  return names.length === 0 ? known : names.filter(isPlatform)
}

/** The files of the package that the command line loads, by their names inside. */
function packaged(): Readonly<Record<string, string>> {
  const dist = join(root, 'dist')
  if (!existsSync(join(dist, 'THIRD-PARTY-LICENSES.txt')))
    throw new Error('expected dist/, which npm run build makes')
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js') && !/^(page|types)\//.test(name))
  const inDist = ['THIRD-PARTY-LICENSES.txt', ...names].map((name) => [`dist/${name}`, join(dist, name)])
  const beside = ['package.json', 'LICENSE'].map((name) => [name, join(root, name)])
  return Object.fromEntries([...beside, ...inDist]) as Record<string, string>
}

function make(platform: Platform): void {
  if (!isPlatform(platformHere))
    throw new Error(`executables are made on ${Object.keys(runtimes).join(', ')}, not on ${platformHere}`)
  const name = nameOf(platform)
  const output = join(folder, name)
  const main = join(root, 'scripts', 'executables', 'main.cjs')
  const config = join(folder, `${platform}.json`)
  writeFileSync(
    config,
    JSON.stringify({
      main,
      executable: runtimeOf(platform),
      output,
      disableExperimentalSEAWarning: true,
      // Compiled code fits only one processor; Node's own cache stores the code that a start compiles.
      useCodeCache: false,
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
