import { usualGroupProperties, usualUserProperties } from '../engine/supply/find-things.ts'
import type { Json } from '../engine/wire/reply.ts'
import { type FoundFeature, type FoundThing, type MissedThing, outcomeOf } from './finding.ts'
import { idOf, loginsOf, named, type Records } from './records.ts'

type Outcome = FoundThing | MissedThing

/** How many consumable things the profile names. */
const maxNamed = 8

/** The findings that the lists show by themselves. */
export function findByLists(records: Records): Outcome[] {
  return [
    ...imported(records),
    lockedOut(records),
    userType(records),
    property(records, 'custom-property', 'users', 'string'),
    property(records, 'custom-array-property', 'users', 'array'),
    property(records, 'group-custom-property', 'groups', 'string'),
    ruleExpression(records),
  ]
}

function imported({ groups, unread }: Records): Outcome[] {
  const all = groups.filter(({ type }) => type === 'APP_GROUP')
  const inDirectory = (group: Json): boolean => String(group.objectClass).includes(directoryClass)
  const withSource = (group: Json): Record<string, unknown> => ({
    id: idOf(group),
    ...(typeof group.profile?.name === 'string' ? { name: group.profile.name } : {}),
    ...(typeof group.source?.id === 'string' ? { sourceId: group.source.id } : {}),
  })
  const directory = all.filter(inDirectory).slice(0, 3)
  const plain = all.filter((group) => !inDirectory(group)).slice(0, 3)
  const why = unread.get('groups') ?? 'no listed group is of it'
  const other = plain.length > 0 ? plain : directory
  return [
    outcomeOf('app-group', other.map(withSource), {
      what: counted(other, 'group of type APP_GROUP'),
      why: `type APP_GROUP: ${why}`,
    }),
    outcomeOf(
      'directory-group',
      directory.map((group) => ({ id: idOf(group) })),
      { what: counted(directory, 'group of a directory'), why: `objectClass svc:${directoryClass}: ${why}` },
    ),
  ]
}

const directoryClass = 'directory_security_principal'

function lockedOut({ users, unread }: Records): Outcome {
  const locked = users.filter(({ status }) => status === 'LOCKED_OUT').slice(0, maxNamed)
  return outcomeOf('locked-out-user', locked.map(named), {
    what: `${counted(locked, 'user')} in status LOCKED_OUT: ${loginsOf(locked)}`,
    why: unread.get('users') ?? 'no listed user is LOCKED_OUT',
    changes: 'The run unlocks them.',
  })
}

function userType({ users, unread }: Records): Outcome {
  const ids = users.map(({ type }) => type?.id as unknown).filter((id) => typeof id === 'string')
  const others = byFrequency(ids).slice(1, 2)
  return outcomeOf(
    'user-type',
    others.map(([id]) => ({ id })),
    {
      what: 'a user type that few users have',
      why: unread.get('users') ?? 'all listed users are of one type',
    },
  )
}

/** Each text, and how often it occurs, the most frequent first. */
function byFrequency(texts: readonly string[]): readonly (readonly [text: string, count: number])[] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, alike]) => [text, alike.length] as const)
    .sort(([, one], [, other]) => other - one)
}

function property(
  records: Records,
  need: 'custom-property' | 'custom-array-property' | 'group-custom-property',
  list: 'users' | 'groups',
  type: 'string' | 'array',
): Outcome {
  const usual = list === 'users' ? usualUserProperties : usualGroupProperties
  const ours = list === 'users' ? records.users : records.groups.filter((each) => each.type !== 'APP_GROUP')
  const isText = (value: unknown): boolean => typeof value === 'string'
  const fits = type === 'array' ? (value: unknown) => Array.isArray(value) && value.every(isText) : isText
  const names = ours
    .flatMap(({ profile }) => Object.entries(Object(profile) as Record<string, unknown>))
    .filter(([name, value]) => fits(value) && !usual.has(name))
    .map(([name]) => name)
  const [[name, count] = []] = byFrequency(names)
  const kind = type === 'array' ? 'a list of texts' : 'a text'
  return outcomeOf(need, name === undefined ? [] : [{ name }], {
    what: `${name}, ${kind} in ${count} of the listed ${list}`,
    why: records.unread.get(list) ?? `no profile of the listed ${list} has ${kind} of its own`,
  })
}

/** A rule that compares the login with a text shows how expressions are spelled. */
function ruleExpression({ rules, unread }: Records): Outcome {
  for (const { conditions } of rules) {
    const value: unknown = conditions?.expression?.value
    const template =
      typeof value === 'string' && /^[^&|]*\blogin\b[^&|]*=[^&|]*$/.test(value)
        ? value.replace(/(["'])[^"'{}]+\1\s*$/, '$1{login}$1')
        : ''
    const what = `as in a rule that is there: ${template}`
    if (template.includes('{login}')) return { need: 'rule-expression', things: [{ template }], what }
  }
  return {
    need: 'rule-expression',
    why: unread.get('rules') ?? 'no rule compares a login; the run tries common spellings by itself',
  }
}

/** Features that a record in a list can only have where the target has them. */
export function featuresInLists({ users, clients }: Records): FoundFeature[] {
  const found: FoundFeature[] = []
  const show = (name: FoundFeature['name'], evidence: string | undefined): void => {
    if (evidence !== undefined) found.push({ name, state: 'yes', evidence })
  }
  const client = (fits: (each: Json) => boolean): string | undefined => {
    const one = clients.find(fits)
    return one && `client ${idOf(one)} has it`
  }
  const holds = (grant: string) => (each: Json) =>
    Array.isArray(each.grant_types) && each.grant_types.includes(grant)
  show('newer-engine', client(holds('interaction_code')))
  show('saml2-bearer', client(holds('urn:ietf:params:oauth:grant-type:saml2-bearer')))
  show(
    'jwks-uri',
    client(({ jwks_uri: uri }) => typeof uri === 'string'),
  )
  show(
    'frontchannel-logout',
    client(({ frontchannel_logout_uri: uri }) => typeof uri === 'string'),
  )
  const federated = users.find(({ credentials }) => credentials?.provider?.type === 'FEDERATION')
  show('federation', federated && `user ${idOf(federated)} authenticates by it`)
  const nameless = users.find(
    ({ profile }) => profile !== undefined && (!profile.firstName || !profile.lastName),
  )
  const plain = users.find(
    ({ profile }) => typeof profile?.login === 'string' && !profile.login.includes('@'),
  )
  const evidence = nameless
    ? `user ${idOf(nameless)} has no full name`
    : plain && `the login of user ${idOf(plain)} is no address`
  return evidence === undefined ? found : [...found, { name: 'defaults', state: 'no', evidence }]
}

/** The login form, if most logins are not addresses. */
export function loginForm({ users }: Records): string | undefined {
  const logins = users
    .map(({ profile }) => profile?.login as unknown)
    .filter((each) => typeof each === 'string')
  const plain = logins.filter((login) => !login.includes('@'))
  return plain.length * 2 > logins.length ? '{name}' : undefined
}

function counted(list: readonly unknown[], what: string): string {
  return `${list.length} ${list.length === 1 ? what : what.replace(/^\w+/, '$&s')}`
}
