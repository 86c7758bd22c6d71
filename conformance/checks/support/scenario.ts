import type { OperationName } from '../../../src/contract/operation-names.ts'
import type {
  Api,
  CheckContext,
  RequirementId,
  GivenGroup,
  GivenUser,
  Json,
  Prerequisite,
  Reply,
  UserOptions,
} from '../../engine/run/check.ts'
import type { Ids } from '../../engine/wire/routes.ts'
import { walkList } from '../../engine/run/api.ts'

/** A record that an operation is called on, and the reads around it. */
export interface Scenario {
  /** The ids in the paths of the operation and of further reads. */
  readonly ids: Ids
  /** The query of the operation: `?limit=2`. */
  readonly query?: string
  readonly body?: Json
  /** The compared reads; the first shows the called record, with the parts that a call of it would change. */
  readonly reads: readonly [Read, ...Read[]] | readonly []
  /** For a create: whether a list, which may lag, shows a record that only a stranger can have created. */
  readonly listed?: Read
  /** The reads at the scenario as a neighbour of the called one. Default: `reads`. */
  readonly besides?: readonly Read[]
  /** The called user: its login stands for the id in the call, and its password is tried at the end. */
  readonly user?: { readonly path: string; readonly login: string; readonly password: string }
}

/** A read, with its compared parts, each by a name. */
export type Read = (api: Api) => Promise<Readonly<Record<string, Json>>>

/** The parts that the scenarios of one check share. */
export interface Stage extends Pick<CheckContext, 'api' | 'given' | 'unique' | 'need'> {
  readonly nextPassword: string
  /** Makes something once for all scenarios. */
  readonly once: <T>(name: string, make: () => Promise<T>) => Promise<T>
  readonly memory: Map<string, string>
}

/** The index of a scenario of a check, in the order of creation. */
export type ScenarioPlace = 0 | 1 | 2

/** One operation: a situation where it would succeed, and the parts that it must leave unchanged. */
export interface OperationRow {
  readonly operation: OperationName
  readonly needs?: readonly Prerequisite[]
  /** Makes one of the three scenarios of a check. The second is called; the first and the last are its neighbours. */
  readonly scenario: (stage: Stage, at: ScenarioPlace) => Promise<Scenario>
  /** Further reads of the record of the scenario, which share its arrangement. */
  readonly also?: readonly OperationName[]
  /** Parts of the reads that it leaves unchanged, with the requirement that says so. */
  readonly keeps?: Readonly<Record<string, RequirementId>>
  /**
   * The password of the user after the call. `kept`: the same, with a call first if it cannot be tried at once. `set`:
   * changed, so that the neighbours' passwords are tried.
   */
  readonly password?: 'kept' | 'set' | { readonly afterwards: string }
}

/** Makes the parts that the scenarios of a check share. */
export function setStage({ api, given, unique, need }: CheckContext): Stage {
  const made = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const known = made.get(name) ?? make()
    made.set(name, known)
    return known as Promise<T>
  }
  return { api, given, unique, need, nextPassword: unique.password(), once, memory: new Map() }
}

const orNull = (value: Json): Json => (value === undefined ? null : value)

/** A user: profile, status, visible credentials, and times of events. */
export const userRead =
  ({ path }: { readonly path: string }): Read =>
  async (api) => {
    const { status, json } = await api.get(path)
    const question: Json = json.credentials?.recovery_question?.question
    return {
      exists: status < 300,
      status: orNull(json.status),
      profile: orNull(json.profile),
      question: orNull(question),
      type: orNull(json.type?.id),
      'status on the way': orNull(json.transitioningToStatus),
      created: orNull(json.created),
      'time of the status': orNull(json.statusChanged),
      'time of the password': orNull(json.passwordChanged),
      'time of the sign-in': orNull(json.lastLogin),
      'link to the factors': json._links?.resetFactors !== undefined,
    }
  }

/** Whether a user is in a group, by the groups of the user. */
export const groupsRead =
  ({ path }: { readonly path: string }, group: { readonly id: string }): Read =>
  async (api) => {
    const { items } = await walkList(api, `${path}/groups`, {}, 20)
    return { groups: items.some((each) => each?.id === group.id) }
  }

/** Whether a user is in a group, by the members of the group. */
const memberRead =
  ({ id }: { readonly id: string }, group: { readonly path: string }): Read =>
  async (api) => {
    const { items } = await walkList(api, `${group.path}/users`, {}, 20)
    return { member: items.some((each) => each?.id === id) }
  }

/** A group, with its members. */
export const groupRead =
  ({ path }: { readonly path: string }): Read =>
  async (api) => {
    const { status, json } = await api.get(path)
    const { items } = await walkList(api, `${path}/users`, {}, 20)
    return {
      group: status < 300,
      'profile of the group': orNull(json.profile),
      'type of the group': orNull(json.type),
      'time of the group': orNull(json.created),
      'time of the profile': orNull(json.lastUpdated),
      'time of the members': orNull(json.lastMembershipUpdated),
      members: items.map((each) => String(each?.id)).toSorted(),
    }
  }

/** Whether a list finds something by a name. */
export const listedRead =
  (path: string, q: string): Read =>
  async (api) => ({ listed: (await api.get(path, { query: { q } })).items.length > 0 })

/** A group rule. */
export const ruleRead =
  ({ path }: { readonly path: string }): Read =>
  async (api) => {
    const { status, json } = await api.get(path)
    return {
      exists: status < 300,
      status: orNull(json.status),
      name: orNull(json.name),
      expression: orNull(json.conditions?.expression?.value),
      groups: orNull(json.actions?.assignUserToGroups?.groupIds),
      created: orNull(json.created),
    }
  }

/** A client, with everything that a read shows. */
export const clientRead =
  ({ path }: { readonly path: string }): Read =>
  async (api) => {
    const { status, json } = await api.get(path)
    const { client_secret_expires_at: _, _links, ...settings } = json
    // The words of a refusal may be different each time.
    return { exists: status < 300, settings: status < 300 ? settings : null }
  }

/** The valid grants or tokens in a list. */
export const consentsRead =
  (name: string, path: string): Read =>
  async (api) => {
    const { items } = await walkList(api, path, {}, 20)
    return {
      [name]: items
        .filter((each) => each?.status === 'ACTIVE')
        .map((each) => String(each?.id))
        .toSorted(),
    }
  }

/** The present results of reads, list by list. Several reads share one read of the same path. */
export async function seen(
  api: Api,
  lists: readonly (readonly Read[])[],
): Promise<readonly Readonly<Record<string, Json>>[]> {
  const replies = new Map<string, Promise<Reply>>()
  const once: Api = {
    ...api,
    get: (path, options) => {
      const key = `${path} ${JSON.stringify(options ?? {})}`
      const known = replies.get(key) ?? api.get(path, options)
      replies.set(key, known)
      return known
    },
  }
  return Promise.all(
    lists.map(async (reads) => {
      const shown: Record<string, Json> = {}
      for (const read of reads) Object.assign(shown, await read(once))
      return shown
    }),
  )
}

/** The statuses of the users of scenarios. */
export type ScenarioStatus = 'STAGED' | 'ACTIVE' | 'PROVISIONED' | 'SUSPENDED' | 'RECOVERY'

/** A neighbour of the called user, in a group with it, with the values that all users share. */
interface AnotherUser {
  readonly group: GivenGroup
  readonly user: GivenUser
  readonly password: string
  readonly answer: string
  /** Options to create another one. */
  readonly options: UserOptions
}

/**
 * The user created before the called one. It has the same status, password and answer, so that a wrong call would
 * affect both. While nothing happens to it, it serves one check after the other.
 */
function anotherUser(
  { given, once, unique }: Pick<Stage, 'given' | 'once' | 'unique'>,
  status: ScenarioStatus,
): Promise<AnotherUser> {
  return once(`user beside, ${status}`, () =>
    given.scenario(`${status} user of operations`, async (records) => {
      const group = await records.group({ description: 'of the scene' })
      const [password, answer] = [unique.password(), unique('answer')]
      const options: UserOptions = {
        status,
        ...(status === 'PROVISIONED' ? {} : { password }),
        recoveryQuestion: { question: 'Which answer?', answer },
        profile: { title: 'Before' },
        groups: [group.id],
      }
      return { group, user: await records.user(options), password, answer, options } as const
    }),
  )
}

/** The user of a scenario, in a group with those of the other scenarios. */
export async function stageUser(
  stage: Stage,
  at: ScenarioPlace,
  status: ScenarioStatus = 'ACTIVE',
): Promise<{
  readonly user: GivenUser
  readonly reads: readonly [Read, Read]
  readonly besides: readonly Read[]
  readonly beside: AnotherUser
}> {
  const beside = await anotherUser(stage, status)
  const { group, options } = beside
  // The called one and the one after it are created now, so that they are neighbours.
  const user = at === 0 ? beside.user : await stage.given.fresh.user(options)
  return {
    user,
    reads: [userRead(user), groupsRead(user, group)],
    besides: [userRead(user), memberRead(user, group)],
    beside,
  }
}
