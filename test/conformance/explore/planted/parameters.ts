import { answerOf, isSuccess, sentWith } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import { done, fits, groupList, refused, shown, since, to, userCreate } from './plant.ts'
import type { Planted } from './plant.ts'

/** Parameters, headers and bodies that are documented, and seldom sent. */
export const parameters: Planted = {
  'does not read a quoted list of omissions': [
    () => (sent, forward) =>
      forward(
        /svc-response="/.test(sent.headers['content-type'] ?? '')
          ? sentWith(sent, { headers: { ...sent.headers, 'content-type': 'application/json' } })
          : sent,
      ),
    /^users\.omit\.quoted$/,
  ],
  'loses a hash that is sent with activate=false': [
    () => (sent, forward) => {
      const isLost = sent.query.get('activate') === 'false' && sent.json?.credentials?.password?.hash
      if (!fits(userCreate, sent) || !isLost) return forward(sent)
      const { password: _, ...credentials } = sent.json.credentials
      return forward(sentWith(sent, { json: { ...sent.json, credentials } }))
    },
    /^(credentials|users)\./,
  ],
  'leaves a user out of the twentieth of its groups': [
    () => (sent, forward) =>
      forward(
        fits(userCreate, sent) && sent.json?.groupIds?.length === 20
          ? sentWith(sent, { json: { ...sent.json, groupIds: sent.json.groupIds.slice(1) } })
          : sent,
      ),
    /^(users\.create\.group-ids|users\.groups|membership)/,
  ],
  'does not know a user who is to be deleted with a mail': [
    refused(
      ({ method, path, query }) =>
        method === 'DELETE' && path.startsWith('/api/v1/users/') && query.get('sendEmail') === 'true',
      404,
      'E0000007',
    ),
    /^users\.delete/,
  ],
  'puts the exact match of q last': [
    shown(groupList, (list: Json[], { query }) => {
      const q = query.get('q')?.toLowerCase()
      const isExact = ({ profile }: Json): number => Number(profile.name.toLowerCase() === q)
      return q === undefined ? list : list.toSorted((one, other) => isExact(one) - isExact(other))
    }),
    /^groups\.list\.q-exact-first$/,
  ],
  'answers 200 where sessions are cleared with tokens': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const isAsked = fits(/^DELETE .*\/sessions$/, sent) && sent.query.get('oauthTokens') === 'true'
      return isAsked && isSuccess(answer) ? answerOf(200, {}) : answer
    },
    /^sessions\.clear/,
  ],
  'shows when a user was activated anew after it was suspended': [
    since(done(to('unsuspend')), (user: Json) =>
      user.status === 'ACTIVE' && user.activated ? { ...user, activated: user.statusChanged } : user,
    ),
    /^users\./,
  ],
}
