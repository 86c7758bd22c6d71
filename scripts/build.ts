/**
 * Builds the package. The entry points and the command line are bundles that share files; the declarations are not
 * bundled. Also builds the console, and the API description from the contract.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonSchemas, openApiDocument } from '../src/contract.ts'
import { yamlOf } from '../src/openapi/yaml.ts'
import { bundle } from './build/bundle.ts'
import { buildConsole } from './build/console.ts'
import { inputs, pageInputs, required, root } from './build/entries.ts'
import { licenses } from './build/licenses.ts'
import { writeTypes } from './build/types.ts'

const folder = join(root, 'dist')

await rm(folder, { recursive: true, force: true })
await writeTypes(join(folder, 'types'))
// The console is built separately; from faker we take the names of people.
const bundled = new Set(['preact', '@faker-js/faker'])
const note = (name: string): unknown => bundled.add(name)
await bundle({ outDir: folder, inputs, isMinified: false }, note)
await bundle({ outDir: join(folder, 'page'), inputs: pageInputs, isMinified: true }, note)
await writeRequired()
await bundleConsole()
await writeDocuments()
await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), await licenses(bundled))

/** Files for CommonJS callers, and the entry that reports a missing msw. */
async function writeRequired(): Promise<void> {
  for (const name of ['jest.cjs', 'node.cjs', 'load.cjs']) {
    await copyFile(join(root, 'src', name), join(folder, name))
  }
  for (const [file, module] of required) {
    await writeFile(join(folder, file), `'use strict'\nmodule.exports = require('./load.cjs')('${module}')\n`)
  }
  await writeFile(
    join(folder, 'node.js'),
    "import node from './node.cjs'\nexport const { setupServer } = node\n",
  )
}

/** The console for the server, and the drawer for a page. */
async function bundleConsole(): Promise<void> {
  await mkdir(join(folder, 'console'), { recursive: true })
  await writeFile(join(folder, 'console/page.js'), await buildConsole('page'))
  await writeFile(join(folder, 'console/mount.js'), await buildConsole('mount'))
}

/** The OpenAPI document, and the JSON Schema of each resource, as files of the package. */
async function writeDocuments(): Promise<void> {
  const asJson = (value: object): string => `${JSON.stringify(value)}\n`
  const document = openApiDocument()
  await writeFile(join(folder, 'openapi.json'), asJson(document))
  await writeFile(join(folder, 'openapi.yaml'), `${yamlOf(document)}\n`)
  await mkdir(join(folder, 'schemas'))
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    await writeFile(join(folder, 'schemas', `${name}.json`), asJson(schema))
  }
}
