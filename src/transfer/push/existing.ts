import { ServiceError } from '../../client.ts'
import { foldLogin } from '../../contract/formats/index.ts'
import { inTurn } from '../in-turn.ts'
import type { Progress } from '../progress.ts'
import type { Target } from '../target.ts'
import type { Ledger, MadeKind } from './ledger.ts'
import type { Plan } from './plan.ts'

/** Names of a plan that the deployment has already, not made by this push, by kind. */
export type Existing = Readonly<Record<MadeKind, ReadonlySet<string>>>

/** A user that was found by its login. */
export interface FoundUser {
  readonly id: string
  /** In milliseconds since 1970. */
  readonly created: number
}

/** Looks up a user by its login: exactly it, not another one with this short name or id. */
export async function userWithLogin({ client }: Target, login: string): Promise<FoundUser | undefined> {
  try {
    const { id, created, profile } = await client.getUser({ params: { userId: login } })
    if (foldLogin(profile.login) !== foldLogin(login)) return undefined
    return { id, created: Date.parse(created) }
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined
    throw error
  }
}

/** Finds existing records by reading only. */
export async function findExisting(
  target: Target,
  plan: Plan,
  ledger: Ledger | undefined,
  progress: Progress,
): Promise<Existing> {
  const { client } = target
  const isOwn = (kind: MadeKind, name: string): boolean => {
    const isUnclear = ledger?.unclear.some((each) => each.kind === kind && each.name === name) ?? false
    return isUnclear || ledger?.idOf(kind, name) !== undefined
  }
  const found = {
    group: new Set<string>(),
    user: new Set<string>(),
    rule: new Set<string>(),
    client: new Set<string>(),
  }
  const wanted = <Item>(
    kind: MadeKind,
    items: readonly Item[],
    nameOf: (item: Item) => string,
  ): Set<string> => new Set(items.map(nameOf).filter((name) => !isOwn(kind, name)))

  const groups = wanted('group', plan.groups, ({ name }) => name)
  if (groups.size > 0) {
    for await (const { profile } of client.each('listGroups')) {
      if (groups.has(profile.name)) found.group.add(profile.name)
    }
  }
  const rules = wanted('rule', plan.rules, ({ name }) => name)
  if (rules.size > 0) {
    for await (const { name } of client.each('listGroupRules')) if (rules.has(name)) found.rule.add(name)
  }
  const clients = wanted('client', plan.clients, ({ name }) => name)
  if (clients.size > 0) {
    for await (const { client_name: name } of client.each('listClients')) {
      if (clients.has(name)) found.client.add(name)
    }
  }
  const logins = [...wanted('user', plan.users, ({ login }) => login)]
  let looked = 0
  await inTurn(logins, target.concurrency, async (login) => {
    if (await userWithLogin(target, login)) found.user.add(login)
    progress.show('Looking up users', ++looked, logins.length)
  })
  progress.clear()
  return found
}

/** The names of the built-in groups, which every deployment has. */
export async function builtInGroups({ client }: Target): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const { type, profile } of client.each('listGroups', {
    query: { filter: 'type eq "BUILT_IN"' },
  })) {
    if (type === 'BUILT_IN') names.add(profile.name)
  }
  return names
}
