import { foldLogin } from '../../contract/formats/index.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import type {
  Deployment,
  ReadApp,
  ReadClient,
  ReadGroup,
  ReadRule,
  ReadUser,
} from '../../transfer/pull/read.ts'
import { type Json, objectsOf, withTexts } from '../../exchange/json.ts'
import type { RecordedCall, Recording } from '../../exchange/exchange.ts'
import { kindOf } from '../replay/shown.ts'

/** Statuses after calls whose replies do not show the record. */
const statusAfter: { readonly [Name in OperationName]?: string } = {
  suspendUser: 'SUSPENDED',
  unsuspendUser: 'ACTIVE',
  unlockUser: 'ACTIVE',
  deactivateUser: 'DEPROVISIONED',
  activateGroupRule: 'ACTIVE',
  deactivateGroupRule: 'INACTIVE',
}

/** The records of a deployment as recordings last showed them, including deleted ones. */
export class ShownDeployment {
  readonly #users = new Records<ReadUser>(({ profile }) => foldLogin(profile.login))
  readonly #groups = new Records<ReadGroup>(({ type, profile }) => `${type}/${profile.name}`)
  readonly #rules = new Records<ReadRule>(({ name }) => name)
  readonly #clients = new Map<string, ReadClient>()
  /** Ids of members by the id of their group. */
  readonly #members = new Map<string, Set<string>>()
  readonly #apps = new Map<string, readonly ReadApp[]>()

  /** Notes the records in a recording. */
  note({ calls }: Recording): void {
    for (const call of calls) {
      const operation = call.status < 300 ? call.operation?.name : undefined
      if (operation !== undefined) this.#noteCall(operation, call)
    }
  }

  #noteCall(operation: OperationName, call: RecordedCall): void {
    const items = objectsOf(call.json)
    for (const json of items) this.#noteRecord(json)
    const { userId, groupId, ruleId } = call.parameters
    if (groupId !== undefined) this.#noteGroup(call, operation, items)
    if (operation === 'listUserGroups' && userId !== undefined)
      for (const { id } of items) this.#membersOf(String(id)).add(this.#userId(userId))
    const status = statusAfter[operation]
    const [user, rule] = [this.#users.get(this.#userId(userId ?? '')), this.#rules.get(ruleId ?? '')]
    if (status !== undefined && user) this.#users.put({ ...user, status: status as ReadUser['status'] })
    if (status !== undefined && rule) this.#rules.put({ ...rule, status: status as ReadRule['status'] })
  }

  #noteRecord(json: Json): void {
    const kind = kindOf(json)
    if (kind === 'user') {
      // A list may leave out members that a single reply has.
      const known = this.#users.get(String(json['id']))
      this.#users.put({ ...known, ...json } as unknown as ReadUser)
    }
    if (kind === 'group') this.#groups.put(json as unknown as ReadGroup)
    if (kind === 'rule') this.#rules.put(json as unknown as ReadRule)
    if (kind === 'client') this.#clients.set(String(json['client_id']), json as unknown as ReadClient)
  }

  #noteGroup(call: RecordedCall, operation: OperationName, items: readonly Json[]): void {
    const { groupId = '', userId = '' } = call.parameters
    const members = this.#membersOf(groupId)
    if (operation === 'addUserToGroup') members.add(this.#userId(userId))
    if (operation === 'removeUserFromGroup') members.delete(this.#userId(userId))
    if (operation === 'listGroupUsers') {
      // A first page starts over; rules and others may have taken members out.
      if (!call.url.searchParams.has('after')) members.clear()
      for (const { id } of items) members.add(String(id))
    }
    if (operation === 'listGroupApps') this.#apps.set(groupId, items as unknown as readonly ReadApp[])
  }

  #membersOf(groupId: string): Set<string> {
    const members = this.#members.get(groupId) ?? new Set()
    this.#members.set(groupId, members)
    return members
  }

  /** The id of a user, whom a path may name by its login. */
  #userId(reference: string): string {
    return this.#users.named(foldLogin(reference))?.id ?? reference
  }

  /** Every shown record. A group to which rules add users, and that no reply shows, is made up. */
  deployment(): Deployment {
    const users = this.#users.all()
    const rules = this.#rules.all().map((rule) => this.#withKnownIds(rule))
    const groups = this.#groups.all()
    const members = new Map(groups.map(({ id }): [string, string[]] => [id, []]))
    const apps = new Map<string, readonly ReadApp[]>()
    for (const [groupId, ids] of this.#members) {
      const known = members.get(this.#groups.idOf(groupId) ?? '')
      for (const id of ids) {
        const user = this.#users.idOf(id)
        if (user !== undefined && !known?.includes(user)) known?.push(user)
      }
    }
    for (const [groupId, list] of this.#apps) apps.set(this.#groups.idOf(groupId) ?? groupId, list)
    return { users, groups, members, apps, rules, clients: [...this.#clients.values()] }
  }

  #withKnownIds(rule: ReadRule): ReadRule {
    const knownId = (id: string): string => this.#groups.idOf(id) ?? this.#users.idOf(id) ?? id
    const known = withTexts(rule, (text) => text.replaceAll(/\b00[ug]\w+/g, knownId)) as ReadRule
    for (const id of known.actions?.assignUserToGroups?.groupIds ?? []) this.#madeUp(id)
    return known
  }

  #madeUp(id: string): void {
    if (this.#groups.get(id)) return
    const name = `Group ${this.#groups.all().length + 1}`
    this.#groups.put({ id, type: 'GROUP', objectClass: [], profile: { name } } as unknown as ReadGroup)
  }
}

/** Records by their unique name, since successive recordings may have different records of the same name. */
class Records<Item extends { readonly id: string }> {
  readonly #keyOf: (item: Item) => string
  readonly #items = new Map<string, Item>()
  readonly #keys = new Map<string, string>()

  constructor(keyOf: (item: Item) => string) {
    this.#keyOf = keyOf
  }

  put(item: Item): void {
    const [before, key] = [this.#keys.get(item.id), this.#keyOf(item)]
    // It was given another name.
    if (before !== undefined && before !== key && this.#items.get(before)?.id === item.id)
      this.#items.delete(before)
    this.#items.set(key, item)
    this.#keys.set(item.id, key)
  }

  get(id: string): Item | undefined {
    return this.#items.get(this.#keys.get(id) ?? '')
  }

  named(key: string): Item | undefined {
    return this.#items.get(key)
  }

  /** The id under which the record is in {@link all}, whichever of its ids this is. */
  idOf(id: string): string | undefined {
    return this.get(id)?.id
  }

  all(): readonly Item[] {
    return [...this.#items.values()]
  }
}
