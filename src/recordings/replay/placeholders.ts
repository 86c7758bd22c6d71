import { grantStatuses } from '../../contract/resources/grant.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import { administratorOf } from '../../fixtures/seed/load-user-state.ts'
import type { Organisation } from '../../organisation.ts'
import { registerChosen } from '../../model/oauth/chosen-clients.ts'
import type { UserChanges } from '../../model/users/users.ts'
import type { UserRecord } from '../../model/users/records.ts'
import { namedIn } from '../../exchange/before.ts'
import { type Json, member, objectOf, textOf, textsOf, withoutNull, withTexts } from '../../exchange/json.ts'
import type { Pairs } from '../../exchange/pairs.ts'
import { redactedAnswer, redactedPassword } from '../../exchange/restore.ts'
import { scopeOf, serverOf } from './consents.ts'
import { idOf, type RecordKind, type Shown, type Sighting, tables } from './shown.ts'

/** The kinds of ids that records have. */
const idKinds = {
  user: 'user',
  group: 'group',
  rule: 'groupRule',
  client: 'client',
  grant: 'grant',
  token: 'refreshToken',
} as const

/**
 * Writes the records that a recording shows and never made, as rows of the tables, and pairs their ids. A seed would be
 * checked against the settings of the organisation, such as its password policy. But a recorded user exists under any
 * settings, also under those that `compare --suggest` tries.
 */
export class Placeholders {
  readonly #model: Organisation['model']
  readonly #pairs: Pairs
  readonly #shown: Shown
  /** Ids in the mock, of records that this class made. */
  readonly made = new Set<string>()

  constructor({ model }: Organisation, pairs: Pairs, shown: Shown) {
    this.#model = model
    this.#pairs = pairs
    this.#shown = shown
  }

  /**
   * The id in the mock for a recorded one; a missing record is made.
   *
   * @returns Undefined if it cannot be made.
   */
  need(kind: RecordKind, id: string, index: number): string | undefined {
    const known = this.#pairs.oursOf(id)
    if (known !== undefined) return known
    const sighting = this.#shown.near(id, index)
    if (sighting && sighting.kind !== kind) return undefined
    const ours = this.#make(kind, id, sighting)
    if (ours === undefined) return undefined
    this.#pairs.pair(id, ours)
    return ours
  }

  /** Updates a record of the mock that sign-ins change to match a reply. */
  refresh(kind: RecordKind, json: Json): void {
    const id = this.#pairs.oursOf(idOf(json)) ?? ''
    if (kind === 'user' || kind === 'grant' || kind === 'token')
      this.#write(kind, id, { ...timesOf(json), ...statusOf(kind, json) })
  }

  /** Updates the mock's record to match a reply; a missing one is made. */
  adopt(kind: RecordKind, json: Json, index: number): void {
    const known = this.#pairs.oursOf(idOf(json))
    if (known === undefined) this.need(kind, idOf(json), index)
    else if (kind === 'user' || kind === 'group')
      this.#write(kind, known, { profile: profileOf(json), ...timesOf(json) })
  }

  /** Gives a user of the mock the recovery question that a reply shows. */
  adoptQuestion(userId: string, question: string): void {
    const user = this.#model.users.get(userId)
    if (user) this.#write('user', userId, { hidden: { ...user.hidden, recovery: this.#recovery(question) } })
  }

  /** A user type of the mock for a recorded one. */
  userType(id: string): void {
    const { userTypes, ids } = this.#model
    if (this.#pairs.oursOf(id) !== undefined) return
    if (!userTypes.ids.includes(id)) {
      ids.choose('userType', id)
      userTypes.add(ids)
    }
    this.#pairs.pair(id, id)
  }

  /** Connects a user to a client of its list: by grants and tokens in later replies, else by a consent. */
  client(userId: string, json: Json, index: number): void {
    const { grants, refreshTokens, authorizationServers } = this.#model
    const clientId = this.need('client', idOf(json), index)
    const ours = this.#pairs.oursOf(userId)
    if (clientId === undefined || ours === undefined) return
    for (const { kind, json: shown } of this.#shown.consents(userId, idOf(json), index))
      this.need(kind, idOf(shown), index)
    if (grants.has(ours, clientId) || refreshTokens.shown(ours, clientId).length > 0) return
    grants.consent({ userId: ours, clientId, scopes: ['openid'], server: authorizationServers.own })
  }

  /** Gives a user of the mock the data that a reply shows. */
  copyFrom(user: UserRecord, json: Json): void {
    this.#model.users.write(user, this.#changesOf(user, json))
  }

  #make(kind: RecordKind, id: string, sighting: Sighting | undefined): string | undefined {
    const { json = {}, index = 0 } = sighting ?? {}
    try {
      const known = this.#same(kind, id, json)
      if (known !== undefined) {
        const administrator = kind === 'user' ? administratorOf(this.#model) : undefined
        // A recording of another organisation has its administrator under another id.
        if (administrator?.id === known) this.copyFrom(administrator, json)
        return this.#write(kind, known, timesOf(json))
      }
      if (kind === 'user') return this.#user(id, json)
      if (kind === 'group') return this.#group(id, json)
      if (kind === 'client') return this.#client(id, json)
      if (!sighting) return undefined
      return kind === 'rule' ? this.#rule(id, json, index) : this.#consent(kind, id, json, index)
    } catch {
      // The model rejects it: a login or name that another record has, or an unsupported expression.
      return undefined
    }
  }

  /** The id of the mock's record that a reply shows, maybe by another id. */
  #same(kind: RecordKind, id: string, json: Json): string | undefined {
    const { users, groups, rules, clients } = this.#model
    if (kind === 'rule') return rules.collection.values().find(({ name }) => name === json['name'])?.id
    if (kind === 'client') return clients.get(id)?.id
    const { login, name } = profileOf(json)
    if (kind === 'user') return typeof login === 'string' ? users.find(login)?.id : undefined
    const group = kind === 'group' && typeof name === 'string' ? groups.named(name) : undefined
    return group?.type === json['type'] ? group?.id : undefined
  }

  /** Changes the record of the mock with an id, and returns the id. */
  #write(kind: RecordKind, id: string, changes: object): string {
    const table = this.#model.tables[tables[kind]]
    const record = table.get(id)
    if (record) table.put({ ...record, ...changes } as never)
    return id
  }

  /** Adds a record to the mock, and returns its id. */
  #add(kind: RecordKind, record: { readonly id: string }): string {
    this.#model.tables[tables[kind]].insert(record as never)
    this.made.add(record.id)
    return record.id
  }

  /** The recorded id, unless another record of the mock has it. */
  #idFor(kind: RecordKind, id: string): string {
    return this.#model.tables[tables[kind]].has(id) ? this.#model.ids(idKinds[kind]) : id
  }

  #user(id: string, json: Json): string {
    const login = `stand-in-${id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}@example.com`
    const profile = { login, email: login, firstName: 'Stand', lastName: 'In' }
    const user = { ...this.#model.registration.draft({ profile })(), id: this.#idFor('user', id) }
    const changes = this.#changesOf(user, { ...json, profile: { ...profile, ...profileOf(json) } })
    return this.#add('user', { ...user, ...changes } as UserRecord)
  }

  #changesOf(user: UserRecord, json: Json): UserChanges {
    const question = member(json, 'credentials', 'recovery_question', 'question')
    const provider = objectOf(member(json, 'credentials', 'provider'))
    const type = member(json, 'type', 'id')
    if (typeof type === 'string' && this.#pairs.oursOf(type) === undefined)
      this.#pairs.pair(type, user.type.id)
    const hasPassword = member(json, 'credentials', 'password') !== undefined || json['id'] === undefined
    const profile = profileOf(json)
    return {
      ...timesOf(json),
      ...statusOf('user', json),
      ...(typeof type === 'string' ? { type: { id: this.#pairs.oursOf(type)! } } : {}),
      ...(Object.keys(profile).length > 0 ? { profile } : {}),
      ...(provider ? { provider: { type: String(provider['type']), name: nameOf(provider) } } : {}),
      hidden: {
        ...(hasPassword ? { password: this.#model.users.credentials.keep(redactedPassword) } : {}),
        ...(typeof question === 'string' ? { recovery: this.#recovery(question) } : {}),
        ...(member(json, '_links', 'resetFactors') ? { factors: ['sms'] } : {}),
      },
    }
  }

  #recovery(question: string) {
    return { question, answer: this.#model.users.credentials.keep(redactedAnswer) as never }
  }

  #group(id: string, json: Json): string {
    const { groups, ids, vocabulary } = this.#model
    const objectClass = textsOf(json['objectClass'])
    const sourceId = member(json, 'source', 'id')
    ids.choose('group', this.#idFor('group', id))
    const group = groups.insert(
      textOf(json['type']) || vocabulary.groupType,
      objectClass.length > 0 ? objectClass : [vocabulary.groupObjectClass],
      { name: `Group ${id}`, ...profileOf(json) },
    )
    this.made.add(group.id)
    const source = typeof sourceId === 'string' ? { source: { id: this.#source(sourceId) } } : {}
    return this.#write('group', group.id, { ...timesOf(json), ...source })
  }

  /** The application that groups are imported from; only its id is shown. */
  #source(id: string): string {
    const { apps, ids } = this.#model
    const known = this.#pairs.oursOf(id) ?? apps.find(id)?.id
    if (known === undefined) ids.choose('client', id)
    const ours = known ?? apps.create({ label: `Source ${id}` }).id
    this.#pairs.pair(id, ours)
    return ours
  }

  #rule(id: string, json: Json, index: number): string {
    const { rules, ids } = this.#model
    for (const [kind, each] of namedIn(json)) this.need(kind, each, index)
    const { conditions, actions } = withTexts(json, (text) => this.#pairs.translate(text)) as Json
    const exclude = textsOf(member(conditions, 'people', 'users', 'exclude'))
    const people = { users: { exclude }, groups: { exclude: [] } }
    ids.choose('groupRule', id)
    const rule = rules.create({
      name: String(json['name']),
      conditions: { ...(conditions as Json), ...(member(conditions, 'people') ? { people } : {}) },
      actions,
    } as never)
    if (json['status'] === 'ACTIVE') rules.activate(rule.id)
    this.made.add(rule.id)
    return this.#write('rule', rule.id, timesOf(json))
  }

  /** A grant or a token; with its user and client, if the mock has none. */
  #consent(kind: 'grant' | 'token', id: string, json: Json, index: number): string | undefined {
    const model = this.#model
    const userId = this.need('user', textOf(json['userId']), index)
    const clientId = this.need('client', textOf(json['clientId']), index)
    if (userId === undefined || clientId === undefined) return undefined
    if (model.tables[tables[kind]].has(id)) return id
    const server = serverOf(model, json)
    const shown = { ...timesOf(json), ...statusOf(kind, json) }
    if (kind === 'token') {
      model.ids.choose('refreshToken', id)
      const scopes = model.authorizationServers.scopesNamed(server, textsOf(json['scopes']))
      model.refreshTokens.issue({ userId, clientId, scopes, server })
      this.made.add(id)
      return this.#write('token', id, shown)
    }
    const embedded = this.#shown.memberOf(id, '_embedded')
    const { id: scopeId } = scopeOf(model, server, { _embedded: embedded, ...json })
    const known = model.grants.collection
      .allBy('userClient', `${userId} ${clientId}`)
      .find((grant) => grant.scopeId === scopeId && grant.status === 'ACTIVE')
    if (known) return this.#write('grant', known.id, shown)
    const now = model.clock.iso()
    const blank = { id, status: 'ACTIVE', created: now, lastUpdated: now }
    const of = { userId, clientId, scopeId, authorizationServerId: server.id }
    return this.#add('grant', { ...blank, ...of, ...shown })
  }

  #client(id: string, json: Json): string {
    const { client_id_issued_at: _, client_secret_expires_at: __, ...settings } = json
    const shown = Object.entries(settings).filter(([name]) => !name.startsWith('_'))
    const made = registerChosen(this.#model, {
      client_name: `Client ${id}`,
      redirect_uris: ['https://app.example.com/callback'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      ...Object.fromEntries(shown),
      client_id: id,
    } as never)
    this.made.add(made.id)
    return made.id
  }
}

function nameOf(provider: Json): string | null {
  return typeof provider['name'] === 'string' ? provider['name'] : null
}

/** How records that may change by themselves store the status that a reply shows. */
function statusOf(kind: 'user' | 'grant' | 'token', json: Json): object {
  const status = json['status']
  if (kind === 'user') return { status: userStatuses.find((each) => each === status) ?? 'ACTIVE' }
  if (kind === 'grant') return grantStatuses.some((each) => each === status) ? { status } : {}
  const expiresAt = Date.parse(textOf(json['expiresAt']))
  return { isRevoked: status === 'REVOKED', ...(Number.isNaN(expiresAt) ? {} : { expiresAt }) }
}

/** The properties that are set: replies show some as null that are not. */
function profileOf(json: Json): Json {
  return withoutNull(objectOf(json['profile']) ?? {})
}

const times = [
  'created',
  'activated',
  'statusChanged',
  'lastLogin',
  'lastUpdated',
  'passwordChanged',
  'lastMembershipUpdated',
]

/** The times that a reply shows; null for one that is not set. */
function timesOf(json: Json): Json {
  return Object.fromEntries(
    times.flatMap((name) => {
      const value = json[name]
      return value === null || typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
