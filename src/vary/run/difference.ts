import type { LoggedReply } from './log-line.ts'
import type { ReplyDifference } from './report.ts'

/** Headers that differ from call to call. */
const passing =
  /^(?:date|cache-control$|pragma$|www-authenticate$|x-rate-limit-|expires$|x-.*request-id$|content-length$|etag$)/

/** Values that differ from run to run: times, ids, and texts with them. */
const moving =
  /\d{4}-\d\d-\d\dT[\d:.]+Z|\b0[0-9a-z]{2}[A-Za-z0-9]{17}\b|\b(?:oa|os|ot|gu|au|sc)[a-z][A-Za-z0-9]{17,22}\b|\boae[A-Za-z0-9]{17,22}/g

/** The address of the server or organisation of a run. */
const address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+(?:\/orgs\/\w+)?/g

/** Timestamps with .000, and no other ones. */
const wholeSeconds = /^(?!.*:\d\d\.(?!000Z)\d{3}Z").*:\d\d\.000Z"/s

/** A text without the values that differ from run to run. */
export const settled = (text: string): string => text.replaceAll(address, '…').replaceAll(moving, '…')

const still = (value: unknown): string => settled(JSON.stringify(value) ?? 'absent')

/** The differences of a reply from that of the plain run, the plainest first. */
export function differencesOf(plain: LoggedReply | undefined, varied: LoggedReply): ReplyDifference[] {
  if (varied.isBroken) return [{ at: 'connection', plain: 'a reply', varied: 'reset before a reply' }]
  if (!plain) return []
  const found: ReplyDifference[] = []
  if (plain.status !== varied.status)
    found.push({ at: 'status', plain: String(plain.status), varied: String(varied.status) })
  for (const name of new Set([...Object.keys(plain.headers), ...Object.keys(varied.headers)])) {
    const [before, now] = [plain.headers[name], varied.headers[name]]
    if (!passing.test(name) && still(before) !== still(now))
      found.push({ at: `header ${name}`, plain: path(before), varied: path(now) })
  }
  const bodies = [parsed(plain.text), parsed(varied.text)] as const
  // A record and an error have no member in common.
  if (plain.status < 400 === varied.status < 400) compare('', bodies[0], bodies[1], found)
  else found.push({ at: 'body', plain: shown(bodies[0]), varied: shown(bodies[1]) })
  if (found.length === 0 && settled(plain.text) !== settled(varied.text))
    found.push({ at: 'body', plain: 'JSON', varied: 'the same JSON in another form' })
  if (found.length === 0 && wholeSeconds.test(varied.text) && !wholeSeconds.test(plain.text))
    found.push({ at: 'timestamps', plain: 'with milliseconds', varied: 'whole seconds' })
  return found
}

/** A text without the address of the server or organisation of this run. */
const path = (text = 'absent'): string => text.replaceAll(address, '')

function compare(at: string, plain: unknown, varied: unknown, found: ReplyDifference[]): void {
  if (still(plain) === still(varied)) return
  if (isObject(plain) && isObject(varied) && Array.isArray(plain) === Array.isArray(varied)) {
    if (Array.isArray(plain) && Array.isArray(varied) && plain.length !== varied.length)
      found.push({ at: `${at || 'body'}.length`, plain: String(plain.length), varied: String(varied.length) })
    for (const name of new Set([...Object.keys(plain), ...Object.keys(varied)])) {
      const next = Array.isArray(plain) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`
      const has = (value: object): boolean => Object.hasOwn(value, name)
      if (Array.isArray(plain) && (!has(plain) || !has(varied))) continue
      compare(next, plain[name], varied[name], found)
    }
    return
  }
  found.push({ at: at || 'body', plain: shown(plain), varied: shown(varied) })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = path(JSON.stringify(value))
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}
