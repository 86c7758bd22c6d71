import { secretFields } from '../contract/secrets.ts'
import type { Pairs } from './pairs.ts'
import { isStruck } from './restore.ts'
import { objectOf } from './json.ts'
import type { Difference } from './difference.ts'

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
  const found: Difference[] = []
  walk(there, here, [], comparing, found)
  return found
}

function walk(
  there: unknown,
  here: unknown,
  path: readonly string[],
  comparing: Comparing,
  found: Difference[],
): void {
  const { subject, when } = comparing
  const at = path.join('.')
  const tell = (difference: Omit<Difference, 'subject' | 'path'>): void =>
    void found.push({ subject, path: at, ...difference })
  const [typeThere, typeHere] = [typeOf(there), typeOf(here)]
  if (typeThere !== typeHere) {
    if (!isStruck(there)) tell({ aspect: 'type', there: typeThere, here: typeHere, values: [there, here] })
    return
  }
  if (Array.isArray(there)) {
    walkList(there, here as readonly unknown[], path, comparing, found)
    return
  }
  const object = objectOf(there)
  if (!object) {
    if (!isSame(there, here, path, comparing)) {
      tell({
        aspect: 'value',
        there: shownValue(there, path),
        here: shownValue(here, path),
        values: [there, here],
      })
    }
    return
  }
  const other = objectOf(here)!
  const isLinks = at === '_links'
  for (const name of new Set([...Object.keys(object), ...Object.keys(other)])) {
    const below = [...path, nameOf(name, comparing.pairs)]
    const side = !Object.hasOwn(other, name) ? 'there' : !Object.hasOwn(object, name) ? 'here' : undefined
    if (!side) walk(object[name], other[name], below, comparing, found)
    else if (isLinks) found.push({ aspect: `link-${side}`, subject, when, path: name })
    else {
      const isNull = side === 'there' && object[name] === null
      found.push({
        aspect: `member-${side}`,
        subject,
        path: below.join('.'),
        ...(isNull ? { there: 'null' } : {}),
        values: [object[name], other[name]],
      })
    }
  }
}

function walkList(
  there: readonly unknown[],
  here: readonly unknown[],
  path: readonly string[],
  comparing: Comparing,
  found: Difference[],
): void {
  if (there.length !== here.length) {
    const { subject } = comparing
    found.push({
      aspect: 'value',
      subject,
      path: path.join('.'),
      there: `${there.length} items`,
      here: `${here.length} items`,
    })
    return
  }
  for (const [index, item] of there.entries()) walk(item, here[index], [...path, '[]'], comparing, found)
}

/** A name of a member; ids are names in maps, and say nothing to a reader. */
function nameOf(name: string, pairs: Pairs): string {
  return pairs.oursOf(name) !== undefined || isIdLike(name) || !/^[\w$-]{1,60}$/.test(name) ? '*' : name
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function isSame(there: unknown, here: unknown, path: readonly string[], comparing: Comparing): boolean {
  if (there === here) return true
  const name = path.at(-1) ?? ''
  const secret = path[0] === 'profile' ? undefined : secretFields.get(name)
  // Numbers of seconds: zero differs from every other number.
  if (opaque.has(name) || (secret !== undefined && secret !== 'link'))
    return typeof there !== 'number' || (there === 0) === (here === 0)
  if (typeof there !== 'string' || typeof here !== 'string') return false
  if (isStruck(there)) return true
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
  const name = path.findLast((each) => each !== '[]') ?? ''
  if (path[0] === 'profile') return undefined
  if (typeof value === 'boolean') return String(value)
  if (words.has(name) && /^[\w:.-]{1,60}$/.test(String(value))) return String(value)
  if (typeof value === 'string' && isTime(value)) return 'another time'
  return undefined
}
