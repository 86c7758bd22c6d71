/**
 * Replaces the text between `<!-- name:start -->` and `<!-- name:end -->`.
 *
 * @throws Error when the markers are missing.
 */
export function between(text: string, name: string, content: string): string {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from === -1 || to < from) throw new Error(`No section marked ${name}`)
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`
}
