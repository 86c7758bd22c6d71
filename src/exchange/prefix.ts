import { member, objectsBelow, textOf, textsOf } from './json.ts'
import type { RecordedCall, Recording } from './exchange.ts'

/** The name prefix of identifiers where a recording shows none. */
export const usualWord = 'svc'

/** The name prefix of a recording's identifiers, such as `svc` of `svc:user_group`; undefined if it shows none. */
export function wordOf({ calls }: Recording): string | undefined {
  // Proxies have headers of the same form: a body counts more.
  return firstOf(calls, inBody) ?? firstOf(calls, inHeader)
}

function firstOf(
  calls: readonly RecordedCall[],
  find: (call: RecordedCall) => string | undefined,
): string | undefined {
  for (const call of calls) {
    const found = find(call)
    if (found !== undefined) return found
  }
  return undefined
}

function inBody({ json }: RecordedCall): string | undefined {
  for (const object of objectsBelow(json)) {
    const [, ofGroup] = firstMatch(textsOf(object['objectClass']), /^([a-z][a-z0-9]*):user_group$/) ?? []
    if (ofGroup !== undefined) return ofGroup
    const type = member(object['provider'], 'type')
    const isOwn = typeof type === 'string' && type === member(object['provider'], 'name')
    if (isOwn && /^[A-Z][A-Z0-9]*$/.test(type) && !otherProviders.has(type)) return type.toLowerCase()
    const [, ofRule] = firstMatch([textOf(object['type'])], /^urn:([a-z][a-z0-9]*):expression:1\.0$/) ?? []
    if (ofRule !== undefined) return ofRule
  }
  return undefined
}

function firstMatch(texts: readonly string[], form: RegExp): RegExpExecArray | undefined {
  return texts.map((text) => form.exec(text)).find((found) => found !== null) ?? undefined
}

function inHeader({ headers }: RecordedCall): string | undefined {
  const header = Object.keys(headers).find((name) => /^x-[a-z][a-z0-9]{0,30}-request-id$/.test(name))
  return header?.slice('x-'.length, -'-request-id'.length)
}

const otherProviders: ReadonlySet<string> = new Set(['ACTIVE', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT'])
