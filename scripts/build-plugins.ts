import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { Visitor } from 'rolldown/utils'
import { llmsFiles } from './llms.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Puts the demo data of organisations without options into the package, ready to load. It halves the time of a start. */
export function packedDemo(): Plugin {
  return {
    name: 'packed-demo',
    load: {
      filter: { id: /\/datasets\/prepared\/packed-demo\.ts$/ },
      async handler() {
        const [{ byDefault }, { loadDemo }, { prepare }, { Org }] = await Promise.all([
          import('../src/fixtures/datasets/by-default.ts'),
          import('../src/fixtures/datasets/demo.ts'),
          import('../src/fixtures/datasets/prepared/prepare.ts'),
          import('../src/model/org.ts'),
        ])
        const dataset = JSON.stringify(prepare(new Org(), byDefault(loadDemo)))
        return `export const packedDemo = JSON.parse(${JSON.stringify(dataset)})`
      },
    },
  }
}

/** Runs a module whose name ends in `.data.ts`, and puts its value in its place. */
export function evaluated(): Plugin {
  return {
    name: 'evaluated',
    load: {
      filter: { id: /\.data\.ts$/ },
      async handler(id) {
        const { default: value } = (await import(id)) as { default: unknown }
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))})`
      },
    },
  }
}

/** Members of tables that only their readers and the pages of the docs need, by the place of the table. */
const sentences = {
  'model/reactions.ts': ['because'],
  'model/tokens/ends.ts': ['when', 'says'],
  'query/expression/functions/': ['summary', 'example'],
}

/**
 * Leaves out sentences that nothing reads in the built package: these, and what `.describe(…)` says of options and
 * inputs. Help, the list of actions and the pages already have them. They would be 3 % of a page.
 */
export function withoutSentences(): Plugin {
  const found = new Set<string>()
  return {
    name: 'without-sentences',
    transform: {
      filter: { id: /\/src\/(?:control|fixtures|model|query|server|worker)\/.*\.ts$/ },
      handler(code, id) {
        const members = Object.entries(sentences).flatMap(([place, names]) =>
          id.includes(`/src/${place}`) ? names : [],
        )
        const cuts: (readonly [from: number, to: number])[] = []
        new Visitor({
          CallExpression({ callee, arguments: { length }, end }) {
            if (length === 0 || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
              return
            if (callee.property.name === 'describe') cuts.push([callee.object.end, end])
          },
          Property({ key, start, end }) {
            if (key.type !== 'Identifier' || !members.includes(key.name)) return
            found.add(key.name)
            cuts.push([start, code[end] === ',' ? end + 1 : end])
          },
        }).visit(parseAst(code, { lang: 'ts' }))
        let left = code
        for (const [from, to] of cuts.toSorted(([a], [b]) => b - a))
          left = left.slice(0, from) + left.slice(to)
        return left
      },
    },
    buildEnd(error) {
      if (error) return
      const gone = Object.values(sentences)
        .flat()
        .filter((name) => !found.has(name))
      if (gone.length > 0) this.error(`no table has the members ${gone.join(', ')}: see \`sentences\``)
    },
  }
}

const late = '\0late:'

/**
 * Gives commander the modules of Node without an import. An import reads every export of them, which takes 9 ms of a
 * start.
 */
export function lateBuiltins(): Plugin {
  return {
    name: 'late-builtins',
    resolveId: {
      order: 'pre',
      filter: { id: /^node:/ },
      handler: (id, importer) => (importer?.includes('/node_modules/commander/') ? late + id : undefined),
    },
    load: {
      filter: { id: /^\0late:/ },
      handler: (id) => `const get = () => process.getBuiltinModule('${id.slice(late.length)}')
        export default new Proxy({}, { get: (_, name) => get()[name] })
        export const { EventEmitter, stripVTControlCharacters } = ${/events|util/.test(id) ? 'get()' : '{}'}`,
    },
  }
}

/** The same in one file, for everybody: there all imports of all modules would run first. */
export function requiredBuiltins(): Plugin {
  return {
    name: 'required-builtins',
    resolveId: {
      order: 'pre',
      filter: { id: /^[a-z]/ },
      handler: (id) => (isBuiltin(id) ? late + id : undefined),
    },
    load: {
      filter: { id: /^\0late:/ },
      handler: (id) => `module.exports = process.getBuiltinModule('${id.slice(late.length)}')`,
    },
  }
}

/** Changes the text of the files that are written, by the end of their names. */
function rewritten(name: string, ending: string, change: (code: string) => string): Plugin {
  return {
    name,
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk' && file.fileName.endsWith(ending)) file.code = change(file.code)
    },
  }
}

/** Writes characters outside ASCII as escapes: Node then reads a file at twice the speed, into half of the memory. */
export function inAscii(): Plugin {
  return rewritten('in-ascii', '.js', (code) => code.replaceAll(/[^\0-\x7f]/g, escaped))
}

/** A unit of UTF-16, as texts and patterns may have it. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Lets a caller compile who has no msw, also with the declarations checked: types of msw are then `any`. */
export function optionalMsw(): Plugin {
  return rewritten('optional-msw', '.d.ts', (code) =>
    code.replace(/^(?=import \{.*\} from "msw";$)/m, '// @ts-ignore -- msw is an optional peer\n'),
  )
}

/** Gives the text of a style sheet to the module that imports it with `?inline`. */
export function textOfStyles(): Plugin {
  return {
    name: 'text-of-styles',
    load: {
      filter: { id: /\.css\?inline$/ },
      handler: (id) => ({
        code: `export default ${JSON.stringify(withoutBlanks(readFileSync(id.replace('?inline', ''), 'utf8')))}`,
        moduleType: 'js',
      }),
    },
  }
}

/** A style sheet without comments, and with blanks only where they separate. */
function withoutBlanks(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/;? ?([{};]) /g, '$1')
    .replaceAll(/([:,]) /g, '$1')
}

/** Writes the OpenAPI document, the JSON Schema of each resource, and the documentation for language models. */
export function documents(): Plugin {
  return {
    name: 'documents',
    async generateBundle() {
      const [{ jsonSchemas, openApiDocument }, { yamlOf }] = await Promise.all([
        import('../src/contract.ts'),
        import('../src/openapi/yaml.ts'),
      ])
      const document = openApiDocument()
      const files = {
        'openapi.json': JSON.stringify(document),
        'openapi.yaml': yamlOf(document),
        ...llmsFiles(),
        ...Object.fromEntries(
          Object.entries(jsonSchemas()).map(([name, schema]) => [
            `schemas/${name}.json`,
            JSON.stringify(schema),
          ]),
        ),
      }
      for (const [fileName, text] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: text.endsWith('\n') ? text : `${text}\n` })
    },
  }
}

/** The folders of the packages that have code in the bundles; from faker the names of people are taken. */
const bundled = new Set([join(root, 'node_modules/@faker-js/faker')])

/**
 * Writes the licences of everything that is bundled. A source map names the packages inside of a package.
 */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue
        for (const id of file.moduleIds) for (const source of [id, ...sourcesOf(id)]) note(source)
      }
      const texts = [...bundled].map(licenseIn).toSorted()
      const line = `\n${'-'.repeat(80)}\n\n`
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source: texts.join(line) })
    },
  }
}

function sourcesOf(id: string): readonly string[] {
  const map = `${id}.map`
  if (!id.includes('/node_modules/') || !existsSync(map)) return []
  return (JSON.parse(readFileSync(map, 'utf8')) as { sources: readonly string[] }).sources.filter((source) =>
    source.includes('node_modules/'),
  )
}

function note(source: string): void {
  const name = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)
  if (!name || source.startsWith('\0')) return
  bundled.add(source.startsWith('/') ? name[0] : join(root, 'node_modules', name[1]!))
}

/** @throws Error when a package has no licence text, and no licence whose text is known. */
function licenseIn(folder: string): string {
  const { name, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly license: string
    readonly author?: string | { readonly name: string }
  }
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined && license !== 'MIT')
    throw new Error(`${name} (${license}) has no text of its licence`)
  const text =
    file === undefined
      ? readFileSync(join(root, 'LICENSE'), 'utf8').replace(
          /^Copyright.*$/m,
          `Copyright (c) ${nameOf(author)}`,
        )
      : readFileSync(join(folder, file), 'utf8')
  return `${name} (${license})\n\n${text.trim()}\n`
}

function nameOf(author: string | { readonly name: string } = 'its authors'): string {
  return typeof author === 'string' ? author : author.name
}
