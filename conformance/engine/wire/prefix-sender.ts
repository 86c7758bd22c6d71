import type { Send, Sender } from './http-sender.ts'
import type { Json } from './reply.ts'

/** Ways a quotation mark is spelled in a body, in a string inside a body, and in a URL. */
const quote = String.raw`(?:\\?"|%22)`

/** Ways a colon is spelled in a body and in a URL. */
const colon = '(?::|%3[Aa])'

/**
 * Lets the suite test a deployment with another name prefix than the `svc` of the API description (Clients,
 * Conventions, 6). It translates the spellings listed there in requests and answers. Checks and reports keep the words
 * of the API description.
 *
 * @param prefix the prefix instead of `svc`, in lower case; without one, or with `svc`, nothing is translated
 */
export function prefixSender(sender: Sender, prefix = 'svc'): Sender {
  if (prefix === 'svc') return sender
  const toTheirs = translation('svc', prefix)
  const toOurs = translation(prefix, 'svc')
  const send: Send = async ({ url, headers, body, ...request }, signal) => {
    const theirs = new URL(url)
    theirs.search = toTheirs(url.search)
    const reply = await sender.send(
      {
        ...request,
        url: theirs,
        headers: eachValue(headers, toTheirs),
        body: body === undefined ? undefined : toTheirs(body),
      },
      signal,
    )
    return { ...reply, headers: eachValue(reply.headers, toOurs), text: toOurs(reply.text) }
  }
  return { send, close: () => sender.close() }
}

/** The class of a group of a directory, and the property with its qualified name. */
const neutralNames: readonly string[] = ['directory_security_principal', 'directoryDomainQualifiedName']

/** The same in deployments that do not only replace the prefix. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['okta', ['windows_security_principal', 'windowsDomainQualifiedName']],
])

/** Replaces one prefix by another in the spellings of the API description, and nowhere else. */
function translation(from: string, to: string): (text: string) => string {
  const [theirs = [], ours = []] = [from, to].map((prefix) => otherNames.get(prefix) ?? neutralNames)
  const lower = new RegExp(
    [
      `${from}(?=${colon}(?:user_group|directory_security_principal|${theirs[0]})\\b)`,
      `(?<=urn${colon})${from}(?=${colon}expression\\b)`,
      `\\b${from}(?=-response=)`,
    ].join('|'),
    'g',
  )
  const upper = new RegExp(`(?<=${quote})${from.toUpperCase()}(?=(?:_GROUP)?${quote})`, 'g')
  return (text) =>
    theirs.reduce<string>(
      (translated, name, index) => translated.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), ours[index]!),
      text.replaceAll(lower, to.toLowerCase()).replaceAll(upper, to.toUpperCase()),
    )
}

function eachValue(
  headers: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]))
}

/** Providers that have the same name under every prefix (Users, Provider object). */
const providers: ReadonlySet<string | undefined> = new Set([
  'ACTIVE_DIRECTORY',
  'FEDERATION',
  'IMPORT',
  'LDAP',
  'SOCIAL',
])

/**
 * The name prefix that records show instead of `svc`. Types and classes of groups contain it, and providers of users.
 * Undefined if they show `svc`, nothing, or several: then a spelling is wrong, not another prefix.
 */
export function prefixIn(users: readonly Json[] = [], groups: readonly Json[] = []): string | undefined {
  const ofGroups = groups.flatMap((group) => [
    /^(?!APP_)([A-Z][A-Z0-9]*)_GROUP$/.exec(String(group?.type))?.[1],
    /^([a-z][a-z0-9]*):(?:user_group|directory_security_principal)$/.exec(
      String(group?.objectClass?.[0]),
    )?.[1],
  ])
  const ofUsers = users
    .map((user) => /^[A-Z][A-Z0-9]*$/.exec(String(user?.credentials?.provider?.type))?.[0])
    .filter((type) => !providers.has(type))
  const words = new Set([...ofGroups, ...ofUsers].flatMap((prefix) => prefix?.toLowerCase() ?? []))
  const [prefix] = words
  return words.size === 1 && prefix !== 'svc' ? prefix : undefined
}
