/** Users under several names: an operation does not know one, or a read is remembered under it. */
import type { Json } from '../../engine/wire/reply.ts'

import { recordBefore } from '../alter/flow.ts'
import type { Answer, Sent, Test } from '../alter/wire.ts'
import { isSuccess, sentWith } from '../alter/wire.ts'
import { goesTo, recordOf } from '../mutants/routes.ts'
import { type Family, refusal, remembering, userWrite } from './parts.ts'

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
