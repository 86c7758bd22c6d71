import { ServiceError } from '../../client.ts'
import { foldLogin } from '../../contract/formats/index.ts'
import { inTurn } from '../in-turn.ts'
import type { Progress } from '../progress.ts'
import type { Target } from '../target.ts'
import type { Ledger, MadeKind } from './ledger.ts'
import type { Plan } from './plan.ts'

/** Names of a plan that the deployment has already, not made by this push, by kind. */
export type Existing = Readonly<Record<MadeKind, ReadonlySet<string>>>

/** A record that was found. */
interface Found {
  readonly id: string
  /** In milliseconds since 1970. */
  readonly created: number
}

/** The records of a kind that has a list, by name. */
export async function* recordsOf(
  { client }: Target,
  kind: Exclude<MadeKind, 'user'>,
): AsyncGenerator<Found & { readonly name: string }> {
  if (kind === 'client') {
    for await (const { client_id: id, client_name: name, client_id_issued_at: at } of client.each(
      'listClients',
    ))
      yield { id, name, created: (at ?? 0) * 1000 }
  } else if (kind === 'rule') {
    for await (const { id, name, created } of client.each('listGroupRules'))
      yield { id, name, created: Date.parse(created) }
  } else {
    for await (const { id, created, profile } of client.each('listGroups'))
      yield { id, name: profile.name, created: Date.parse(created) }
  }
}

/** Looks up a user by its login: exactly it, not another one with this short name or id. */
export async function userWithLogin({ client }: Target, login: string): Promise<Found | undefined> {
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
  const wanted = (kind: MadeKind, names: readonly string[]): ReadonlySet<string> =>
    new Set(names.filter((name) => !isOwn(kind, name)))

  for (const kind of ['group', 'rule', 'client'] as const) {
    const names = wanted(
      kind,
      plan[`${kind}s`].map(({ name }) => name),
    )
    if (names.size === 0) continue
    for await (const { name } of recordsOf(target, kind)) if (names.has(name)) found[kind].add(name)
  }
  const logins = [
    ...wanted(
      'user',
      plan.users.map(({ login }) => login),
    ),
  ]
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
