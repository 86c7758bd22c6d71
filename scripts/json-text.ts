/** Generated data as JSON, one row a line, so that a diff shows single rows. */
export function jsonText(value: object): string {
  return `${rowsOf(value, '', 2)}\n`
}

function rowsOf(value: unknown, indent: string, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const rows = Object.entries(value).map(
    ([key, row]) => `${indent}  ${JSON.stringify(key)}: ${rowsOf(row, `${indent}  `, depth - 1)}`,
  )
  return rows.length === 0 ? '{}' : `{\n${rows.join(',\n')}\n${indent}}`
}
