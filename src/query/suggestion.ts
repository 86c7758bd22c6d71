/** The furthest misspelling: two letters typed, dropped or changed, one in a name of up to five letters. */
const MAX_DISTANCE = 2

/** How many names of one answer are compared with the known ones: a body may have 60,000 unknown members. */
const SUGGESTED_MAX = 20
let suggested = 0

/** Whether one more name may be compared. Code that runs without a pause makes one answer. */
function maySuggest(): boolean {
  if (suggested === 0) queueMicrotask(() => (suggested = 0))
  suggested += 1
  return suggested <= SUGGESTED_MAX
}

/** Names to compare with, or a function that collects them only if they are needed. */
type KnownNames = readonly string[] | (() => readonly string[])

/**
 * The known name that was most likely meant; undefined after the first twenty names of an answer. It differs in case,
 * has one more prefix (`profile.login` for `login`), or is a slip of the keyboard away. Else it is the only one that
 * ends with the name (`client_name` for `name`).
 */
export function suggest(name: string, names: KnownNames): string | undefined {
  if (!maySuggest()) return undefined
  const known = typeof names === 'function' ? names() : names
  const lower = name.toLowerCase()
  const below = (mark: string): readonly string[] =>
    known.filter((candidate) => candidate.toLowerCase().endsWith(`${mark}${lower}`))
  const [part, otherPart] = below('_')
  return (
    known.find((candidate) => candidate.toLowerCase() === lower) ??
    below('.')[0] ??
    nearest(lower, known) ??
    (otherPart === undefined ? part : undefined)
  )
}

function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(name.length / 3))) + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const distance = editDistance(name, candidate.toLowerCase())
    if (distance < least && distance < name.length) [best, least] = [candidate, distance]
  }
  return best
}

/** Levenshtein's distance by rows, where two neighbours that changed places count as one slip. */
export function editDistance(from: string, to: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swap = isSwapped && i > 1 && j > 1 ? (before[j - 2] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** The suggestion as a sentence, for the end of a message. */
export function didYouMean(name: string, known: KnownNames = []): string | undefined {
  const suggestion = suggest(name, known)
  return suggestion === undefined ? undefined : `did you mean ${suggestion}?`
}

/** The message for a value that is not one of a few, without the value: `expected one of a, b; did you mean a?`. */
export function oneOfMessage(values: readonly string[], given: unknown): string {
  const advice = typeof given === 'string' ? didYouMean(given.slice(0, 80), values) : undefined
  return `expected one of ${values.join(', ')}${advice === undefined ? '' : `; ${advice}`}`
}

/** The error for an unknown name: `unknown option, did you mean port?`. */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const suggestion = didYouMean(name.slice(0, 80), known)
  return suggestion === undefined ? `unknown ${kind}` : `unknown ${kind}, ${suggestion}`
}
