import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** An entry of package.json that is code. */
interface CodeEntry {
  readonly types: { readonly require: string; readonly default: string }
  readonly node: { readonly module?: string; readonly require: string; readonly default?: string }
  readonly default: string
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | CodeEntry>>
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** The entry points of the package that are code, from package.json. */
const codeEntries = Object.values(exports).filter((entry) => typeof entry !== 'string')

/** Declarations that users import, as paths in the published folder. */
export const declarations: readonly string[] = codeEntries.map(({ types }) => types.default)

/**
 * The sources for Node, by the name of the built file. They are the entry points of package.json, the command line, and
 * files that are started or loaded by their address. The declaration names the source: `./dist/types/src/node.d.ts`
 * means `src/node.ts`. A separate source for Node is next to it, as `src/index-node.ts`.
 */
export const inputs: Record<string, string> = {
  ...Object.fromEntries(
    codeEntries.flatMap((entry) => {
      const path = entry.node.module ?? entry.default
      // The drawer is a separate script. Code that needs msw is loaded by a file that reports a missing msw.
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

/** The sources that are built for pages, workers and bundlers, in the folder `page`. */
export const pageInputs: Record<string, string> = Object.fromEntries(
  codeEntries.flatMap((entry) =>
    entry.default.includes('/page/')
      ? [[nameOf(entry.default).replace('page/', ''), `${sourceOf(entry)}.ts`]]
      : [],
  ),
)

/** Files for CommonJS callers, by their names, each with the module that it loads. */
export const required: readonly (readonly [file: string, module: string])[] = codeEntries.flatMap((entry) => {
  const path = entry.node.module
  return path === undefined || path === './dist/jest.js'
    ? []
    : [[entry.node.require.replace('./dist/', ''), path.replace('./dist/', './')] as const]
})

/** Declarations for CommonJS callers, each with the one that it re-exports. */
export const requiredTypes: readonly (readonly [file: string, declaration: string])[] = codeEntries.map(
  ({ types }) => [types.require, `./${basename(types.default).replace('.d.ts', '.js')}`],
)

function sourceOf({ types }: CodeEntry): string {
  return types.default.replace('./dist/types/', '').replace(/\.d\.ts$/, '')
}

function nameOf(path: string): string {
  return path.replace('./dist/', '').replace(/\.js$/, '')
}
