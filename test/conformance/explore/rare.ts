/** Bugs that need a rare situation: a run meets them in the scenarios that it plays late. */
import {
  answerOf,
  answerWith,
  isRefusal,
  isSuccess,
  sentWith,
} from '../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../conformance/engine/wire/reply.ts'
import {
  clientPut,
  done,
  fits,
  groupList,
  nameOf,
  read,
  remembering,
  since,
  to,
  userGet,
  userOf,
  userWrite,
} from '../../../conformance/proof/interactions/parts.ts'
import type { PlantedMutant } from '../../../conformance/proof/interactions/parts.ts'

const membership = /^PUT \/api\/v1\/groups\/[^/]+\/users\/[^/]+$/

export const rare: PlantedMutant = {
  'makes no secret for a client that had none': [
    since(
      done(clientPut, (_, { before }) => before?.token_endpoint_auth_method === 'none'),
      (client: Json) => ({ ...client, client_secret: undefined }),
      clientPut,
    ),
    /^clients\./,
  ],
  'shows a second temporary password, but keeps the first': [
    () => async (sent, forward) => {
      const isAsked = fits(to('lifecycle/expire_password'), sent) && sent.query.get('tempPassword') === 'true'
      if (!isAsked) return forward(sent)
      const { status } = await read(sent, forward, `/api/v1/users/${await userOf(sent, forward)}`)
      return status === 'PASSWORD_EXPIRED' ? answerOf(200, { tempPassword: 'x4HpS7TE' }) : forward(sent)
    },
    /^credentials\.|^users\.expire-password/,
  ],
  'takes away the password of a user that is sent back as it was read': [
    since(
      done(userWrite, ({ json }) => JSON.stringify(json?.credentials?.password) === '{}'),
      (user: Json) => ({ ...user, credentials: { ...user.credentials, password: undefined } }),
    ),
    /^users\.|^credentials\./,
  ],
  'adds an excluded user to the group of a rule when its profile changes': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      if (!fits(userWrite, sent) || !isSuccess(answer)) return answer
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
        if (!fits(membership, sent)) return answer
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
        const name = nameOf(sent)
        if (!fits(userGet, sent) || name.includes('@') || !name.includes('_')) return forward(sent)
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
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const { link = '' } = answer.headers
      return fits(groupList, sent)
        ? answerWith(answer, { headers: { ...answer.headers, link: link.replaceAll('%26', '&') } })
        : answer
    },
    /^groups\.list\.|^conventions\./,
  ],
}
