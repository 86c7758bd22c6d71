import type { Recording } from '../recorded.ts'

/** The name prefix that the identifiers of a recording have, such as `svc` of `svc:user_group`. */
export function wordOf({ calls }: Recording): string {
  for (const { body, headers } of calls) {
    const inHeader = Object.keys(headers).find((name) => /^x-[a-z0-9]+-request-id$/.test(name))
    if (inHeader) return inHeader.slice('x-'.length, -'-request-id'.length)
    const [, inBody] = /"objectClass":\s*\["([a-z0-9]+):user_group"/.exec(body) ?? []
    if (inBody !== undefined) return inBody
    const [, inProvider] = /"provider":\s*\{"type":"([A-Z]+)","name":"\1"/.exec(body) ?? []
    if (inProvider !== undefined && !otherProviders.has(inProvider)) return inProvider.toLowerCase()
  }
  return 'svc'
}

const otherProviders: ReadonlySet<string> = new Set(['ACTIVE', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT'])
