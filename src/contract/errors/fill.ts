type Values = Readonly<Record<string, string | number>>

/** A text with its places filled. */
export function fill(text: string, values: Values = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** A text with its places filled; undefined where a value is missing. */
export function filled(text: string | undefined, values: Values = {}): string | undefined {
  const isWhole = [...(text ?? '').matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name!] !== undefined)
  return isWhole && text !== undefined ? fill(text, values) : undefined
}
