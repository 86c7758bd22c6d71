/** Bugs that need a rare situation: a run meets them in the scenarios that it plays late. */
import { answerOf, isRefusal, isSuccess, sentWith } from '../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../conformance/engine/wire/reply.ts'
import { drop, header, reply } from '../../../conformance/proof/alter/answer.ts'
import { asks, both, of, on, sendsValue, when, whenSuccess } from '../../../conformance/proof/alter/flow.ts'
import { after } from '../../../conformance/proof/alter/memory.ts'
import { goesTo, recordOf } from '../../../conformance/proof/mutants/routes.ts'
import { read, remembering, userWrite } from '../../../conformance/proof/interactions/parts.ts'
import type { PlantedMutant } from './explored.ts'

const isRead = goesTo('getUser')
const isJoining = goesTo('addUserToGroup')

export const rare: PlantedMutant = {
  'makes no secret for a client that had none': [
    on('updateClient', of({ token_endpoint_auth_method: 'none' }, whenSuccess(drop('client_secret')))),
    /^clients\./,
  ],
  'shows a second temporary password, but keeps the first': [
    when(
      both(goesTo('expirePassword'), asks('tempPassword', 'true')),
      of({ status: 'PASSWORD_EXPIRED' }, reply(200, { tempPassword: 'x4HpS7TE' })),
    ),
    /^credentials\.|^users\.expire-password/,
  ],
  'takes away the password of a user that is sent back as it was read': [
    after(
      ['updateUser', 'replaceUser'],
      { outcome: 'success', when: sendsValue('credentials.password', {}) },
      { credentials: { password: undefined } },
    ),
    /^users\.|^credentials\./,
  ],
  'adds an excluded user to the group of a rule when its profile changes': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      if (!userWrite(sent) || !isSuccess(answer)) return answer
      const { id, profile }: Json = answer.json
      for (const { status, conditions, actions } of await read(sent, forward, '/api/v1/groups/rules')) {
        const isLeftOut = status === 'ACTIVE' && conditions.people?.users?.exclude?.includes(id)
        if (!isLeftOut || !conditions.expression.value.includes(JSON.stringify(profile.login))) continue
        for (const group of actions.assignUserToGroups.groupIds)
          await forward(
            sentWith(sent, { method: 'PUT', path: `/api/v1/groups/${group}/users/${id}`, json: undefined }),
          )
      }
      return answer
    },
    /^rules\.|^membership\.|^users\./,
  ],
  'takes a removed user for a member': [
    remembering(
      () => new Set<string>(),
      async (added, sent, forward) => {
        const answer = await forward(sent)
        if (!isJoining(sent)) return answer
        const user = sent.path.split('/').at(-1) ?? ''
        if (isSuccess(answer)) added.add(user)
        return isRefusal(answer) && added.has(user) ? answerOf(204) : answer
      },
    ),
    /^membership\.add\.unknown-user$/,
  ],
  'reads an underscore in a short name as any letter': [
    remembering(
      () => new Set<string>(),
      async (logins, sent, forward) => {
        const login: unknown = sent.json?.profile?.login
        if (typeof login === 'string') logins.add(login)
        const name = recordOf(sent.path) ?? ''
        if (!isRead(sent) || name.includes('@') || !name.includes('_')) return forward(sent)
        const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('_', '.')
        const likeIt = (each: string): boolean => new RegExp(`^${pattern}@`).test(each)
        const [found = ''] = [...logins].filter(likeIt)
        return forward(
          found === '' ? sent : sentWith(sent, { path: `/api/v1/users/${encodeURIComponent(found)}` }),
        )
      },
    ),
    /^users\.(path|get)\./,
  ],
  'does not encode an ampersand in the link to the next page': [
    on(
      'listGroups',
      header('link', (links) => links.replaceAll('%26', '&')),
    ),
    /^groups\.list\.|^conventions\./,
  ],
}
