import { isScalar, parseDocument, visit } from 'yaml'
import { readTextFile } from './text-file.ts'

/**
 * Reads a YAML or JSON file.
 *
 * @throws Error that names the option and the file.
 */
export function readYaml(file: string, option: string): unknown {
  let content: string
  try {
    content = readTextFile(file)
  } catch (error) {
    throw new Error(`${option}: ${(error as Error).message}`, { cause: error })
  }
  try {
    return parsedYaml(content)
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n')
    // The parser gives up when its stack overflows.
    const why = /call stack/.test(message) ? 'it is nested too deeply' : message.replace(/: ".*$/, '')
    throw new Error(`${option}: ${file} is not YAML: ${why}`, { cause: error })
  }
}

/** The parser compares each key with every other key of its map, which takes minutes for a long one. */
function parsedYaml(text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: false })
  const [problem] = document.errors
  if (problem) throw problem
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key
        if (names.has(name))
          throw new Error(`Map keys must be unique, got '${String(name).slice(0, 80)}' twice`)
        names.add(name)
      }
    },
  })
  return document.toJS()
}
