/** Rules beyond their first activation. */
import type { Json } from '../../engine/wire/reply.ts'

import { shownIn } from '../alter/memory.ts'
import { merged } from '../alter/path.ts'
import type { Answer, Test } from '../alter/wire.ts'
import { answerOf, isSuccess, sentWith } from '../alter/wire.ts'
import { goesTo, recordPath } from '../mutants/routes.ts'
import { type Family, read, remembering, userCreate, userWrite } from './parts.ts'

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
