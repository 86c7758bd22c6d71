import type { UserStatus } from '../../contract/user-lifecycle.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import { administratorOf } from '../../fixtures/seed/load-user-state.ts'
import type { Organisation } from '../../organisation.ts'
import type { UserRecord } from '../../model/users/records.ts'
import { type Json, member, objectOf, textOf, textsOf, withoutNull } from '../../exchange/json.ts'
import { copyGrant, copyToken, makeGrant, makeToken } from './consents.ts'
import type { Pairs } from '../../exchange/pairs.ts'
import { Stage } from '../../exchange/stage.ts'
import { idOf, type RecordKind, type Shown, type Sighting, timesOf } from './shown.ts'
import { redactedAnswer, redactedPassword } from '../../exchange/restore.ts'

/** Makes records that a recording shows and never made, and pairs them with the recorded ones. */
export class Placeholders {
  readonly #organisation: Organisation
  readonly #pairs: Pairs
  readonly #shown: Shown
  readonly #stage: Stage
  /** Ids in the mock, of records that this class made. */
  readonly made = new Set<string>()

  constructor(organisation: Organisation, pairs: Pairs, shown: Shown) {
    this.#organisation = organisation
    this.#pairs = pairs
    this.#shown = shown
    this.#stage = new Stage(organisation.model)
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
    const { model } = this.#organisation
    const id = this.#pairs.oursOf(idOf(json)) ?? ''
    if (kind === 'grant') copyGrant(model, id, json)
    if (kind === 'token') copyToken(model, id, json)
    const user = kind === 'user' ? model.users.get(id) : undefined
    if (user) model.users.write(user, { status: statusOf(json), ...timesOf(json, userTimes) })
  }

  /** Updates the mock's record to match a reply; a missing one is made. */
  adopt(kind: RecordKind, json: Json, index: number): void {
    const { users, groups } = this.#organisation.model
    const known = this.#pairs.oursOf(idOf(json))
    if (known === undefined) {
      this.need(kind, idOf(json), index)
      return
    }
    const [user, group] = [users.get(known), groups.collection.get(known)]
    if (user)
      users.write(user, {
        profile: profileOf(json),
        ...timesOf(json, userTimes),
      })
    if (group) {
      groups.collection.put({
        ...group,
        profile: profileOf(json),
        ...timesOf(json, groupTimes),
      })
    }
  }

  /** Gives a user of the mock the recovery question that a reply shows. */
  adoptQuestion(userId: string, question: string): void {
    const { users } = this.#organisation.model
    const user = users.get(userId)
    if (user)
      users.write(user, {
        hidden: { ...user.hidden, recovery: { question, ...answer(this.#organisation.model) } },
      })
  }

  /** A user type of the mock for a recorded one. */
  userType(id: string): void {
    const { userTypes, ids } = this.#organisation.model
    if (this.#pairs.oursOf(id) !== undefined) return
    if (!userTypes.ids.includes(id)) {
      ids.choose('userType', id)
      userTypes.add(ids)
    }
    this.#pairs.pair(id, id)
  }

  #make(kind: RecordKind, id: string, sighting: Sighting | undefined): string | undefined {
    try {
      if (kind === 'user') return this.#user(id, sighting?.json)
      if (kind === 'group') return this.#group(id, sighting?.json)
      if (kind === 'client') return this.#client(id, sighting?.json)
      if (kind === 'rule') return sighting && this.#rule(id, sighting)
      return sighting && this.#consent(kind, sighting)
    } catch {
      // The model rejects it: a login or name that another record has, or an unsupported expression.
      return undefined
    }
  }

  #user(id: string, json: Json = {}): string {
    const { model } = this.#organisation
    const profile = profileOf(json)
    const login = profile['login']
    const known = typeof login === 'string' ? model.users.find(login) : undefined
    if (known) {
      // A recording of another organisation has its administrator under another id.
      if (known.id === administratorOf(model)?.id) this.copyFrom(known, json)
      else model.users.write(known, timesOf(json, userTimes))
      return known.id
    }
    const own = `stand-in-${id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}@example.com`
    const made = this.#stage.user({
      id: model.users.get(id) ? undefined : id,
      login: own,
      status: 'STAGED',
      profile: { firstName: 'Stand', lastName: 'In' },
    })
    this.made.add(made.id)
    try {
      this.copyFrom(made, { ...json, profile: { ...made.profile, ...profileOf(json) } })
    } catch (error) {
      model.users.remove(model.users.get(made.id)!)
      throw error
    }
    return made.id
  }

  /** Gives a user of the mock the data that a reply shows. */
  copyFrom(user: UserRecord, json: Json): void {
    const { model } = this.#organisation
    const question = member(json, 'credentials', 'recovery_question', 'question')
    const provider = objectOf(member(json, 'credentials', 'provider'))
    const type = member(json, 'type', 'id')
    if (typeof type === 'string' && this.#pairs.oursOf(type) === undefined)
      this.#pairs.pair(type, user.type.id)
    const hasPassword = member(json, 'credentials', 'password') !== undefined || json['id'] === undefined
    model.users.write(user, {
      status: statusOf(json),
      ...(typeof type === 'string' ? { type: { id: this.#pairs.oursOf(type)! } } : {}),
      ...timesOf(json, userTimes),
      ...(Object.keys(profileOf(json)).length > 0 ? { profile: profileOf(json) } : {}),
      ...(provider ? { provider: { type: String(provider['type']), name: nameOf(provider) } } : {}),
      hidden: {
        ...(hasPassword ? { password: model.users.credentials.keep(redactedPassword) } : {}),
        ...(typeof question === 'string' ? { recovery: { question, ...answer(model) } } : {}),
        ...(member(json, '_links', 'resetFactors') ? { factors: ['sms'] } : {}),
      },
    })
  }

  #group(id: string, json: Json = {}): string {
    const { groups, ids, vocabulary } = this.#organisation.model
    const profile = { name: `Group ${id}`, ...profileOf(json) }
    const type = typeof json['type'] === 'string' ? json['type'] : vocabulary.groupType
    const everyone = groups.resolve(groups.everyoneId)
    if (type === 'BUILT_IN' && profile.name === everyone.profile['name']) {
      groups.collection.put({ ...everyone, ...timesOf(json, groupTimes) })
      return everyone.id
    }
    const known = groups.named(profile.name)
    if (known && type === known.type) {
      groups.collection.put({ ...known, ...timesOf(json, groupTimes) })
      return known.id
    }
    if (!groups.collection.has(id)) ids.choose('group', id)
    const objectClass = textsOf(json['objectClass'])
    const made = groups.insert(
      type,
      objectClass.length > 0 ? objectClass : [vocabulary.groupObjectClass],
      profile,
    )
    const sourceId = member(json, 'source', 'id')
    groups.collection.put({
      ...made,
      ...(typeof sourceId === 'string' ? { source: { id: this.#source(sourceId) } } : {}),
      ...timesOf(json, groupTimes),
    })
    this.made.add(made.id)
    return made.id
  }

  /** The application that groups are imported from; only its id is shown. */
  #source(id: string): string {
    const ours = this.#pairs.oursOf(id) ?? this.#stage.application(`Source ${id}`, id).id
    this.#pairs.pair(id, ours)
    return ours
  }

  #rule(id: string, { json, index }: Sighting): string {
    const { rules } = this.#organisation.model
    const known = rules.collection.values().find(({ name }) => name === json['name'])
    if (known) {
      rules.collection.put({ ...known, ...timesOf(json, ['created', 'lastUpdated']) })
      return known.id
    }
    const people = member(json, 'conditions', 'people')
    const expression = textOf(member(json, 'conditions', 'expression', 'value'))
    const groupIds = textsOf(member(json, 'actions', 'assignUserToGroups', 'groupIds'))
    const excluded = textsOf(member(people, 'users', 'exclude'))
    const rule = this.#stage.createRule({
      id,
      name: String(json['name']),
      expression: this.#pairs.translate(expression),
      groupIds: groupIds.map((each) => this.need('group', each, index) ?? each),
      ...(people ? { exclude: excluded.map((each) => this.need('user', each, index) ?? each) } : {}),
    })
    if (json['status'] === 'ACTIVE') rules.activate(rule.id)
    rules.collection.put({ ...rules.resolve(rule.id), ...timesOf(json, ['created', 'lastUpdated']) })
    this.made.add(rule.id)
    return rule.id
  }

  /** Connects a user to a client of its list: by grants and tokens in later replies, else by a consent. */
  client(userId: string, json: Json, index: number): void {
    const { grants, refreshTokens, authorizationServers } = this.#organisation.model
    const clientId = this.need('client', idOf(json), index)
    const ours = this.#pairs.oursOf(userId)
    if (clientId === undefined || ours === undefined) return
    for (const { kind, json: shown } of this.#shown.consents(userId, idOf(json), index))
      this.need(kind, idOf(shown), index)
    if (grants.has(ours, clientId) || refreshTokens.shown(ours, clientId).length > 0) return
    grants.consent({ userId: ours, clientId, scopes: ['openid'], server: authorizationServers.own })
  }

  /** A grant or a token; with its user and client, if the mock has none. */
  #consent(kind: 'grant' | 'token', { json, index }: Sighting): string | undefined {
    const userId = this.need('user', textOf(json['userId']), index)
    const clientId = this.need('client', textOf(json['clientId']), index)
    if (userId === undefined || clientId === undefined) return undefined
    const make = kind === 'grant' ? makeGrant : makeToken
    const whole = { _embedded: this.#shown.memberOf(idOf(json), '_embedded'), ...json }
    const ours = make(this.#organisation.model, whole, { userId, clientId })
    this.made.add(ours)
    return ours
  }

  #client(id: string, json: Json = {}): string {
    const { client_id: _, client_id_issued_at: __, client_secret_expires_at: ___, ...settings } = json
    const { id: ours } = this.#stage.client(id, {
      client_name: `Client ${id}`,
      ...Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith('_'))),
    })
    this.made.add(ours)
    return ours
  }
}

const userTimes = ['created', 'activated', 'statusChanged', 'lastLogin', 'lastUpdated', 'passwordChanged']
const groupTimes = ['created', 'lastUpdated', 'lastMembershipUpdated']

function answer({ users }: Organisation['model']) {
  return { answer: users.credentials.keep(redactedAnswer) as never }
}

function nameOf(provider: Json): string | null {
  return typeof provider['name'] === 'string' ? provider['name'] : null
}

function statusOf(json: Json): UserStatus {
  return userStatuses.find((status) => status === json['status']) ?? 'ACTIVE'
}

/** The properties that are set: replies show some as null that are not. */
function profileOf(json: Json): Json {
  return withoutNull(objectOf(json['profile']) ?? {})
}
