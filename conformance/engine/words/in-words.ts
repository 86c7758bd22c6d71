/** Demands of the suite as JSON has them: `<a number>`. Texts of a target may look alike, but do not begin so. */
const demand = /"<((?:one of |an? |nothing|text like |true or false)(?:[^"\\]|\\.)*)>"/g

/** A value that was expected: demands in words, all else as JSON. */
export function inWords(value: unknown, indent?: number): string {
  if (value === undefined) return 'nothing'
  return (JSON.stringify(value, null, indent) ?? typeof value).replaceAll(demand, (_, text: string) => {
    const words = String(JSON.parse(`"${text}"`))
    return words.replace(/^one of (?=[^,]*$)/, '')
  })
}
