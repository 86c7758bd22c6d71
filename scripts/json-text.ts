/** JSON with short values on one line, so that a diff shows single rows. Below `depth`, long ones are on one line too. */
export function jsonText(value: unknown, depth = Number.POSITIVE_INFINITY): string {
  return `${folded(value, '', depth)}\n`
}

function folded(value: unknown, indent: string, depth: number): string {
  const text = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || depth === 0 || text.length + indent.length <= 150)
    return text
  const inner = `${indent} `
  const parts = Object.entries(value).map(
    ([name, member]) =>
      `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}${folded(member, inner, depth - 1)}`,
  )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
