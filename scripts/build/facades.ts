import { decode, encode } from '@jridgewell/sourcemap-codec'
import { posix } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A file that only re-exports names of another file. */
interface Facade {
  /** The other file, in the same folder. */
  readonly of: string
  /** A function that turns the exports of the other file into those of the facade. */
  readonly pick: string
}

const handsOn =
  /^\s*export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];\s*(?:\/\/# sourceMappingURL=\S+\s*)?$/
const imported = /import\(([`"'])(\.{1,2}\/[^`"']+\.js)\1\)/g

/**
 * Makes dynamic imports load the real file. For each dynamically imported module that shares its file with others, the
 * bundler makes one more file. A start would read three of them, and an installation unpack thirty.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    generateBundle(_, files) {
      const facades = new Map<string, Facade>()
      const needed = new Set(chunksOf(files).flatMap(({ imports }) => imports))
      for (const chunk of chunksOf(files)) {
        if (needed.has(chunk.fileName)) continue
        const [, names, of] = (!chunk.isEntry && handsOn.exec(chunk.code)) || []
        if (names !== undefined && of !== undefined) facades.set(chunk.fileName, { of, pick: pickOf(names) })
      }
      for (const chunk of chunksOf(files)) redirect(chunk, files, facades)
      for (const name of facades.keys()) {
        delete files[name]
        delete files[`${name}.map`]
      }
    },
  }
}

function chunksOf(files: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(files).filter((file) => file.type === 'chunk')
}

/** `a as b,c` of an export as `({a:$0,c:$1})=>({b:$0,c:$1})`: this form shows bundlers which names are used. */
function pickOf(names: string): string {
  const pairs = names.split(',').map((each) => each.trim().split(' as '))
  const taken = pairs.map(([inside = ''], index) => `${inside}:$${index}`)
  const given = pairs.map(([inside = '', outside = inside], index) => `${outside}:$${index}`)
  return `({${taken.join(',')}})=>({${given.join(',')}})`
}

function redirect(
  chunk: Rolldown.OutputChunk,
  files: Rolldown.OutputBundle,
  facades: ReadonlyMap<string, Facade>,
): void {
  /** The number of characters added to lines, and where. */
  const grown: { readonly line: number; readonly column: number; readonly by: number }[] = []
  const lines = chunk.code.split('\n').map((text, line) =>
    text.replace(imported, (call: string, quote: string, path: string, column: number) => {
      const facade = facades.get(posix.join(posix.dirname(chunk.fileName), path))
      if (!facade) return call
      const target = `${posix.dirname(path)}/${facade.of}`
      const redirected = `import(${quote}${target}${quote}).then(${facade.pick})`
      grown.push({ line, column, by: redirected.length - call.length })
      return redirected
    }),
  )
  if (grown.length === 0) return
  chunk.code = lines.join('\n')
  const map = files[`${chunk.fileName}.map`]
  if (map?.type !== 'asset') return
  const content = JSON.parse(String(map.source)) as { mappings: string }
  const mappings = decode(content.mappings)
  for (const { line, column, by } of grown.toReversed())
    for (const segment of mappings[line] ?? []) if (segment[0] > column) segment[0] += by
  content.mappings = encode(mappings)
  map.source = JSON.stringify(content)
}
