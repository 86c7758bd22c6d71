import { answerOf, isSuccess, sentWith } from '../../../../conformance/proof/alter/wire.ts'
import { fits, nameOf, read, refusal, refused, remembering, userGet, userWrite } from './plant.ts'
import type { Planted } from './plant.ts'

/** Which name the path uses. */
export const names: Planted = {
  'does not know a login with a number sign when it is written to': [
    refused((sent) => sent.method !== 'GET' && nameOf(sent).includes('#'), 404, 'E0000007'),
    /^users\.path\.(login|short-name)$/,
  ],
  'finds a user by its old login after the login was changed': [
    remembering(
      () => new Map<string, string>(),
      async (old, sent, forward) => {
        const id = old.get(nameOf(sent).toLowerCase())
        const next =
          id === undefined ? sent : sentWith(sent, { path: sent.path.replace(/(users\/)[^/]+/, `$1${id}`) })
        const before = fits(userWrite, sent) ? await read(sent, forward, next.path) : undefined
        const answer = await forward(next)
        if (before?.profile && isSuccess(answer) && before.profile.login !== answer.json.profile.login)
          old.set(before.profile.login.toLowerCase(), before.id)
        return answer
      },
    ),
    /^users\./,
  ],
  'does not know a short name in lifecycle operations': [
    refused(
      (sent) => /lifecycle/.test(sent.path) && /^(?!00u)[^@]+$/.test(nameOf(sent)) && nameOf(sent) !== 'me',
      404,
      'E0000007',
    ),
    /^users\.path\.short-name$|^users\./,
  ],
  'does not know a login in upper case when it is written to': [
    refused(
      (sent) => sent.method !== 'GET' && nameOf(sent).includes('@') && /^[^a-z]+@/.test(nameOf(sent)),
      404,
      'E0000007',
    ),
    /^users\.(path\.login|login)/,
  ],
  'shows no groups of me': [
    () => async (sent, forward) =>
      fits(/^GET \/api\/v1\/users\/me\/groups$/, sent) ? answerOf(200, []) : forward(sent),
    /^users\.(path\.me|groups)/,
  ],
  'takes a plus in a login for a blank': [
    () => async (sent, forward) =>
      nameOf(sent).includes('+') && nameOf(sent).includes('@') ? refusal(404, 'E0000007') : forward(sent),
    /^users\.path\.login/,
  ],
  'knows a user by the short name of its former login': [
    remembering(
      () => new Map<string, string>(),
      async (old, sent, forward) => {
        const before = fits(userWrite, sent) ? await read(sent, forward, sent.path) : undefined
        const answer = await forward(sent)
        if (before?.profile && isSuccess(answer) && before.profile.login !== answer.json.profile.login)
          old.set(before.profile.login.split('@')[0].toLowerCase(), before.id)
        const id = old.get(nameOf(sent).toLowerCase())
        if (!fits(userGet, sent) || answer.status !== 404 || id === undefined) return answer
        return forward(sentWith(sent, { path: `/api/v1/users/${id}` }))
      },
    ),
    /^users\./,
  ],
}
