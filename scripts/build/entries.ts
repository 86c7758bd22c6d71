import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What package.json says of an entry point that is code. */
interface CodeEntry {
  readonly types: string
  /** For Node, where that is another one than for all others. */
  readonly node?: string
  readonly default: string
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | CodeEntry>>
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** The entry points of the package that are code, as package.json states them. */
const codeEntries = Object.values(exports).filter((entry) => typeof entry !== 'string')

/** Declarations that users import, as paths in the folder that is published. */
export const declarations: readonly string[] = codeEntries.map(({ types }) => types)

/**
 * What is built, by the name of the file that comes of it: the entry points of package.json, the command line, and
 * what is started or loaded by its address. A declaration says where the source is: `./dist/types/src/node.d.ts` is of
 * `src/node.ts`; the source for Node of an entry that has one of its own is beside it, as `src/index-node.ts`.
 */
export const inputs: Record<string, string> = {
  ...Object.fromEntries(codeEntries.flatMap(inputsOf)),
  'cli/identikit': 'src/cli/identikit.ts',
  'chunks/jest-kit': 'src/testing/jest-kit.ts',
  'chunks/verifier-child': 'src/pact/verify/verifier-child.ts',
  'engine/mock-adapter': 'conformance/engine/mock-adapter.ts',
}

function inputsOf({ types, node, default: path }: CodeEntry): [string, string][] {
  // The console's drawer is a script of its own.
  if (path.includes('/console/')) return []
  const source = types.replace('./dist/types/', '').replace(/\.d\.ts$/, '')
  const made: [string, string][] = [[nameOf(path), `${source}.ts`]]
  if (node !== undefined) made.push([nameOf(node), `${source}-node.ts`])
  return made
}

function nameOf(path: string): string {
  return path.replace('./dist/', '').replace(/\.js$/, '')
}
