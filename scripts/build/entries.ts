import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What package.json says of an entry point that is code. */
interface CodeEntry {
  readonly types: { readonly require: string; readonly default: string }
  readonly node: { readonly module?: string; readonly require: string; readonly default?: string }
  readonly default: string
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | CodeEntry>>
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** The entry points of the package that are code, as package.json states them. */
const codeEntries = Object.values(exports).filter((entry) => typeof entry !== 'string')

/** Declarations that users import, as paths in the folder that is published. */
export const declarations: readonly string[] = codeEntries.map(({ types }) => types.default)

/**
 * What is built for Node, by the name of the file that comes of it: the entry points of package.json, the command
 * line, and what is started or loaded by its address. A declaration says where the source is:
 * `./dist/types/src/node.d.ts` is of `src/node.ts`; the source for Node of an entry that has one of its own is beside
 * it, as `src/index-node.ts`.
 */
export const inputs: Record<string, string> = {
  ...Object.fromEntries(
    codeEntries.flatMap((entry) => {
      const path = entry.node.module ?? entry.default
      // The console's drawer is a script of its own, and what needs msw is loaded by a file that says so.
      if (path.includes('/console/') || path.includes('/page/')) return []
      const name = nameOf(path)
      return [[name, `${sourceOf(entry)}${name.endsWith('-node') ? '-node' : ''}.ts`]]
    }),
  ),
  'cli/identikit': 'src/cli/identikit.ts',
  'chunks/jest-kit': 'src/testing/jest-kit.ts',
  'chunks/setup-server': 'src/node.ts',
  'chunks/verifier-child': 'src/pact/verify/verifier-child.ts',
  'engine/mock-adapter': 'conformance/engine/supply/mock-adapter.ts',
}

/** What is built for pages, workers and bundlers, in the folder `page`. */
export const pageInputs: Record<string, string> = Object.fromEntries(
  codeEntries.flatMap((entry) =>
    entry.default.includes('/page/')
      ? [[nameOf(entry.default).replace('page/', ''), `${sourceOf(entry)}.ts`]]
      : [],
  ),
)

/** Files for callers that are CommonJS, by their names, each with the module that it loads. */
export const required: readonly (readonly [file: string, module: string])[] = codeEntries.flatMap((entry) => {
  const path = entry.node.module
  return path === undefined || path === './dist/jest.js'
    ? []
    : [[entry.node.require.replace('./dist/', ''), path.replace('./dist/', './')] as const]
})

/** Declarations for callers that are CommonJS, each with the one that it hands on. */
export const requiredTypes: readonly (readonly [file: string, declaration: string])[] = codeEntries.map(
  ({ types }) => [types.require, `./${basename(types.default).replace('.d.ts', '.js')}`],
)

function sourceOf({ types }: CodeEntry): string {
  return types.default.replace('./dist/types/', '').replace(/\.d\.ts$/, '')
}

function nameOf(path: string): string {
  return path.replace('./dist/', '').replace(/\.js$/, '')
}
