import { createHash } from 'node:crypto'
import type { CheckResult } from './check-result.ts'
import type { Assertion } from './judge.ts'

/**
 * A short name for the way a requirement goes wrong. It is the same in every run in which the same checks find the same kind
 * of differences. It consists of texts of the suite (check, demand, place) and of the kinds of values. Of the target's
 * texts, only statuses, codes and other words of the API description count. Other texts may contain an id, a name, a
 * number or a time of the run.
 */
export function fingerprintOf(requirement: string, checks: readonly CheckResult[]): string {
  const lines: string[] = []
  for (const { key, outcomes } of checks) {
    for (const { requirement: judged, verdict, owner, assertions } of outcomes) {
      if (judged !== requirement || verdict === 'pass') continue
      lines.push([key, verdict, owner ?? ''].join('|'))
      for (const assertion of assertions) if (!assertion.held) lines.push(...ways(key, assertion))
    }
  }
  return createHash('sha256')
    .update([...new Set(lines)].sort().join('\n'))
    .digest('hex')
    .slice(0, 12)
}

/** Which places differ in which way. How many elements of a list differ depends on the other data of the target. */
function ways(key: string, { what, differences }: Assertion): string[] {
  return differences.map(({ path, expected, got }) =>
    [key, stable(what), path.replaceAll(/\d+/g, 'n'), ...kindsOf(expected, got)].join('|'),
  )
}

/** The length of a list, and whether it should be empty, depends on records made at the same time. */
function kindsOf(expected: unknown, got: unknown): readonly [string, string] {
  if (!Array.isArray(expected) || !Array.isArray(got)) return [kindOf(expected), kindOf(got)]
  const texts = (list: readonly unknown[]): Set<string> => new Set(list.map((each) => JSON.stringify(each)))
  const [wanted, found] = [texts(expected), texts(got)]
  const isLacking = [...wanted].some((text) => !found.has(text))
  const hasMore = [...found].some((text) => !wanted.has(text))
  if (isLacking) return ['list', hasMore ? 'a list of others' : 'a list of fewer']
  return ['list', hasMore ? 'a list of more' : 'a list in another order']
}

/** A text of the suite without values of the run: without quoted values and words with a digit. */
function stable(text: string): string {
  return unquoted(text).replaceAll(/\S*\d\S*/g, 'n')
}

function unquoted(text: string): string {
  return text.replaceAll(/"[^"]*"|'[^']*'|«[^»]*»/g, '*')
}

/** Statuses, error codes, and the words of the API description: each says something of how a requirement goes wrong. */
const telling = /^([A-Z][A-Z_]{2,24}|E\d{7}|<[^<>]{1,80}>|invalid_[a-z_]{1,30}|[1-5]xx)$/

function kindOf(value: unknown): string {
  if (typeof value === 'string')
    return telling.test(value) ? unquoted(value) : value === '' ? 'empty text' : 'text'
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 100 && value <= 599 ? String(value) : 'number'
  if (typeof value === 'boolean') return String(value)
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list'
  if (typeof value === 'object')
    return 'toJSON' in value && typeof value.toJSON === 'function' ? kindOf(value.toJSON()) : 'object'
  return value === undefined ? 'nothing' : typeof value
}
