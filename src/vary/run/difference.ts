import { differencesBetween } from '../../exchange/between.ts'
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

/** A text without the values that differ from run to run. */
export const settled = (text: string): string => text.replaceAll(address, '…').replaceAll(moving, '…')

const isSame = (one: unknown, other: unknown): boolean | undefined =>
  typeof one === 'string' && typeof other === 'string' ? settled(one) === settled(other) : undefined

/** The differences of a reply from that of the plain run, the plainest first. */
export function differencesOf(
  plain: LoggedReply | undefined,
  varied: LoggedReply | undefined,
): ReplyDifference[] {
  if (varied?.isBroken) return [{ at: 'connection', plain: 'a reply', varied: 'reset before a reply' }]
  if (!plain || !varied) return []
  const found: ReplyDifference[] = []
  if (plain.status !== varied.status)
    found.push({ at: 'status', plain: String(plain.status), varied: String(varied.status) })
  for (const name of new Set([...Object.keys(plain.headers), ...Object.keys(varied.headers)])) {
    const [before, now] = [plain.headers[name], varied.headers[name]]
    const isMissing = (before === undefined) !== (now === undefined)
    if (
      (isMissing && plain.status === varied.status) ||
      (!passing.test(name) && settled(before ?? '') !== settled(now ?? ''))
    )
      found.push({ at: `header ${name}`, plain: withoutAddress(before), varied: withoutAddress(now) })
  }
  const [before, now] = [parsed(plain.text), parsed(varied.text)]
  // A record and an error have no member in common.
  const isAlike = plain.status < 400 === varied.status < 400
  const ways = { isSame, hasWholeLists: 'common', ...(isAlike ? {} : { depth: 0 }) } as const
  for (const { kind, path: names, there, here } of differencesBetween(before, now, ways)) {
    const at = names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('')
    const place = at.replace(/^\./, '') || 'body'
    if (kind === 'length')
      found.push({ at: `${place}.length`, plain: lengthOf(there), varied: lengthOf(here) })
    else found.push({ at: place, plain: shown(there), varied: shown(here) })
  }
  if (found.length === 0 && settled(plain.text) !== settled(varied.text))
    found.push({ at: 'body', plain: 'JSON', varied: 'the same JSON in another form' })
  return found
}

/** A text without the address of the server or organisation of this run. */
export const withoutAddress = (text = 'absent'): string => text.replaceAll(address, '')

const lengthOf = (list: unknown): string => String((list as readonly unknown[]).length)

function shown(value: unknown): string {
  const text = withoutAddress(JSON.stringify(value))
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}
