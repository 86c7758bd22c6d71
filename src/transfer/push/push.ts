import { ServiceError } from '../../client.ts'
import { inTurn } from '../in-turn.ts'
import type { Progress } from '../progress.ts'
import type { Target } from '../target.ts'
import { TransferError } from '../transfer-error.ts'
import { CustomProperties } from './custom-properties.ts'
import type { Existing } from './existing.ts'
import type { Ledger, MadeKind } from './ledger.ts'
import type { Move, Plan, PlannedUser } from './plan.ts'
import { settleUnclear } from './unclear.ts'

/** Options of a push, in addition to its plan. */
export interface PushOptions {
  readonly target: Target
  readonly ledger: Ledger
  readonly existing: Existing
  /** Groups that have members by themselves, such as Everyone. */
  readonly builtIn: ReadonlySet<string>
  readonly expressionType: string
  readonly progress: Progress
}

/** The result of a push. */
export interface Pushed {
  readonly refused: readonly string[]
  /** Custom properties that the deployment does not have, and what needs them. */
  readonly leftOut: readonly string[]
  /** Relations to records that this push did not make, such as groups that were there already. */
  readonly unmade: readonly string[]
}

/** Most groups that a user can be created into (Users, Limits). */
const groupIdsMax = 20

/** After this many errors in a row, the rest would fail as well. */
const refusalsMax = 20

/** How long a transition may take, in milliseconds, and how often to check it. */
const settling = { max: 60_000, every: 500 }

type Body = Readonly<Record<string, unknown>>

/** Writes a plan, step by step, without the steps that the ledger has as done. */
export async function push(plan: Plan, options: PushOptions): Promise<Pushed> {
  const writer = new PlanWriter(plan, options)
  await settleUnclear(options.target, options.ledger)
  await writer.groups()
  await writer.users()
  await writer.rules()
  await writer.clients()
  return {
    refused: writer.refused,
    leftOut: [...writer.customProperties.leftOut, ...writer.leftOut],
    unmade: writer.unmade,
  }
}

class PlanWriter {
  readonly refused: string[] = []
  readonly leftOut: string[] = []
  readonly unmade: string[] = []
  readonly customProperties: CustomProperties
  readonly #plan: Plan
  readonly #options: PushOptions
  #refusedInRow = 0

  constructor(plan: Plan, options: PushOptions) {
    this.#plan = plan
    this.#options = options
    this.customProperties = new CustomProperties(plan.customProperties)
  }

  async groups(): Promise<void> {
    await this.#each('groups', this.#plan.groups, async ({ name, profile }) => {
      await this.#make('group', name, () =>
        this.customProperties.send(profile, (sent) =>
          this.#client.createGroup({ body: { profile: sent as never } }),
        ),
      )
    })
  }

  async users(): Promise<void> {
    const { users } = this.#plan
    let done = 0
    for (const level of levelsOf(users)) {
      await this.#each(
        'users',
        level,
        async (user) => {
          const id = await this.#user(user)
          if (id !== undefined) await this.#completed(user, id)
        },
        { done, all: users.length },
      )
      done += level.length
    }
    // In a circle of managers, a user could not name its manager when it was created.
    const { ledger } = this.#options
    const unmanaged = users.filter(
      ({ login, manager }) => manager !== undefined && !ledger.isDone('manager', login),
    )
    await this.#each('managers', unmanaged, async (user) => {
      const id = this.#idOf('user', user.login)
      const manager = this.#managerOf(user)
      if (id === undefined || manager === undefined) return
      await this.#step('manager', user.login, () =>
        this.#client.updateUser({ params: { userId: id }, body: { profile: manager } }),
      )
    })
  }

  async rules(): Promise<void> {
    const { existing, expressionType, ledger } = this.#options
    await this.#each('rules', this.#plan.rules, async ({ name, expression, groups, exclude, isActive }) => {
      const groupIds = groups.flatMap((group) => this.#idOf('group', group) ?? [])
      if (groupIds.length < groups.length && !existing.rule.has(name)) {
        this.#refuse(`rule ${name}: not all of its groups were made by this push`)
        return
      }
      const excluded = exclude?.flatMap((login) => this.#idOf('user', login) ?? []) ?? []
      for (const login of exclude ?? [])
        if (this.#idOf('user', login) === undefined && !existing.rule.has(name))
          this.unmade.push(`${login}, whom rule ${name} skips`)
      const people = { users: { exclude: excluded }, groups: { exclude: [] } }
      const needs = (property: string): boolean => expression.includes(`user.${property}`)
      const isLeftOut = (): boolean => {
        const missing = this.customProperties.leftOut.find(needs)
        if (missing !== undefined) this.leftOut.push(`rule ${name}, which needs ${missing}`)
        return missing !== undefined
      }
      if (ledger.idOf('rule', name) === undefined && isLeftOut()) return
      const id = await this.#make(
        'rule',
        name,
        () =>
          this.#client.createGroupRule({
            body: {
              type: 'group_rule',
              name,
              conditions: {
                ...(exclude === undefined ? {} : { people }),
                expression: { type: expressionType, value: expression },
              },
              actions: { assignUserToGroups: { groupIds } },
            } as never,
          }),
        // If an earlier run made the users, this is the first report about a property.
        (error) =>
          this.customProperties.learn(error, this.#plan.customProperties.filter(needs)) && isLeftOut(),
      )
      if (id === undefined || !isActive || ledger.isDone('active', name)) return
      await this.#step('active', name, async () => {
        const { status } = await this.#client.getGroupRule({ params: { ruleId: id } })
        if (status === 'INACTIVE') await this.#client.activateGroupRule({ params: { ruleId: id } })
      })
    })
  }

  async clients(): Promise<void> {
    await this.#each('clients', this.#plan.clients, async ({ name, settings }) => {
      await this.#make('client', name, async () => {
        const { client_id: id } = await this.#client.registerClient({
          body: { ...settings, client_name: name },
        })
        return { id }
      })
    })
  }

  get #client(): Target['client'] {
    return this.#options.target.client
  }

  #idOf(kind: MadeKind, name: string): string | undefined {
    return this.#options.ledger.idOf(kind, name)
  }

  /** Does something with each item; notes errors of the service, and continues. */
  async #each<Item>(
    what: string,
    items: readonly Item[],
    work: (item: Item) => Promise<void>,
    { done, all } = { done: 0, all: items.length },
  ): Promise<void> {
    const { target, progress } = this.#options
    await inTurn(items, target.concurrency, async (item) => {
      await work(item)
      progress.show(`Writing ${what}`, ++done, all)
    })
    progress.clear()
  }

  /**
   * Makes a record, unless it exists. Returns its id; undefined if this push did not make it.
   *
   * @param isLeftOut Whether an error was reported already, as left out.
   */
  async #make(
    kind: MadeKind,
    name: string,
    create: () => Promise<{ readonly id: string }>,
    isLeftOut: (error: ServiceError) => boolean = () => false,
  ): Promise<string | undefined> {
    const { ledger, existing, target } = this.#options
    const known = ledger.idOf(kind, name)
    if (known !== undefined || existing[kind].has(name)) return known
    ledger.begin(kind, name, target.now())
    try {
      const { id } = await create()
      ledger.wasMade(kind, name, id)
      this.#refusedInRow = 0
      return id
    } catch (error) {
      if (!isRefusal(error)) throw error
      ledger.refused(kind, name)
      if (!isLeftOut(error)) this.#refuse(`${kind} ${name}: ${error.message}`)
      return undefined
    }
  }

  /** Takes a step that makes no record, and notes that it is taken. */
  async #step(step: string, name: string, take: () => Promise<unknown>): Promise<void> {
    const { ledger } = this.#options
    if (ledger.isDone(step, name)) return
    try {
      await take()
      ledger.done(step, name)
      this.#refusedInRow = 0
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#refuse(`${name}, ${step}: ${error.message}`)
    }
  }

  #refuse(text: string): void {
    this.refused.push(this.#options.target.clean(text))
    this.#refusedInRow += 1
    if (this.#refusedInRow < refusalsMax) return
    throw new TransferError(
      [`stopped after ${refusalsMax} refusals one after the other:`, ...this.refused.slice(-3)].join('\n  '),
    )
  }

  async #user(user: PlannedUser): Promise<string | undefined> {
    const groupIds = user.groups.flatMap((name) => this.#idOf('group', name) ?? []).slice(0, groupIdsMax)
    const manager = this.#managerOf(user)
    const id = await this.#make('user', user.login, () =>
      this.customProperties.send({ ...user.profile, ...manager }, (profile) =>
        this.#client.createUser({
          query: user.query,
          body: {
            profile,
            ...(user.credentials ? { credentials: user.credentials } : {}),
            ...(groupIds.length === 0 ? {} : { groupIds }),
          } as never,
        }),
      ),
    )
    if (id !== undefined && manager !== undefined) this.#options.ledger.done('manager', user.login)
    return id
  }

  /** Whether a later write makes a user, as in a circle of managers. */
  #isLater(login: string): boolean {
    return !this.#options.existing.user.has(login) && this.#plan.users.some((each) => each.login === login)
  }

  #managerOf({ manager }: PlannedUser): Body | undefined {
    const id = manager === undefined ? undefined : this.#idOf('user', manager.login)
    return id === undefined ? undefined : { managerId: id, manager: manager!.name }
  }

  /** Adds a user to the groups that did not fit into its creation, and moves it to its status. */
  async #completed(user: PlannedUser, userId: string): Promise<void> {
    const { existing, builtIn } = this.#options
    const further = user.groups
      .filter((name) => !builtIn.has(name) && !existing.group.has(name))
      .slice(groupIdsMax)
    if (
      user.manager !== undefined &&
      this.#managerOf(user) === undefined &&
      !this.#isLater(user.manager.login)
    )
      this.unmade.push(`${user.manager.login} as the manager of ${user.login}`)
    for (const name of user.groups)
      if (!builtIn.has(name) && this.#idOf('group', name) === undefined)
        this.unmade.push(`${user.login} as a member of ${name}`)
    for (const name of further) {
      const groupId = this.#idOf('group', name)
      if (groupId === undefined) continue
      await this.#step(`member of ${name}`, user.login, () =>
        this.#client.addUserToGroup({ params: { groupId, userId } }),
      )
    }
    if (user.activateQuietly) {
      await this.#step('activated', user.login, async () => {
        if ((await this.#settled(userId)) !== 'STAGED') return
        await this.#client.activateUser({ params: { userId }, query: { sendEmail: false } })
      })
    }
    const { moveTo } = user
    if (moveTo !== undefined) await this.#step(moveTo, user.login, () => this.#move(userId, moveTo))
  }

  async #move(userId: string, to: Move): Promise<void> {
    if ((await this.#settled(userId)) !== to) await moving[to](this.#client, { userId })
  }

  /** The status of a user once it is in no transition. */
  async #settled(userId: string): Promise<string> {
    const until = performance.now() + settling.max
    for (;;) {
      const { status, transitioningToStatus } = await this.#client.getUser({ params: { userId } })
      if (transitioningToStatus === undefined || transitioningToStatus === null) return status
      if (performance.now() > until)
        throw new TransferError(`user ${userId} is still on its way to ${transitioningToStatus}`)
      await new Promise((resolve) => setTimeout(resolve, settling.every))
    }
  }
}

/** The call that moves a user into each status. */
const moving: Readonly<
  Record<Move, (client: Target['client'], params: { readonly userId: string }) => Promise<unknown>>
> = {
  SUSPENDED: (client, params) => client.suspendUser({ params }),
  DEPROVISIONED: (client, params) => client.deactivateUser({ params }),
  RECOVERY: (client, params) => client.resetPassword({ params, query: { sendEmail: false } }),
  PASSWORD_EXPIRED: (client, params) => client.expirePassword({ params }),
}

/** An error of this single call, not of the token or the deployment. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status >= 400 && error.status < 500 && error.status !== 401
}

/** Users by how many managers they have above them: those of one level do not wait for one another. */
function levelsOf(users: readonly PlannedUser[]): readonly (readonly PlannedUser[])[] {
  const levels: PlannedUser[][] = []
  const depths = new Map<string, number>()
  for (const user of users) {
    const above = user.manager === undefined ? undefined : depths.get(user.manager.login)
    const depth = above === undefined ? 0 : above + 1
    depths.set(user.login, depth)
    ;(levels[depth] ??= []).push(user)
  }
  return levels
}
