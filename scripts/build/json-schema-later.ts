import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './entries.ts'

const core = join(root, 'node_modules/zod/v4/core')
const real = {
  processors: join(core, 'json-schema-processors.js'),
  methods: join(core, 'to-json-schema.js'),
} as const

const prefix = '\0json-schema:'

/**
 * Separates the JSON Schema writer from zod: a tenth of the code that a page or an import loads.
 * Schemas reach it through a table, which it fills when a caller of `z.toJSONSchema` loads it.
 */
export function jsonSchemaLater(): Plugin {
  return {
    name: 'json-schema-later',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.startsWith(prefix)) return source
      const from = importer?.replaceAll('\\', '/')
      if (from?.endsWith('/zod/v4/classic/schemas.js')) {
        if (source.endsWith('/json-schema-processors.js')) return `${prefix}processors`
        if (source.endsWith('/to-json-schema.js')) return `${prefix}methods`
      }
      const isWanted =
        from?.endsWith('/zod/v4/classic/external.js') && source.endsWith('/json-schema-processors.js')
      return isWanted ? `${prefix}whole` : undefined
    },
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      const part = id.slice(prefix.length)
      const imports = (of: keyof typeof real): string => `import * as ${of} from ${JSON.stringify(real[of])}`
      switch (part) {
        case 'table':
          return 'export const table = {}'
        case 'whole':
          return `${imports('processors')}
${imports('methods')}
import { table } from '${prefix}table'
Object.assign(table, processors, methods)
export const { toJSONSchema } = processors`
        default:
          return `import { table } from '${prefix}table'
${namesOf(real[part as keyof typeof real])
  .map(
    (name) =>
      `export const ${name} = (...args) => ${part === 'methods' ? `(given) => table.${name}(...args)(given)` : `table.${name}(...args)`}`,
  )
  .join('\n')}`
      }
    },
  }
}

function namesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return Array.from(text.matchAll(/^export (?:const|function) (\w+)/gm), ([, name]) => name!)
}
