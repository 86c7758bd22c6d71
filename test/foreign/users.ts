import { readExpression } from './expressions.ts'
import { readSecret } from './passwords.ts'
import { runRules } from './rules.ts'
import type { Group, Service, User } from './service.ts'
import type { Answer, Call, Fields, Json } from './wire.ts'
import { flag, forbidden, invalid, object, page, refuse, text, unknown } from './wire.ts'

const limits: Readonly<Record<string, readonly [number, number]>> = {
  login: [5, 100],
  email: [5, 100],
  secondEmail: [5, 100],
  firstName: [1, 50],
  lastName: [1, 50],
  primaryPhone: [0, 100],
  mobilePhone: [0, 100],
}
const others =
  'middleName honorificPrefix honorificSuffix title displayName nickName profileUrl streetAddress city state zipCode postalAddress countryCode preferredLanguage locale timezone userType employeeNumber costCenter organization division department managerId manager'.split(
    ' ',
  )
const names = [...Object.keys(limits), ...others]

/** RFC 5322, 3.2.3: atoms joined by single dots, an at sign, and the same again. */
const mailbox =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

const forms: Readonly<Record<string, RegExp>> = {
  email: mailbox,
  secondEmail: mailbox,
  profileUrl: /^[a-z][a-z+.-]*:\S+$/i,
  countryCode: /^[A-Z]{2}$/,
  preferredLanguage: /^(\*|[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)(\s*[,;].*)?$/,
  locale: /^[a-z]{2}[_-][A-Z]{2}$/,
}

/** The same login for the service: case and marks set aside. */
const same = (login: string): string => login.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function findUser(service: Service, key: string, caller: string): User {
  const wanted = key === 'me' ? caller : key
  const direct = service.users.get(wanted)
  if (direct !== undefined) return direct
  const all = [...service.users.values()]
  const byLogin = all.find(({ profile }) => same(profile['login'] ?? '') === same(wanted))
  if (byLogin !== undefined) return byLogin
  const short = all.filter(({ profile }) => same(profile['login'] ?? '').split('@')[0] === same(wanted))
  if (short.length === 1 && short[0] !== undefined) return short[0]
  throw unknown('user')
}

function readProfile(
  service: Service,
  sent: Fields,
  before: Record<string, string>,
  self?: User,
): Record<string, string> {
  const profile = { ...before }
  for (const [name, value] of Object.entries<Json>(sent)) {
    if (!names.includes(name) && name !== service.settings.asks)
      throw invalid(`profile.${name}`, 'is no property of a profile')
    if (value === null) {
      delete profile[name]
      continue
    }
    const [least, most] = limits[name] ?? [0, 1000]
    profile[name] = text(value, `profile.${name}`, least, most)
    if (value !== '' && forms[name]?.test(value) === false)
      throw invalid(`profile.${name}`, 'has another form')
    if (name === 'timezone' && value !== '' && !isZone(value))
      throw invalid('profile.timezone', 'is no time zone')
  }
  profile['locale'] ??= 'en_US'
  const { login, email, firstName, lastName } = profile
  const { asks } = service.settings
  if (login === undefined) throw invalid('profile.login', 'is missing')
  if (asks !== undefined && (profile[asks] ?? '') === '') throw invalid(`profile.${asks}`, 'is missing')
  if (email === undefined) throw invalid('profile.email', 'is missing')
  if (firstName === undefined && service.settings.names.firstName)
    throw invalid('profile.firstName', 'is missing')
  if (lastName === undefined && service.settings.names.lastName)
    throw invalid('profile.lastName', 'is missing')
  if (!service.settings.login.test(login)) throw invalid('profile.login', 'has another form')
  for (const other of service.users.values())
    if (other.id !== self?.id && same(other.profile['login'] ?? '') === same(login))
      throw refuse(409, 'E0009005', 'Somebody has this login')
  return profile
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

function readRecovery(value: Json, before: User['recovery']): User['recovery'] {
  if (value === undefined || value === null) return before
  const { question, answer } = object(value, 'recovery_question')
  return {
    question: text(question, 'recovery_question.question', 1, 100),
    answer: text(answer, 'recovery_question.answer', 1, 100),
  }
}

/** Notes that something of the user changed. */
export function touch(service: Service, user: User, isStatus = false): void {
  user.lastUpdated = service.now()
  if (isStatus) user.statusChanged = user.lastUpdated
  service.saved('users', user)
}

export function setStatus(service: Service, user: User, status: string): void {
  user.status = status
  touch(service, user, true)
}

/** Begins a transition that ends a little later. */
export function goTo(service: Service, user: User, status: 'ACTIVE' | 'DEPROVISIONED'): void {
  const done = (): void => {
    delete user.transitioningToStatus
    if (!service.users.has(user.id)) return
    if (status === 'ACTIVE') user.activated = service.now()
    setStatus(service, user, status)
  }
  if (service.settings.transition === 0) return done()
  user.transitioningToStatus = status
  setTimeout(done, service.settings.transition)
}

export function createUser(service: Service, call: Call): Answer {
  const body = object(call.body, 'body')
  const activate = flag(call, 'activate', true)
  const federated = flag(call, 'provider', false)
  const profile = readProfile(service, object(body['profile'], 'profile'), {})
  const credentials = object(body['credentials'] ?? {}, 'credentials')
  const secret = readSecret(credentials['password'], profile['login'] ?? '', service.settings, true)
  const recovery = readRecovery(credentials['recovery_question'], undefined)
  const provider = object(credentials['provider'] ?? { type: 'SVC' }, 'provider')
  const outside = provider['type'] === 'FEDERATION' || provider['type'] === 'SOCIAL'
  if (outside !== federated) throw invalid('provider', 'and the parameter of that name say different things')
  if (outside && (secret !== undefined || recovery !== undefined))
    throw invalid('credentials', 'are kept by the provider')
  const expires = call.query.get('nextLogin') === 'changePassword'
  if (expires && (!activate || secret === undefined))
    throw invalid('nextLogin', 'needs a password, and activation')
  const groups = readGroups(service, body['groupIds'])
  const type = object(body['type'] ?? { id: 'ordinary' }, 'type')['id']
  if (type !== 'ordinary') throw invalid('type', 'is not known')
  const now = service.now()
  const imported = secret !== undefined && 'hash' in secret
  const user: User = {
    id: service.id('u'),
    status: 'STAGED',
    created: now,
    statusChanged: null,
    lastUpdated: now,
    passwordChanged: secret === undefined ? null : now,
    type: 'ordinary',
    profile,
    secret,
    recovery,
    provider: {
      type: outside ? provider['type'] : imported ? 'IMPORT' : 'SVC',
      name: typeof provider['name'] === 'string' ? provider['name'] : null,
    },
  }
  service.users.set(user.id, user)
  touch(service, user)
  for (const group of groups) join(service, group, user)
  join(service, service.everyone, user)
  if (activate) {
    if (secret !== undefined || outside || service.settings.passwordless === 'ACTIVE')
      goTo(service, user, 'ACTIVE')
    else setStatus(service, user, 'PROVISIONED')
  }
  runRules(service, user)
  return { status: 201, body: show(service, call, user) }
}

function readGroups(service: Service, ids: Json): Group[] {
  if (ids === undefined || ids === null) return []
  if (!Array.isArray(ids) || ids.length > 20) throw invalid('groupIds', 'must be a list of at most 20')
  return ids.map((id: Json) => {
    const group = service.groups.get(String(id))
    if (group?.type !== 'SVC_GROUP') throw invalid('groupIds', 'names a group that is not there')
    return group
  })
}

export function join(service: Service, group: Group, user: User): void {
  if (group.members.has(user.id)) return
  group.members.add(user.id)
  group.lastMembershipUpdated = service.now()
  service.saved('groups', group)
}

export function leave(service: Service, group: Group, user: string): void {
  if (!group.members.delete(user)) return
  group.lastMembershipUpdated = service.now()
  service.saved('groups', group)
}

/** PUT (`whole`) and POST of a user. */
export function updateUser(service: Service, call: Call, whole: boolean): Answer {
  const user = findUser(service, call.args[0] ?? '', call.caller)
  const body = object(call.body, 'body')
  const credentials = object(body['credentials'] ?? {}, 'credentials')
  const type: Json = body['type']?.id
  if (type !== undefined && type !== user.type) throw invalid('type', 'cannot become another')
  const sent = body['profile'] === undefined ? undefined : object(body['profile'], 'profile')
  const profile =
    sent === undefined ? user.profile : readProfile(service, sent, whole ? {} : user.profile, user)
  const secret = readSecret(
    credentials['password'],
    profile['login'] ?? '',
    service.settings,
    user.status === 'STAGED',
  )
  const recovery = readRecovery(credentials['recovery_question'], user.recovery)
  if (
    ['FEDERATION', 'SOCIAL'].includes(user.provider.type) &&
    (secret !== undefined || recovery !== undefined)
  )
    throw forbidden('the credentials of this user are kept by the provider')
  user.profile = profile
  user.recovery = recovery
  if (secret !== undefined) {
    user.secret = secret
    if ('hash' in secret) user.provider = { ...user.provider, type: 'IMPORT' }
    user.passwordChanged = service.now()
  }
  touch(service, user)
  runRules(service, user)
  return { status: 200, body: show(service, call, user) }
}

export function deleteUser(service: Service, call: Call): Answer {
  const user = findUser(service, call.args[0] ?? '', call.caller)
  if (user.status === 'DEPROVISIONED') {
    for (const group of service.groups.values()) leave(service, group, user.id)
    service.users.delete(user.id)
    service.removed('users', user.id)
  } else goTo(service, user, 'DEPROVISIONED')
  return { status: 204 }
}

const searchable = new Set([
  'id',
  'status',
  'created',
  'activated',
  'statusChanged',
  'lastUpdated',
  'type.id',
])
const filterable = new Set([
  'status',
  'id',
  'profile.login',
  'profile.email',
  'profile.firstName',
  'profile.lastName',
])

export function listUsers(service: Service, call: Call): Answer {
  const { query } = call
  const [search, filter, q] = [query.get('search'), query.get('filter'), query.get('q')]
  const { usual, most } = service.settings.pages
  let found = service.stale<User>('users')
  if (search !== null) {
    const test = readExpression(search, {
      exact: false,
      operators: (name) =>
        searchable.has(name) ||
        names.includes(name.replace(/^profile\./, '')) ||
        name === `profile.${service.settings.asks}`
          ? ['eq', 'sw', 'gt', 'lt', 'ge', 'le']
          : undefined,
    })
    found = sorted(
      found.filter((user) => test((name) => attribute(user, name))),
      call,
      (user, name) => attribute(user, name),
    )
  } else if (filter === null) found = found.filter(({ status }) => status !== 'DEPROVISIONED')
  if (filter !== null) {
    const test = readExpression(filter, {
      exact: true,
      operators: (name) => {
        if (name === 'lastUpdated') return ['eq', 'gt', 'ge', 'lt', 'le']
        return filterable.has(name) ? ['eq'] : undefined
      },
    })
    found = found.filter((user) => test((name) => attribute(user, name)))
  }
  if (q !== null) {
    const begins = (value = ''): boolean => value.toLowerCase().startsWith(q.toLowerCase())
    const hits = found.filter(
      ({ profile }) =>
        begins(profile['firstName']) || begins(profile['lastName']) || begins(profile['email']),
    )
    const limit = Number(query.get('limit') ?? 10) || 10
    return {
      status: 200,
      body: hits.slice(0, Math.min(limit, most)).map((user) => show(service, call, user, true)),
    }
  }
  const { items, headers } = page(call, found, ({ id }) => id, { usual, most })
  return { status: 200, headers, body: items.map((user) => show(service, call, user, true)) }
}

/** Sorts the results of a search by `sortBy` and `sortOrder`. */
export function sorted<T extends { id: string }>(
  all: T[],
  { query }: Call,
  read: (one: T, name: string) => unknown,
): T[] {
  const by = query.get('sortBy')
  if (by === null) return all
  const turn = query.get('sortOrder') === 'desc' ? -1 : 1
  const key = (one: T): string => {
    const value = read(one, by)
    return typeof value === 'string' ? value.toLowerCase() : ''
  }
  const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
  return all.toSorted((one, two) => turn * order(key(one), key(two)) || order(one.id, two.id))
}

function attribute(user: User, name: string): unknown {
  if (name.startsWith('profile.')) return user.profile[name.slice(8)]
  if (name === 'type.id') return user.type
  if (names.includes(name)) return user.profile[name]
  return (user as unknown as Fields)[name]
}

export function credentialsOf(user: User): Fields {
  return {
    ...(user.secret === undefined ? {} : { password: {} }),
    ...(user.recovery === undefined ? {} : { recovery_question: { question: user.recovery.question } }),
    provider: user.provider,
  }
}

const credentialLinks = new Set([
  'changePassword',
  'changeRecoveryQuestion',
  'forgotPassword',
  'resetPassword',
  'resetFactors',
  'unlock',
])

/** A user as it is shown: by itself, or as one of many. */
export function show(
  service: Service,
  { url, headers, query, method }: Call,
  user: User,
  oneOfMany = false,
): Fields {
  const parameter = /svc-response\s*=\s*("[^"]*"|[^;]*)/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const omitted =
    method === 'GET'
      ? parameter
          .replaceAll('"', '')
          .split(',')
          .map((each) => each.trim())
      : []
  const self = `${url.origin}/api/v1/users/${user.id}`
  const links: Fields = { self: { href: self } }
  if (!oneOfMany) {
    const action = (name: string, path: string): void => {
      if (omitted.includes('omitCredentialsLinks') && credentialLinks.has(name)) return
      links[name] = { href: `${self}/${path}`, method: 'POST' }
    }
    const { status } = user
    if (status === 'STAGED' || status === 'DEPROVISIONED') action('activate', 'lifecycle/activate')
    if (status !== 'DEPROVISIONED') action('deactivate', 'lifecycle/deactivate')
    if (status === 'ACTIVE') action('suspend', 'lifecycle/suspend')
    if (status === 'SUSPENDED') action('unsuspend', 'lifecycle/unsuspend')
    if (status === 'ACTIVE') {
      action('resetPassword', 'lifecycle/reset_password')
      action('expirePassword', 'lifecycle/expire_password')
      if (user.secret !== undefined) action('changePassword', 'credentials/change_password')
    }
  }
  const { nulls } = service.settings
  const profile = nulls
    ? { ...Object.fromEntries(names.map((name) => [name, null])), ...user.profile }
    : user.profile
  return {
    profile,
    ...(omitted.includes('omitCredentials') ? {} : { credentials: credentialsOf(user) }),
    id: user.id,
    status: user.status,
    created: user.created,
    ...(user.activated === undefined ? {} : { activated: user.activated }),
    statusChanged: user.statusChanged,
    ...(nulls ? { lastLogin: null } : {}),
    lastUpdated: user.lastUpdated,
    ...(nulls || user.passwordChanged !== null ? { passwordChanged: user.passwordChanged } : {}),
    ...(omitted.includes('omitTransitioningToStatus')
      ? {}
      : user.transitioningToStatus === undefined
        ? nulls
          ? { transitioningToStatus: null }
          : {}
        : { transitioningToStatus: user.transitioningToStatus }),
    type: { id: user.type },
    ...(query.get('expand') === 'block' ? { _embedded: {} } : nulls ? { _embedded: null } : {}),
    ...(oneOfMany || service.settings.links ? { _links: links } : {}),
    version: 3,
  }
}
