import { foldLogin } from '../../contract/formats/index.ts'
import { loadDataset, type Seed } from '../../fixtures/index.ts'
import type { SeedMistake } from '../../fixtures/seed/mistake.ts'
import { takeOutMistakes } from '../../fixtures/seed/take-out.ts'
import { createOrganisation } from '../../organisation.ts'
import type { Notes } from '../notes.ts'

type Items = Record<string, unknown>[]

/** Required members; an item with a mistake in one of them is left out. */
const needed: Readonly<Record<string, readonly string[]>> = {
  apps: ['label'],
  groups: ['name'],
  users: ['login', 'email', 'firstName', 'lastName'],
  rules: ['name', 'expression', 'groups'],
  clients: ['client_name'],
}

/** A seed without the parts that an organisation would reject. It notes them. */
export function loadableSeed(seed: Seed, notes: Notes): Seed {
  const sound = structuredClone(seed) as Record<string, unknown>
  const leaveOut = ({ path, message }: SeedMistake): string => {
    const [section = '', index = '', ...rest] = path.split('.')
    const item = (sound[section] as Items | undefined)?.[Number(index)]
    const isWhole = item !== undefined && (rest.length === 0 || needed[section]?.includes(rest[0]!))
    const place = isWhole ? section : item ? rest.join('.') : path
    const name = item && String(item['login'] ?? item['name'] ?? item['label'] ?? item['client_name'])
    notes.add(`Left out, since no organisation takes it: ${place}: ${message}`, name)
    return isWhole ? `${section}.${index}` : path
  }
  takeOutMistakes(sound, createOrganisation().model, (mistakes) => mistakes.map(leaveOut))
  return sound
}

/**
 * Removes members that a rule of the seed would add. A reply does not show who was added by hand: such members count as
 * added by the rule.
 */
export async function withoutMembersByRule(seed: Seed, notes: Notes): Promise<Seed> {
  const targets = new Set(
    (seed.rules ?? []).filter(({ status }) => status === 'ACTIVE').flatMap(({ groups }) => groups),
  )
  if (targets.size === 0) return seed
  const users = seed.users ?? []
  const byHand = users.map((user) => ({
    ...user,
    groups: user.groups?.filter((name) => !targets.has(name)) ?? [],
  }))
  const ruled = await membersOf({ ...seed, users: byHand }, targets)
  const surplus = new Map<string, number>()
  for (const user of users) {
    for (const name of targets) {
      const isByRule = ruled.get(name)?.has(foldLogin(user.login)) ?? false
      if (isByRule && !(user.groups ?? []).includes(name)) surplus.set(name, (surplus.get(name) ?? 0) + 1)
    }
  }
  for (const [name, count] of surplus) {
    notes.add(
      'Groups to which the rules add users that are not in them at the deployment',
      `${name} (${count})`,
    )
  }
  return {
    ...seed,
    users: users.map(({ groups = [], ...user }) => {
      const left = groups.filter((name) => !(ruled.get(name)?.has(foldLogin(user.login)) ?? false))
      return left.length === 0 ? user : { ...user, groups: left }
    }),
  }
}

/** Who is in some groups once a seed is loaded: logins by the name of the group. */
async function membersOf(
  seed: Seed,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { model } = createOrganisation()
  await loadDataset(model, seed)
  return new Map(
    [...names].map((name) => {
      const id = model.groups.named(name)?.id ?? ''
      const { items } = model.memberships.page(id, { limit: model.memberships.count(id) })
      return [name, new Set(items.map(({ profile }) => foldLogin(String(profile.login))))]
    }),
  )
}
