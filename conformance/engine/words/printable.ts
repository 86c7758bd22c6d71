/**
 * A text without control characters, which a terminal could act on: replies, pacts and seeds may contain them. JSON
 * escapes replace them, so that JSON and YAML keep their meaning. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Cf}/gu, escaped)
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** The same of every text in a value of JSON, and of the names in it. */
export function printableValue<Value>(value: Value): Value {
  return mapped(value) as Value
}

function mapped(value: unknown): unknown {
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return value.map(mapped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [printable(name), mapped(member)]))
}
