import { join, sep } from 'node:path'
import { parseAst, type Plugin } from 'vite'
import { listActions } from '../../src/server/control-actions.ts'
import { root } from './entries.ts'

const checkFile = /\/conformance\/checks\/([^/]+)\.check\.ts$/

/** Makes each check file a function that declares its checks, for the one file with all of them. */
export function checksInOneFile(): Plugin {
  return {
    name: 'checks-in-one-file',
    enforce: 'pre',
    transform(code, id) {
      if (!checkFile.test(id)) return undefined
      const { body } = parseAst(code, { lang: 'ts' })
      const from = body.findLastIndex(({ type }) => type === 'ImportDeclaration') + 1
      const start = body[from]!.start
      // The lines stay in place, for the source map.
      return { code: `${code.slice(0, start)}export function declare() {${code.slice(start)}}`, map: null }
    },
  }
}

const packedDemo = /\/worlds\/prepared\/packed-demo\.ts$/

/** The builds for pages of packages: yaml publishes another build for Node, with modules that a page does not have. */
export const forPagesToo: Readonly<Record<string, string>> = {
  yaml: join(root, 'node_modules/yaml/browser/dist/index.js'),
}

/** Asks Node for `require` only when it is called: a page does not have it, and loads the same file. */
export function requireWhenCalled(): Plugin {
  const imported = /import \{ createRequire \} from ["']node:module["'];?/
  const made = /var __require = [^;]+;/
  const late =
    'var __require = (id) => process.getBuiltinModule("node:module").createRequire(import.meta.url)(id);'
  return {
    name: 'require-when-called',
    renderChunk(code) {
      if (!imported.test(code) || !made.test(code)) return undefined
      return { code: code.replace(imported, '').replace(made, late), map: null }
    },
    generateBundle(_, files) {
      const runtime = files['chunks/rolldown-runtime.js']
      if (
        runtime?.type === 'chunk' &&
        runtime.code.includes('node:module') &&
        !runtime.code.includes('getBuiltinModule')
      )
        this.error('the bundler makes its require in another way than this plugin knows')
    },
  }
}

const namespaceHelper = /^import \{ \w+ as __exportAll \} from "[./\w]*\/rolldown-runtime\.js";$/m

/**
 * Some files use only one function of the bundler's runtime, which makes a namespace of a module. They get a copy of
 * it, so that a start reads one file less.
 */
export function namespacesInPlace(): Plugin {
  const copy =
    'var __exportAll = (all) => { const target = {}; for (const name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true }); return Object.defineProperty(target, Symbol.toStringTag, { value: "Module" }) };'
  return {
    name: 'namespaces-in-place',
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk') file.code = file.code.replace(namespaceHelper, copy)
      }
    },
  }
}

/** Schemas of options and files, whose texts appear in pages, types and JSON Schemas generated from source. */
const described =
  /\/src\/(model\/kernel\/options-schema|server\/serve-options-schema|server\/config\/schema|fixtures\/seed\/format(?:\/\w+)?)\.ts$/
const description = /\.describe\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?\s*\)/g

/** Drops the texts of options that no run shows: all texts except those in `GET /_control`. */
export function withoutUnshownTexts(): Plugin {
  const shown = new Set<unknown>()
  JSON.stringify(listActions(), (key, value: unknown) => {
    if (key === 'description') shown.add(value)
    return value
  })
  return {
    name: 'without-unshown-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!described.test(id)) return undefined
      const short = code.replace(description, (call, literal: string) => {
        const text = literal.slice(1, -1).replace(/\\(.)/g, '$1')
        // The lines stay in place, for the source map.
        return shown.has(text) ? call : call.replace(/[^\n]/g, '')
      })
      return { code: short, map: null }
    },
  }
}

interface SourceMap {
  readonly sources: readonly string[]
  sourcesContent: (string | null)[]
}

/**
 * Leaves out the source maps of other packages, and of code that no test steps through. Sources are the largest part of
 * an installation.
 */
export function ownSourcesOnly(): Plugin {
  return {
    name: 'own-sources-only',
    generateBundle(_, files) {
      for (const [name, file] of Object.entries(files)) {
        if (file.type !== 'asset' || !name.endsWith('.map')) continue
        const map = JSON.parse(String(file.source)) as SourceMap
        if (!map.sources.some(isSteppedThrough)) {
          delete files[name]
          const chunk = files[name.slice(0, -'.map'.length)]
          if (chunk?.type === 'chunk')
            chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
        } else file.source = JSON.stringify(withOwnContent(map))
      }
    },
  }
}

/** Sources that run inside a test. To debug other parts, a person has the repository. */
function isSteppedThrough(source: string): boolean {
  return (
    /\/src\//.test(source) &&
    !/\/src\/(cli|pact|transfer|openapi)\//.test(source) &&
    !isOfPackage(source) &&
    !packedDemo.test(source)
  )
}

function withOwnContent(map: SourceMap): SourceMap {
  const sourcesContent = map.sourcesContent.map((content, index) =>
    /\/src\//.test(map.sources[index]!) && !isOfPackage(map.sources[index]!) ? content : null,
  )
  return { ...map, sourcesContent }
}

function isOfPackage(source: string): boolean {
  return source.includes('node_modules')
}

/** Notes each package that has code in the bundle. */
export function noteBundledPackages(note: (name: string) => void): Plugin {
  return {
    name: 'note-bundled-packages',
    moduleParsed({ id }) {
      if (!id.includes('node_modules') || id.startsWith('\0')) return
      const inside = id.split(`node_modules${sep}`).at(-1)!
      note(
        inside
          .split(sep)
          .slice(0, inside.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    },
  }
}

/**
 * Fails if files import each other. One of them would run before its imports, and the command that loads it fails at
 * its start. The bundler combines modules by size, and does not see a circle in that.
 */
export function withoutCircles(): Plugin {
  return {
    name: 'without-circles',
    generateBundle(_, files) {
      const importsOf = (name: string): readonly string[] => {
        const file = files[name]
        return file?.type === 'chunk' ? file.imports : []
      }
      const done = new Set<string>()
      const visit = (name: string, way: readonly string[]): void => {
        if (way.includes(name)) {
          const circle = [...way.slice(way.indexOf(name)), name].join(' → ')
          this.error(`${circle}: files of the package import each other; see the groups in bundle.ts`)
        }
        if (done.has(name)) return
        for (const each of importsOf(name)) visit(each, [...way, name])
        done.add(name)
      }
      for (const name of Object.keys(files)) visit(name, [])
    },
  }
}
