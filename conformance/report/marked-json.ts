import { counted } from '../engine/words/text.ts'
import type { Difference } from '../engine/judge/expectation.ts'

/** One line of a printed value; `marked` where it differs from what was expected. */
export interface MarkedLine {
  readonly text: string
  readonly marked: boolean
}

const longest = 120
const short = 16
const context = 3

/**
 * Prints a JSON value over several lines and marks those that differ. A missing property gets its own line. Of a long
 * value it keeps only the lines around the marks.
 */
export function markedJson(value: unknown, differences: readonly Difference[]): MarkedLine[] {
  const paths = new Map(differences.map((each) => [each.path, each]))
  const lines: MarkedLine[] = []
  print(value, '', '', '', '', paths, lines, false)
  return around(lines)
}

/** Keeps the marked lines and a few lines around them; a short value stays whole. */
function around(lines: readonly MarkedLine[]): MarkedLine[] {
  const isShort = lines.length <= short || !lines.some(({ marked }) => marked)
  const near = (at: number): boolean =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ marked }) => marked)
  const kept: MarkedLine[] = []
  let left = 0
  const gap = (): void => {
    if (left > 0) kept.push({ text: `… ${counted(left, 'line')}`, marked: false })
    left = 0
  }
  for (const [at, line] of lines.entries()) {
    if (kept.length < longest && (isShort || at < 2 || near(at))) {
      gap()
      kept.push(line)
    } else left++
  }
  gap()
  return kept
}

function print(
  value: unknown,
  path: string,
  indent: string,
  label: string,
  comma: string,
  paths: ReadonlyMap<string, Difference>,
  lines: MarkedLine[],
  within: boolean,
): void {
  const marked = within || paths.has(path)
  if (typeof value !== 'object' || value === null) {
    lines.push({ text: `${indent}${label}${plain(value)}${comma}`, marked })
    return
  }
  const isList = Array.isArray(value)
  const entries: [string, unknown][] = Object.entries(value)
  const missing = isList ? [] : missingBelow(path, value, paths)
  if (entries.length === 0 && missing.length === 0) {
    lines.push({ text: `${indent}${label}${isList ? '[]' : '{}'}${comma}`, marked })
    return
  }
  lines.push({ text: `${indent}${label}${isList ? '[' : '{'}`, marked })
  for (const [at, [key, each]] of entries.entries()) {
    const inner = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const last = at === entries.length - 1 && missing.length === 0
    print(
      each,
      inner,
      `${indent}  `,
      isList ? '' : `${JSON.stringify(key)}: `,
      last ? '' : ',',
      paths,
      lines,
      marked,
    )
  }
  for (const key of missing) lines.push({ text: `${indent}  (no ${JSON.stringify(key)})`, marked: true })
  lines.push({ text: `${indent}${isList ? ']' : '}'}${comma}`, marked })
}

function plain(value: unknown): string {
  if (value === undefined) return '(nothing)'
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

/** The properties directly below a path that are expected and not there. */
function missingBelow(path: string, value: object, paths: ReadonlyMap<string, Difference>): string[] {
  const prefix = path === '' ? '' : `${path}.`
  return [...paths.values()]
    .filter((each) => each.got === undefined && each.path !== '' && each.path.startsWith(prefix))
    .map((each) => each.path.slice(prefix.length))
    .filter((key) => !/[.[]/.test(key) && !Object.hasOwn(value, key))
}
