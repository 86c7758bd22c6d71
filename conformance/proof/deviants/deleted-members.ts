/** Servers that change the members of a group when it is deleted, although no request asks for it. */
import type { Json } from '../../engine/wire/reply.ts'
import { on } from '../alter/flow.ts'
import type { Deviant } from './deviant.ts'
import { mistakesOf } from './deviant.ts'
import { plain, userOf } from './elsewhere-steps.ts'
import type { Alteration } from '../alter/wire.ts'
import { isSuccess, sentWith } from '../alter/wire.ts'

/** After a group is deleted, makes these calls on each of its members. */
function doneToMembers(method: string, suffix: string, json?: Json): Alteration {
  return on('deleteGroup', () => async (sent, forward) => {
    const list = await forward(sentWith(sent, { ...plain, method: 'GET', path: `${userOf(sent)}/users` }))
    const answer = await forward(sent)
    const members: readonly Json[] = isSuccess(answer) && Array.isArray(list.json) ? list.json : []
    const headers = { ...sent.headers, 'content-type': 'application/json' }
    for (const { id } of members)
      await forward(sentWith(sent, { ...plain, method, path: `/api/v1/users/${id}${suffix}`, json, headers }))
    return answer
  })
}

/** After a group is deleted, takes its members out of their other groups. */
const leaveOtherGroups: Alteration = on('deleteGroup', () => async (sent, forward) => {
  const list = await forward(sentWith(sent, { ...plain, method: 'GET', path: `${userOf(sent)}/users` }))
  const answer = await forward(sent)
  for (const { id } of isSuccess(answer) && Array.isArray(list.json) ? list.json : []) {
    const groups = await forward(
      sentWith(sent, { ...plain, method: 'GET', path: `/api/v1/users/${id}/groups` }),
    )
    for (const group of Array.isArray(groups.json) ? groups.json : [])
      await forward(
        sentWith(sent, { ...plain, method: 'DELETE', path: `/api/v1/groups/${group.id}/users/${id}` }),
      )
  }
  return answer
})

const stay = 'groups.delete.members-stay'

export const deletedMemberDeviants: readonly Deviant[] = mistakesOf(stay, {
  deleted: ['deletes the members of a group that is deleted', doneToMembers('DELETE', '')],
  profile: [
    'changes the profile of the members of a group that is deleted',
    doneToMembers('POST', '', { profile: { department: 'none' } }),
  ],
  password: [
    'sets another password of the members of a group that is deleted',
    doneToMembers('POST', '', { credentials: { password: { value: 'Else-7where_Q2' } } }),
  ],
  'other-groups': [
    'takes the members of a group that is deleted out of their other groups',
    leaveOtherGroups,
  ],
})
