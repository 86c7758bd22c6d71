import type { RecordedCall, Recording } from '../recorded.ts'

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

function inBody({ body }: RecordedCall): string | undefined {
  const [, ofGroup] = /"objectClass":\s*\["([a-z0-9]+):user_group"/.exec(body) ?? []
  if (ofGroup !== undefined) return ofGroup
  const [, ofProvider] = /"provider":\s*\{"type":"([A-Z]+)","name":"\1"/.exec(body) ?? []
  return ofProvider === undefined || otherProviders.has(ofProvider) ? undefined : ofProvider.toLowerCase()
}

function inHeader({ headers }: RecordedCall): string | undefined {
  const header = Object.keys(headers).find((name) => /^x-[a-z][a-z0-9]{0,30}-request-id$/.test(name))
  return header?.slice('x-'.length, -'-request-id'.length)
}

const otherProviders: ReadonlySet<string> = new Set(['ACTIVE', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT'])
