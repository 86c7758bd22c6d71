import { join } from 'node:path'
import { build } from 'vite'
import { root } from './entries.ts'
import { withoutCircles } from './circles.ts'
import { withoutFacades } from './facades.ts'
import { jsonSchemaLater } from './json-schema-later.ts'
import {
  builtinsWithoutImport,
  checksInOneFile,
  forPagesToo,
  namespacesInPlace,
  noteBundledPackages,
  ownSourcesOnly,
  packedDemoWorld,
  requireWhenCalled,
  withoutUnshownTexts,
  versionInside,
  withoutUnusedOfData,
} from './plugins.ts'

/** What a user has beside this package, and shares with it. */
const ofTheUser = ['msw', 'vitest', '@jest/globals', '@playwright/test', '@pact-foundation/pact']

/** Packages that are loaded when they are first used, by the names of the files that they make. */
const lazyPackages = {
  'msw-data': '@msw/data',
  jose: 'jose',
  'openapi-pact': '@pactflow/openapi-pact-comparator',
  selfsigned: 'selfsigned',
  yaml: 'yaml',
}

/**
 * Which modules make one file, each with all that it imports: the first that names a module gets it. A start or an
 * import loads few files, and none of what it does not need. What is in no group is parted by which entries need it.
 */
const groups = [
  { name: 'english-names', test: /\/src\/fixtures\/build\/english-names\.ts$/ },
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
  // Of what commands alone need, a file that is small goes with its neighbour.
  {
    name: 'commands',
    test: /\/(?:src\/(?:cli\/commands|transfer)|conformance)\/.+\.ts$/,
    entriesAware: true,
    entriesAwareMergeThreshold: 5000,
  },
]

/** What is built together. */
interface Bundle {
  readonly outDir: string
  readonly inputs: Readonly<Record<string, string>>
  /**
   * Node has its lines as they are written, for an error that nobody catches shows the one that threw; pages load what
   * is minified, with a map.
   */
  readonly isMinified: boolean
}

/** Builds entry points, with the packages they need inside; what several need is in files that they share. */
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
      builtinsWithoutImport(),
      jsonSchemaLater(),
      namespacesInPlace(),
      noteBundledPackages(notePackage),
      ownSourcesOnly(),
      packedDemoWorld(),
      requireWhenCalled(),
      versionInside(),
      withoutFacades(),
      withoutCircles(),
      withoutUnshownTexts(),
      withoutUnusedOfData(),
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
          // Files of a group that is parted by entries have the names of these entries behind that of the group.
          chunkFileNames: ({ name }) => `chunks/${name.replace(/~.*/s, '')}.js`,
          codeSplitting: {
            groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
          },
        },
      },
    },
  })
}
