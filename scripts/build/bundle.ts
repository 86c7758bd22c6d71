import { join } from 'node:path'
import { build } from 'vite'
import { root } from './entries.ts'
import {
  checksInOneFile,
  forPagesToo,
  namespacesInPlace,
  noteBundledPackages,
  ownSourcesOnly,
  requireWhenCalled,
  withoutUnshownTexts,
  withoutCircles,
} from './plugins.ts'
import { replacedModules } from './replaced.ts'

/** Packages that users install next to this package, and that both share. */
const ofTheUser = ['msw', 'vitest', '@jest/globals', '@playwright/test', '@pact-foundation/pact']

/** Packages that are loaded at their first use, by the names of their files. */
const lazyPackages = {
  'msw-data': '@msw/data',
  jose: 'jose',
  'openapi-pact': '@pactflow/openapi-pact-comparator',
  selfsigned: 'selfsigned',
  yaml: 'yaml',
}

/**
 * Modules that go into one file, each with its imports: the first group that names a module gets it. So a start or an
 * import loads few files, and nothing that it does not need. Modules without a group are divided by the entries that
 * need them.
 */
const groups = [
  { name: 'english-names', test: /\/generated\/english-names\.ts$/ },
  { name: 'client', test: /\/src\/client\.ts$/ },
  {
    name: 'contract',
    test: /\/node_modules\/zod\/(?!v4\/core\/(json-schema-processors|to-json-schema)\.js)|\/src\/contract\/(operations\/index|errors|user-lifecycle|docs-links)\.ts$/,
  },
  {
    name: 'json-schema',
    test: /\0json-schema:whole|\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/,
  },
  { name: 'organisation', test: /\/src\/(?:organisation|fixtures\/worlds\/demo-password)\.ts$/ },
  { name: 'serve', test: /\/src\/(server\/http|server\/serve-command)\.ts$/ },
  { name: 'checks', test: /\/conformance\/checks\// },
  { name: 'command-line', test: /\/src\/cli\/(run-process|commands\/serve)\.ts$/ },
  {
    name: 'recordings',
    test: /\/src\/recordings\/(?:recorded|compare-recordings|(?:read|replay|compare|report)\/[\w-]+)\.ts$|\/node_modules\/@streamparser\//,
  },
  ...Object.entries(lazyPackages).map(([name, packageName]) => ({
    name,
    test: new RegExp(`/node_modules/${packageName}/`),
  })),
  {
    name: 'words',
    test: /\/conformance\/(?:engine\/(?:words\/counted|plan\/version)|report\/(?:escape|html-style))\.ts$/,
  },
  // A small file that only commands need is merged with its neighbour.
  {
    name: 'commands',
    test: /\/(?:src\/(?:cli\/commands|transfer)|conformance)\/.+\.ts$/,
    entriesAware: true,
    entriesAwareMergeThreshold: 5000,
  },
]

/** Entry points that are built together. */
interface Bundle {
  readonly outDir: string
  readonly inputs: Readonly<Record<string, string>>
  /**
   * Files for Node keep their lines, because an uncaught error prints the line that threw it. Files for pages are
   * minified, with a map.
   */
  readonly isMinified: boolean
}

/** Builds entry points with the packages that they need. Modules that several need go into shared files. */
export async function bundle(
  { outDir, inputs, isMinified }: Bundle,
  notePackage: (name: string) => void,
): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { alias: forPagesToo },
    ssr: { noExternal: true, external: ofTheUser },
    plugins: [
      checksInOneFile(),
      replacedModules(),
      namespacesInPlace(),
      noteBundledPackages(notePackage),
      ownSourcesOnly(),
      requireWhenCalled(),
      withoutCircles(),
      withoutUnshownTexts(),
    ],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node22',
      minify: isMinified,
      sourcemap: isMinified,
      rolldownOptions: {
        input: { ...inputs },
        transform: { inject: { MessageEvent: [join(root, 'scripts/build/data-event.ts'), 'DataEvent'] } },
        output: {
          format: 'es',
          comments: { jsdoc: false },
          entryFileNames: '[name].js',
          // Files of a group that is divided by entries have the names of these entries after that of the group.
          chunkFileNames: ({ name }) => `chunks/${name.replace(/~.*/s, '')}.js`,
          codeSplitting: {
            groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
          },
        },
      },
    },
  })
}
