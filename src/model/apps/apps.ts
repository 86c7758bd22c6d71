import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import {
  type AppChanges,
  type AppRecord,
  changedApp,
  newApp,
  type NewApp,
} from '../../contract/resources/app.ts'
import {
  type AppAssignment,
  type AppAssignmentTarget,
  type AssignedApp,
  type AssignmentDetails,
  type PushMapping,
  targetKey,
} from './app-record.ts'
import { isSame } from '../kernel/same.ts'
import type { ClientRecord } from '../oauth/clients.ts'
import { isoOf } from '../kernel/clock.ts'
import type { UserRecord } from '../users/records.ts'
import type { Page, PagePlace } from '../store/rows.ts'

/** A copy: stored values are frozen, but the caller's object must not be. */
function copyOf<Given extends object>(given: Given): Given {
  return JSON.parse(JSON.stringify(given)) as Given
}

function isDeactivated({ status }: UserRecord): boolean {
  return status === 'DEPROVISIONED'
}

/** The sign-on mode of the applications that are clients. */
export const signOnModeOfClients = 'OPENID_CONNECT'

/** The application of a registered client, with the same id (Clients, What the service does, 1). */
function appOfClient(client: ClientRecord): AppRecord {
  const { id, issuedAt, lastUpdated, isActive, settings, app: own = {} } = client
  const { token_endpoint_auth_method } = settings
  const app = newApp(id, lastUpdated, {
    ...own,
    label: settings.client_name,
    name: 'oidc_client',
    status: isActive ? 'ACTIVE' : 'INACTIVE',
    signOnMode: signOnModeOfClients,
    credentials: {
      ...own.credentials,
      oauthClient: { ...own.credentials?.oauthClient, client_id: id, token_endpoint_auth_method },
    },
    settings: { ...own.settings, oauthClient: { ...own.settings?.oauthClient, ...settings } },
  })
  return { ...app, created: isoOf(issuedAt * 1000) }
}

/**
 * Applications and their assignments (Groups, Applications of a group). The folder owns the tables `apps`,
 * `appAssignments` and `pushMappings`. `app-record.ts` says what an assignment is. `imports.ts` takes groups from applications.
 */
export class Apps extends OrgService<'users' | 'groups' | 'memberships' | 'clients'> {
  readonly collection = this.org.tables.apps
  readonly assignments = this.org.tables.appAssignments

  /** The application with an id; every client is also an application (Clients, What the service does, 1). */
  find(id: string): AppRecord | undefined {
    const app = this.collection.get(id)
    const client = app ? undefined : this.org.clients.get(id)
    return client ? appOfClient(client) : app
  }

  /**
   * The application with an id.
   *
   * @throws `Refusal` `not-found` for an unknown id.
   */
  resolve(id: string): AppRecord {
    return this.find(id) ?? refuse('not-found', { id, kind: 'AppInstance' })
  }

  /**
   * The application with an id, or with a label that it alone has. The label of a client is its name.
   *
   * @throws `Refusal` `not-found` for neither.
   */
  resolveNamed(reference: string): AppRecord {
    const found = this.find(reference)
    if (found) return found
    const labelled = this.collection.values().filter(({ label }) => label === reference)
    const client = this.org.clients.named(reference)
    const [only, second] = client ? [...labelled, client] : labelled
    return this.resolve(only && !second ? only.id : reference)
  }

  /** Adds an application; settings that you leave out get defaults. */
  create(given: NewApp): AppRecord {
    return this.collection.insert(newApp(this.org.ids('client'), this.org.clock.iso(), copyOf(given)))
  }

  /**
   * Changes an application. For a client, only label and status.
   *
   * @throws `Refusal` `not-found`, or `validation` for a setting that only the client's own settings change.
   */
  update(id: string, changes: AppChanges): AppRecord {
    if (this.org.clients.get(id)) return this.#updateClient(id, changes)
    const changed = changedApp(this.resolve(id), copyOf(changes))
    return this.collection.put({ ...changed, lastUpdated: this.org.clock.iso() })
  }

  /** Deletes an application with its assignments; a client with its grants and tokens too (Clients, DELETE). */
  remove(id: string): void {
    this.resolve(id)
    if (!this.collection.remove(id)) return this.org.clients.remove(id)
    this.forgetApp(id)
  }

  /**
   * Assigns an application to one user, or to all members of a group. A second assignment changes only the details that
   * it names.
   *
   * @throws `Refusal` `not-found` for an unknown application, group or user. `validation` for a user who is
   *   DEPROVISIONED (interpretation: deactivated-applications).
   */
  assign(appId: string, target: AppAssignmentTarget, details: AssignmentDetails = {}): AppAssignment {
    this.resolve(appId)
    const { id } = target.kind === 'group' ? this.org.groups.resolve(target.id) : this.#assignable(target.id)
    const known = this.#assignment(appId, { ...target, id })
    const all = { ...known?.details, ...details }
    if (known && isSame(all, known.details ?? {})) return known
    const about = {
      appId,
      target: { ...target, id },
      ...(Object.keys(all).length === 0 ? {} : { details: all }),
    }
    return known
      ? this.assignments.put({ ...known, ...about })
      : this.assignments.insert({ id: this.org.ids('appAssignment'), ...about })
  }

  /** How an application knows a user or a group. */
  detailsOf(appId: string, target: AppAssignmentTarget): AssignmentDetails {
    return this.#assignment(appId, target)?.details ?? {}
  }

  /** Whether an application is assigned directly to a user or group. */
  isAssigned(appId: string, target: AppAssignmentTarget): boolean {
    return this.#assignment(appId, target) !== undefined
  }

  /** Ends an assignment. Returns whether it existed. */
  unassign(appId: string, target: AppAssignmentTarget): boolean {
    const known = this.#assignment(appId, target)
    return known !== undefined && this.assignments.remove(known.id) !== undefined
  }

  /** A page of the applications assigned to a group, in the order of their assignment. */
  ofGroup(groupId: string, page: PagePlace): Page<AppRecord> {
    const found = this.assignments.pageBy('target', targetKey({ kind: 'group', id: groupId }), page)
    return { ...found, items: found.items.map(({ appId }) => this.resolve(appId)) }
  }

  /** How many applications are assigned to a group. */
  countOfGroup(groupId: string): number {
    return this.assignments.countBy('target', targetKey({ kind: 'group', id: groupId }))
  }

  /**
   * A user's applications: those assigned to the user or to its groups, each once (Users, App link). A deactivated
   * user has no applications; assignments of its groups count again after activation.
   */
  ofUser(userId: string): readonly AssignedApp[] {
    if (this.assignments.size === 0) return []
    const user = this.org.users.get(userId)
    if (user && isDeactivated(user) && this.#endsWithDeactivation()) return []
    const targets: AppAssignmentTarget[] = [
      { kind: 'user', id: userId },
      ...this.org.memberships.groupsOf(userId).map(({ id }) => ({ kind: 'group', id }) as const),
    ]
    const assignments = targets.flatMap((target) => this.assignments.allBy('target', targetKey(target)))
    const seen = new Set<string>()
    const isFirst = ({ appId }: AppAssignment): boolean => seen.size < seen.add(appId).size
    return assignments
      .filter(isFirst)
      .map((assignment) => ({ app: this.resolve(assignment.appId), assignment }))
  }

  /** Adds a push mapping for a group, or returns the existing one. While it exists, an imported group cannot be removed. */
  addPushMapping(groupId: string, appId: string): PushMapping {
    const { groups, ids, tables } = this.org
    const pair = { groupId: groups.resolve(groupId).id, appId: this.resolve(appId).id }
    const known = tables.pushMappings.allBy('group', groupId).find((mapping) => mapping.appId === appId)
    return known ?? tables.pushMappings.insert({ id: ids('pushMapping'), ...pair })
  }

  /** Ends the assignments of a removed user, and of a deactivated one if the settings say so. */
  userChanged(before: UserRecord, after: UserRecord | undefined): void {
    if (after && !(isDeactivated(after) && !isDeactivated(before))) return
    if (!after || this.#endsWithDeactivation()) this.#unassignAll({ kind: 'user', id: before.id })
  }

  /** Forgets the assignments and push mappings of a removed group. */
  forgetGroup(id: string): void {
    this.#unassignAll({ kind: 'group', id })
    const { pushMappings } = this.org.tables
    pushMappings.removeWhere(({ groupId }) => groupId === id)
  }

  /** Forgets the assignments and push mappings of a removed application. */
  forgetApp(id: string): void {
    for (const assignment of this.assignments.allBy('app', id)) this.assignments.remove(assignment.id)
    const { pushMappings } = this.org.tables
    pushMappings.removeWhere(({ appId }) => appId === id)
  }

  #assignment(appId: string, target: AppAssignmentTarget): AppAssignment | undefined {
    return this.assignments.by('pair', `${appId} ${targetKey(target)}`)
  }

  #endsWithDeactivation(): boolean {
    return this.org.settings.interpretations['deactivated-applications'] === 'removed'
  }

  #assignable(reference: string): UserRecord {
    const user = this.org.users.resolve(reference)
    if (isDeactivated(user) && this.#endsWithDeactivation()) {
      return refuse('user-deprovisioned', { at: 'user' })
    }
    return user
  }

  #updateClient(id: string, { label, status, ...others }: AppChanges): AppRecord {
    const [field] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
    if (field !== undefined)
      refuse('other', { at: field, message: 'The application is a client, whose settings say it' })
    if (label !== undefined) this.org.clients.rename(id, label)
    if (status !== undefined) this.org.clients.setActive(id, status === 'ACTIVE')
    return this.resolve(id)
  }

  #unassignAll(target: AppAssignmentTarget): void {
    for (const { id } of this.assignments.allBy('target', targetKey(target))) this.assignments.remove(id)
  }
}
