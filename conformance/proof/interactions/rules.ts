/** Rules beyond their first activation. */
import type { Json } from '../../engine/wire/reply.ts'
import { shownIn } from '../alter/memory.ts'
import { merged } from '../alter/path.ts'
import {
  answerOf,
  isSuccess,
  sentWith,
  type Answer,
  type Sent,
  type Test,
  goesTo,
  recordOf,
  recordPath,
} from '../alter/wire.ts'
import { read, refusal, remembering, userCreate, userWrite, type Family } from './parts.ts'
import { recordBefore } from '../alter/flow.ts'

const [isActivation, isDeactivation, isUpdate, isDeletion] = (
  ['activateGroupRule', 'deactivateGroupRule', 'updateGroupRule', 'deleteGroupRule'] as const
).map(goesTo) as [Test, Test, Test, Test]
const isShown = goesTo(['getGroupRule', 'listGroupRules', 'createGroupRule', 'updateGroupRule'])

/** Rules beyond their first activation. */
const rules: Family = (rng) => {
  const fault = rng.pick([
    'adds excluded users the second time',
    'adds excluded users whose login is new',
    'adds nobody the second time',
    'adds users whose expression is false the second time',
    'stays INACTIVE the second time it is activated',
    'stays ACTIVE the second time it is deactivated',
    'goes on adding users after it is deactivated',
    'takes its users out when it is deactivated',
    'takes its users out when it is deleted without removeUsers',
    'leaves its users in when it is deleted with removeUsers after a second activation',
    'loses its excluded users when it is activated',
    'shows its name as before the first activation',
    'can be updated while it is ACTIVE for the second time',
  ] as const)
  const alter = remembering(
    () => ({
      times: new Map<string, number>(),
      names: new Map<string, string>(),
      rules: new Map<string, Json>(),
    }),
    async (memory, sent, forward) => {
      const path = sent.path.includes('/rules/') ? (recordPath(sent.path) ?? '') : ''
      const id = path.split('/').at(-1) ?? ''
      const before: Json = path === '' || sent.method === 'GET' ? undefined : await read(sent, forward, path)
      const times = memory.times.get(id) ?? 0
      const post = (to: string, method = 'POST', query = ''): Promise<Answer> =>
        forward(sentWith(sent, { method, path: to, json: undefined, query: new URLSearchParams(query) }))
      const groups: string[] = before?.actions?.assignUserToGroups?.groupIds ?? []
      const excluded: string[] = before?.conditions?.people?.users?.exclude ?? []
      const login = /login==\\?"([^"\\]+)/.exec(before?.conditions?.expression?.value ?? '')?.[1]
      const addTo = async (users: readonly string[]): Promise<void> => {
        for (const group of groups)
          for (const user of users) await post(`/api/v1/groups/${group}/users/${user}`, 'PUT')
      }
      if (fault === 'stays INACTIVE the second time it is activated' && isActivation(sent) && times > 0)
        return answerOf(204)
      if (fault === 'stays ACTIVE the second time it is deactivated' && isDeactivation(sent) && times > 1)
        return answerOf(204)
      if (fault === 'adds nobody the second time' && isActivation(sent) && times > 0) {
        const lists = await Promise.all(
          groups.map(
            async (group) => [group, await read(sent, forward, `/api/v1/groups/${group}/users`)] as const,
          ),
        )
        const answer = await forward(sent)
        memory.times.set(id, times + 1)
        for (const [group, list] of lists) {
          const now: Json = await read(sent, forward, `/api/v1/groups/${group}/users`)
          for (const user of Array.isArray(now) ? now : [])
            if (!(list as Json[]).some((each) => each.id === user.id))
              await post(`/api/v1/groups/${group}/users/${user.id}`, 'DELETE')
        }
        return answer
      }
      if (fault.startsWith('can be updated') && isUpdate(sent) && before?.status === 'ACTIVE' && times > 1) {
        await post(`${path}/lifecycle/deactivate`)
        const answer = await forward(sent)
        await post(`${path}/lifecycle/activate`)
        return answer
      }
      const membersBefore =
        isDeactivation(sent) || isDeletion(sent)
          ? await Promise.all(
              groups.map(
                async (group) => [group, await read(sent, forward, `/api/v1/groups/${group}/users`)] as const,
              ),
            )
          : []
      const owner: Json =
        login === undefined
          ? undefined
          : await read(sent, forward, `/api/v1/users/${encodeURIComponent(login)}`)
      const answer = await forward(sent)
      if (isActivation(sent) && isSuccess(answer)) {
        memory.times.set(id, times + 1)
        memory.rules.set(id, before)
        if (times === 0) memory.names.set(id, before?.name)
        if (fault === 'adds excluded users the second time' && times > 0) await addTo(excluded)
        if (fault === 'adds excluded users whose login is new') {
          const users = await Promise.all(
            excluded.map((each) => read(sent, forward, `/api/v1/users/${each}`)),
          )
          await addTo(users.flatMap((user: Json) => (user?.lastUpdated > user?.created ? [user.id] : [])))
        }
        if (fault.startsWith('adds users whose expression') && times > 0) {
          const [some]: Json[] = await read(sent, forward, '/api/v1/users')
          const list: Json[] = await read(sent, forward, '/api/v1/users')
          const other = list.find(
            (each) => each.id !== owner?.id && each.id !== some?.id && !excluded.includes(each.id),
          )
          if (other !== undefined) await addTo([other.id])
        }
      }
      if (
        isSuccess(answer) &&
        isDeactivation(sent) &&
        fault === 'takes its users out when it is deactivated' &&
        owner?.id !== undefined
      )
        for (const [group, list] of membersBefore)
          if ((list as Json[]).some?.((each) => each.id === owner.id))
            await post(`/api/v1/groups/${group}/users/${owner.id}`, 'DELETE')
      if (isSuccess(answer) && isDeletion(sent)) {
        const removes = sent.query.get('removeUsers') === 'true'
        for (const [group, list] of membersBefore) {
          const isIn = (list as Json[]).some?.((each) => each.id === owner?.id)
          if (!removes && fault.startsWith('takes its users out when it is deleted') && isIn)
            await post(`/api/v1/groups/${group}/users/${owner.id}`, 'DELETE')
          if (removes && fault.startsWith('leaves its users in') && isIn && times > 1)
            await post(`/api/v1/groups/${group}/users/${owner.id}`, 'PUT')
        }
      }
      if (isSuccess(answer) && fault.startsWith('goes on adding') && (userCreate(sent) || userWrite(sent))) {
        const made: Json = answer.json
        for (const [ruleId, rule] of memory.rules) {
          const now: Json = await read(sent, forward, `/api/v1/groups/rules/${ruleId}`)
          const wanted = /login==\\?"([^"\\]+)/.exec(rule?.conditions?.expression?.value ?? '')?.[1]
          if (now?.status === 'INACTIVE' && wanted === made?.profile?.login)
            for (const group of rule.actions.assignUserToGroups.groupIds)
              await post(`/api/v1/groups/${group}/users/${made.id}`, 'PUT')
        }
      }
      if (!isShown(sent)) return answer
      const one = (rule: Json): Json => {
        const seen = memory.times.get(rule.id) ?? 0
        if (fault.startsWith('loses its excluded') && seen > 0)
          return merged(rule, { conditions: { people: { users: { exclude: [] } } } })
        if (fault.startsWith('shows its name') && seen > 1)
          return { ...rule, name: memory.names.get(rule.id) }
        return rule
      }
      return shownIn(answer, one)
    },
  )
  return [`has a rule that ${fault}`, alter, /^(rules|membership|users\.(operations|groups)|groups)\./]
}

export const ruleFamilies: Readonly<Record<string, Family>> = { rules }

/** Forms of a login in a path. */
const forms: Readonly<Record<string, (name: string) => boolean>> = {
  'its login': (name) => name.includes('@'),
  'its login in capitals': (name) => name.includes('@') && name === name.toUpperCase(),
  'its short name': (name) => !name.includes('@') && name !== 'me' && !name.startsWith('00u'),
  'a login with a plus': (name) => name.includes('+'),
  'a login with a hyphen': (name) => name.includes('-') && name.includes('@'),
}

/** Names of users in paths: some operations, in some situations, do not know them or mean somebody else. */
const names: Family = (rng) => {
  const operations: Readonly<Record<string, Test>> = {
    'a read': goesTo('getUser'),
    'a write': userWrite,
    'its groups': goesTo('listUserGroups'),
    'a lifecycle operation': goesTo('POST /api/v1/users/*/lifecycle/*'),
    'a credential operation': goesTo('POST /api/v1/users/*/credentials/*'),
    'a deletion': goesTo('deleteUser'),
  }
  const [form, isForm] = rng.entry(forms)
  const [operation, isOf] = rng.entry(operations)
  const situation = rng.pick(['always', 'after a rename', 'of somebody who is not ACTIVE'] as const)
  const fault = rng.pick(['does not know', 'takes for its owner before a rename'] as const)
  const isStale = fault !== 'does not know'
  const alter = remembering(
    () => ({ renamed: new Set<string>(), owners: new Map<string, string>() }),
    async ({ renamed, owners }, sent, forward) => {
      const name = recordOf(sent.path) ?? ''
      const before: Json =
        userWrite(sent) && sent.json?.profile?.login !== undefined
          ? await recordBefore(sent, forward)
          : undefined
      const isDue = isOf(sent) && isForm(name)
      if (isDue && isStale) {
        const owner = owners.get(name.toLowerCase().replace(/@.*/, ''))
        const answer = await forward(sent)
        if (answer.status !== 404 || owner === undefined) return answer
        return forward(sentWith(sent, { path: sent.path.replace(/users\/[^/]+/, `users/${owner}`) }))
      }
      if (isDue) {
        const user: Json = await recordBefore(sent, forward)
        const isHere =
          situation === 'always' ||
          (situation === 'after a rename' && renamed.has(user?.id)) ||
          (situation === 'of somebody who is not ACTIVE' &&
            user?.status !== undefined &&
            user.status !== 'ACTIVE')
        if (user?.id !== undefined && isHere) return refusal(404, 'E0000007')
      }
      const answer = await forward(sent)
      if (
        before?.profile !== undefined &&
        isSuccess(answer) &&
        before.profile.login !== answer.json?.profile?.login
      ) {
        renamed.add(before.id)
        owners.set(before.profile.login.toLowerCase().replace(/@.*/, ''), before.id)
      }
      return answer
    },
  )
  return [
    isStale
      ? `still takes ${form} of before a rename for the user in ${operation}`
      : `does not know ${form} in ${operation} ${situation}`,
    alter,
    /^(users|credentials|sessions|conventions)\./,
  ]
}

/** A read under one name is remembered; a write under another does not clear it. */
const staleNames: Family = (rng) => {
  const [readBy, writtenBy] = rng.shuffled(['id', 'login', 'short name'])
  const formOf = (sent: Sent): string => {
    const name = recordOf(sent.path) ?? ''
    return name.includes('@') ? 'login' : name.startsWith('00u') ? 'id' : 'short name'
  }
  const below = rng.pick(['the user', 'its groups'] as const)
  const isRead = goesTo(below === 'the user' ? 'getUser' : 'listUserGroups')
  return [
    `remembers ${below} as read by ${readBy} after a write by ${writtenBy}${below === 'the user' ? '' : ' or to a group'}`,
    remembering(
      () => new Map<string, Answer>(),
      async (known, sent, forward) => {
        const isUser = sent.path.startsWith('/api/v1/users/')
        if (sent.method !== 'GET') {
          const isBlind = isUser
            ? formOf(sent) === writtenBy
            : below !== 'the user' && sent.path.startsWith('/api/v1/groups')
          if (!isBlind) known.clear()
          return forward(sent)
        }
        if (!isRead(sent) || formOf(sent) !== readBy || recordOf(sent.path) === 'me') return forward(sent)
        const key = sent.path.toLowerCase()
        const answer = known.get(key) ?? (await forward(sent))
        if (isSuccess(answer)) known.set(key, answer)
        return answer
      },
    ),
    /^(users|credentials|conventions|membership|groups)\./,
  ]
}

export const nameFamilies: Readonly<Record<string, Family>> = { names, staleNames }
