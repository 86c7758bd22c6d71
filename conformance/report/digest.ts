import { createHash } from 'node:crypto'

/** The digest of a report: SHA-256 over its canonical JSON (RFC 8785) without the digest itself. */
export function digestOf(report: object): string {
  const { digest: _, ...content } = JSON.parse(JSON.stringify(report)) as { readonly digest?: unknown }
  return `sha256:${createHash('sha256').update(canonicalJson(content)).digest('hex')}`
}

/** A JSON value as RFC 8785 writes it: members in the order of their names, no blanks. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
