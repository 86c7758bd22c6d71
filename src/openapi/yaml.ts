import type { Json, JsonObject } from './types.ts'

/**
 * A JSON value as YAML 1.2, in blocks. Texts that YAML might take for something else are quoted as in JSON, of which
 * YAML is a superset. For the service's document, a library takes several times as long as the rest of the command.
 */
export function yamlOf(value: object): string {
  if (Object.keys(value).length === 0) return isArray(value as Json) ? '[]' : '{}'
  const lines: string[] = []
  write(value as JsonObject, '', lines)
  return lines.join('\n')
}

const plain = /^[A-Za-z$/][\w/.{}$-]*(?: [\w(][\w/.()-]*)*$/
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i

function scalar(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return plain.test(value) && !reserved.test(value) ? value : JSON.stringify(value)
}

/** Writes the members of an object, or the elements of an array, each on a separate line. */
function write(value: JsonObject | readonly Json[], indent: string, lines: string[]): void {
  if (isArray(value)) {
    for (const element of value) {
      if (isNested(element)) {
        const from = lines.length
        write(element, `${indent}  `, lines)
        lines[from] = `${indent}- ${lines[from]!.slice(indent.length + 2)}`
      } else {
        lines.push(`${indent}- ${flat(element)}`)
      }
    }
    return
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    if (isNested(member)) {
      lines.push(`${indent}${scalar(name)}:`)
      write(member, `${indent}  `, lines)
    } else {
      lines.push(`${indent}${scalar(name)}: ${flat(member)}`)
    }
  }
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** Whether a value takes separate lines; an empty one does not. */
function isNested(value: Json): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function flat(value: Json): string {
  return typeof value === 'object' && value !== null ? (isArray(value) ? '[]' : '{}') : scalar(value)
}
