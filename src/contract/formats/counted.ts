/** One of some names: `STAGED or DEPROVISIONED`. */
export function anyOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Fields with their operators: `id or type with eq; lastUpdated with eq, gt or lt`. */
export function withOperators(
  fields: readonly (readonly [path: string, operators: readonly string[]])[],
): string {
  const kinds = [...new Set(fields.map(([, operators]) => anyOf(operators)))]
  return kinds
    .map((kind) => {
      const alike = fields.filter(([, operators]) => anyOf(operators) === kind)
      return `${anyOf(alike.map(([path]) => path))} with ${kind}`
    })
    .join('; ')
}

/** How many there are of something: `1 user`, `12 users`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
