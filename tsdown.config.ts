import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import type { ChunkingContext, CodeSplittingGroup } from 'rolldown'
import { defineConfig, type UserConfig } from 'tsdown'
import {
  documents,
  evaluated,
  inAscii,
  lateBuiltins,
  licenses,
  optionalMsw,
  packedDemo,
  requiredBuiltins,
  textOfStyles,
  withoutSentences,
} from './scripts/build-plugins.ts'
import { hoverTexts } from './scripts/hover-texts.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Packages that users install next to this package, and that both share. */
const ofTheUser =
  /^(?:msw|#msw-handler|vitest|expect|@playwright\/test|@jest\/globals|@pact-foundation\/pact)(?:\/|$)/

/** Entry points that pages load too. */
const forPages = {
  index: 'src/index.ts',
  browser: 'src/browser.ts',
  client: 'src/client.ts',
  console: 'src/console/mount.tsx',
  contract: 'src/contract.ts',
  fixtures: 'src/fixtures/index.ts',
  worker: 'src/worker.ts',
}

let reached: Set<string> | undefined

/** Whether an entry point for pages reaches a module, at once or later. */
function isForPages(id: string, context: ChunkingContext): boolean {
  if (!reached) {
    reached = new Set(Object.values(forPages).map((path) => resolve(path)))
    for (const each of reached) {
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(each) ?? {}
      for (const imported of [...importedIds, ...dynamicallyImportedIds]) reached.add(imported)
    }
  }
  return reached.has(id)
}

/** The folder of a source, or the name of a package: names of files. */
function folderOf(id: string): string {
  return /.*(?:node_modules|src|conformance)\/@?([\w-]+)/.exec(id)?.[1] ?? 'shared'
}

/**
 * Code that a start or an import needs lies in few files, and packages that few need in files of their own. The first
 * group that names a module gets it, with its imports. Without groups a start takes a quarter longer.
 */
const groups: CodeSplittingGroup[] = [
  { name: 'english-names', test: /\/english-names\.ts$/ },
  // Words that pages and the command line need at once.
  { name: 'words', test: /\/src\/query\/suggestion\.ts$|\/conformance\/engine\/words\/text\.ts$/ },
  {
    name: 'contract',
    test: /\/node_modules\/zod\/.+\.js$|\/src\/contract\/(operations\/index|errors|user-lifecycle|docs-links)\.ts$/,
  },
  {
    name: 'organisation',
    test: /\/src\/(?:organisation|endpoint|fixtures\/(?:datasets\/sample-secrets|seed\/mistake)|pages\/html|server\/(?:builtin|version))\.ts$/,
  },
  // Servers and workers need these at once.
  {
    name: 'served',
    test: /\/src\/server\/(?:control-(?:access|reply)|front|serve-options|organisations\/(?:name|refusal|routes|shown))\.ts$/,
  },
  // Files that a page may load have nothing in them that only Node loads.
  {
    name: (id, context) => (isForPages(id, context) ? folderOf(id) : null),
    entriesAware: true,
    debugName: 'pages',
  },
  { name: 'serve', test: /\/src\/server\/http\.ts$/ },
  { name: 'command-line', test: /\/src\/(cli\/(run-process|commands\/serve)|server\/serve-command)\.ts$/ },
]

const shared: UserConfig = {
  format: 'esm',
  target: 'es2023',
  dts: false,
  fixedExtension: false,
  define: { packageVersion: JSON.stringify(version) },
}

export const console: UserConfig = {
  ...shared,
  name: 'console',
  entry: { 'console/page': 'src/console/main.ts' },
  platform: 'browser',
  minify: true,
  clean: false,
  deps: { alwaysBundle: /./, onlyBundle: false },
  // The minifier keeps annotations otherwise, at each element: 13 kB.
  outputOptions: { codeSplitting: false, comments: { annotation: false } },
  plugins: [textOfStyles(), evaluated(), licenses()],
}

/** The entry points of `exports` in package.json. */
export const entryPoints = {
  ...forPages,
  'browser-node': 'src/browser-node.ts',
  conformance: 'conformance/index.ts',
  jest: 'src/jest.ts',
  node: 'src/node.ts',
  pact: 'src/pact.ts',
  playwright: 'src/playwright.ts',
  server: 'src/server.ts',
  testing: 'src/testing.ts',
  vitest: 'src/vitest.ts',
}

export const library: UserConfig = {
  ...shared,
  name: 'library',
  entry: {
    ...entryPoints,
    'cli/identikit': 'src/cli/identikit.ts',
    // Loaded by their addresses.
    'chunks/jest-kit': 'src/testing/jest-kit.ts',
    'chunks/verifier-child': 'src/pact/verify/verifier-child.ts',
    'chunks/vary-preload': 'src/vary/run/preload.ts',
  },
  // For pages too: nothing imports a module of Node that a page would load.
  platform: 'neutral',
  dts: { tsconfig: 'tsconfig.build.json', entry: Object.values(entryPoints) },
  deps: {
    neverBundle: (id, importer) =>
      ofTheUser.test(id) || (id.startsWith('node:') && !importer?.includes('/node_modules/commander/')),
    onlyBundle: false,
  },
  copy: ['src/jest.cjs', 'src/jest.d.cts', 'src/load.cjs'],
  inputOptions: {
    preserveEntrySignatures: 'strict',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
  },
  plugins: [
    // Modules of Node that bundled CommonJS requires are imported, by the files that need them alone.
    esmExternalRequirePlugin({ external: [...builtinModules] }),
    packedDemo(),
    lateBuiltins(),
    inAscii(),
    optionalMsw(),
    evaluated(),
    withoutSentences(),
    textOfStyles(),
    documents(),
    hoverTexts(),
    licenses(),
  ],
  outputOptions: {
    comments: { jsdoc: false },
    chunkFileNames: ({ name }) => `chunks/${name.replace(/~.*|\.d$/s, '')}.js`,
    codeSplitting: { groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })) },
  },
}

/** The command line in one file, for machines without Node: see scripts/executables.ts. */
export const executable: UserConfig = {
  ...library,
  name: 'executable',
  entry: { identikit: 'src/cli/identikit.ts' },
  outDir: 'build/executables',
  clean: false,
  dts: false,
  copy: [],
  deps: {
    ...library.deps,
    neverBundle: (id) => ofTheUser.test(id) && !id.startsWith('#'),
    onlyBundle: false,
  },
  inputOptions: {
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'node', 'default'] },
  },
  outputOptions: { codeSplitting: false },
  plugins: [requiredBuiltins(), packedDemo(), evaluated(), withoutSentences(), inAscii()],
}

export default defineConfig([library, console])
