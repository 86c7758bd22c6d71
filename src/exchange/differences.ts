import type { Aspect } from '../contract/interpretations/interpretation.ts'
import { secretFields } from '../contract/secrets.ts'
import type { Pairs } from './pairs.ts'
import { isRedacted } from './restore.ts'
import { differencesBetween, type Found, typeOf } from './between.ts'

/** One difference between a recorded reply and the mock's, without details of only this call. */
export interface Difference {
  readonly aspect: Aspect
  /** A kind of record such as `users`, or an operation. */
  readonly subject: string
  /** The status of the user, where links depend on it. */
  readonly when?: string | undefined
  /** The member, link or header. */
  readonly path?: string | undefined
  /** The recorded side, in words without a value of a person. */
  readonly there?: string | undefined
  readonly here?: string | undefined
  /** The values, recorded and ours; they may be of people. */
  readonly values?: readonly [there: unknown, here: unknown]
  /** Whether the API description contradicts the recording. */
  readonly isContradicted?: true
}

/** Key for counting the replies in which a class of difference could occur. */
export function occasionOf({ subject, when = '' }: Pick<Difference, 'subject' | 'when'>): string {
  return `${subject}|${when}`
}

/** How the texts of two replies are compared. */
export interface Comparing {
  readonly pairs: Pairs
  /** Origin of the service in the recording. */
  readonly origin: string
  /** How far times may lie apart, in milliseconds; undefined where the recording has no times of calls. */
  readonly slack: number | undefined
  /** The kind of their owner, for the report. */
  readonly subject: string
  readonly when?: string | undefined
}

/** Values besides secrets that differ in each reply: only their presence can be compared. */
const opaque: ReadonlySet<string> = new Set([
  'errorId',
  'client_id_issued_at',
  'client_secret_expires_at',
  'kid',
])

/** Compares two values of JSON, member by member. */
export function memberDifferences(
  there: unknown,
  here: unknown,
  comparing: Comparing,
): readonly Difference[] {
  const isAlike = (one: unknown, other: unknown, path: readonly string[]): boolean | undefined =>
    typeOf(one) === typeOf(other) && Object(one) !== one ? isSame(one, other, path, comparing) : undefined
  return differencesBetween(there, here, { isSame: isAlike, hasWholeLists: true }).flatMap((found) =>
    differenceOf(found, comparing),
  )
}

function differenceOf(
  { kind, path: names, there, here }: Found,
  { subject, when, pairs }: Comparing,
): readonly Difference[] {
  const path = names.map((name) => nameOf(name, pairs)).join('.')
  const values = [there, here] as const
  switch (kind) {
    case 'type':
      if (isRedacted(there)) return []
      return [{ aspect: 'type', subject, path, there: typeOf(there), here: typeOf(here), values }]
    case 'length': {
      const [one, other] = values.map((list) => `${(list as readonly unknown[]).length} items`)
      return [{ aspect: 'value', subject, path, there: one, here: other }]
    }
    case 'value':
      return [
        {
          aspect: 'value',
          subject,
          path,
          there: shownValue(there, names),
          here: shownValue(here, names),
          values,
        },
      ]
    default:
      if (names.length === 2 && names[0] === '_links')
        return [{ aspect: `link-${kind}`, subject, when, path: names[1] }]
      return [
        { aspect: `member-${kind}`, subject, path, ...(there === null ? { there: 'null' } : {}), values },
      ]
  }
}

/** A name of a member; ids are names in maps, and say nothing to a reader. */
function nameOf(name: string, pairs: Pairs): string {
  if (isIndex(name)) return '[]'
  return pairs.oursOf(name) !== undefined || isIdLike(name) || !/^[\w$-]{1,60}$/.test(name) ? '*' : name
}

/** Lists have no names; no object here has numbers for names. */
function isIndex(name: string): boolean {
  return /^\d+$/.test(name)
}

function isSame(there: unknown, here: unknown, path: readonly string[], comparing: Comparing): boolean {
  if (there === here) return true
  const name = path.at(-1) ?? ''
  const secret = path[0] === 'profile' ? undefined : secretFields().get(name)
  // Numbers of seconds: zero differs from every other number.
  if (opaque.has(name) || (secret !== undefined && secret !== 'link'))
    return typeof there !== 'number' || (there === 0) === (here === 0)
  if (typeof there !== 'string' || typeof here !== 'string') return false
  if (isRedacted(there)) return true
  if (isTime(there) && isTime(here)) return isSameTime(there, here, comparing.slack)
  // Pictures are where the deployment keeps them.
  if (path.includes('logo')) return true
  if (/^https?:/.test(there)) return isSameUrl(there, here, secret === 'link', comparing)
  return isSameText(there, here, comparing.pairs)
}

/** Whether a recorded text corresponds to one of the mock; two new ids are paired. */
function isSameText(there: string, here: string, pairs: Pairs): boolean {
  if (pairs.translate(there) === here) return true
  if (pairs.oursOf(there) !== undefined || pairs.isTaken(here)) return false
  if (!isIdLike(there) || !isIdLike(here)) return false
  if (there.slice(0, 3) !== here.slice(0, 3)) return false
  pairs.pair(there, here)
  return true
}

/** Whether two addresses lead to the same resource. */
function isSameUrl(there: string, here: string, hasToken: boolean, { pairs, origin }: Comparing): boolean {
  if (!isOfDeployment(there, origin)) return there === here
  const [one, other] = [there, here].map((url) => new URL(url, origin).pathname.split('/'))
  if (one!.length !== other!.length) return false
  // Users of a type have a schema; ours has the id of the type.
  const isSchema = one!.includes('schemas')
  return one!.every((part, index) => {
    const isToken = hasToken && (index === one!.length - 1 || (isIdLike(part) && isIdLike(other![index]!)))
    return isToken || (isSchema && isIdLike(part)) || isSameText(part, other![index]!, pairs)
  })
}

/** Whether an address is part of the deployment. Some recorders cut its host to the first label. */
function isOfDeployment(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false
  const [{ protocol, host }, own] = [new URL(address), new URL(origin)]
  return protocol === own.protocol && (host === own.host || own.host.startsWith(`${host}.`))
}

/** Whether a text looks like an id of the service: some have no digit, and some names are as long. */
function isIdLike(text: string): boolean {
  return /^[\w-]{18,24}$/.test(text) && /[A-Za-z]/.test(text) && /\d|[A-Z].*[A-Z].*[A-Z]/.test(text)
}

/** Whether two times are near each other, and written alike. */
function isSameTime(there: string, here: string, slack = Number.POSITIVE_INFINITY): boolean {
  const [one, other] = [there, here].map((time) => time.replaceAll(/\d/g, '0'))
  return one === other && Math.abs(Date.parse(there) - Date.parse(here)) <= slack
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)
}

/** Members whose values are words of the service, and may appear in a report. */
const words: ReadonlySet<string> = new Set([
  'status',
  'type',
  'objectClass',
  'transitioningToStatus',
  'method',
  'errorCode',
  'application_type',
  'token_endpoint_auth_method',
  'consent_method',
  'grant_types',
  'response_types',
])

/** A value for a report: a word of the service, or not a text. It shows nothing of a person. */
function shownValue(value: unknown, path: readonly string[]): string | undefined {
  const name = path.findLast((each) => !isIndex(each)) ?? ''
  if (path[0] === 'profile') return undefined
  if (typeof value === 'boolean') return String(value)
  if (words.has(name) && /^[\w:.-]{1,60}$/.test(String(value))) return String(value)
  if (typeof value === 'string' && isTime(value)) return 'another time'
  return undefined
}
