import { answerOf, answerWith, isSuccess } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import { done, fits, members, refusal, ruleList, ruleShown, secondTime, since, to } from './plant.ts'
import type { Planted } from './plant.ts'
import { remembering } from './plant.ts'

export const secondTimes: Planted = {
  'keeps the time of the first activation': [
    remembering(
      () => new Map<string, string>(),
      async (first, sent, forward) => {
        const answer = await forward(sent)
        const { id, activated } = answer.json ?? {}
        if (!isSuccess(answer) || typeof activated !== 'string') return answer
        first.set(id, first.get(id) ?? activated)
        return answerWith(answer, { json: { ...answer.json, activated: first.get(id) } })
      },
    ),
    /^users\./,
  ],
  'refuses to suspend a user for the second time': [
    secondTime(to('lifecycle/suspend'), async () => refusal()),
    /^users\.suspend/,
  ],
  'answers a second new secret with the first': [
    secondTime(to('newSecret'), async (sent, forward, first) => {
      const answer = await forward(sent)
      return isSuccess(answer)
        ? answerWith(answer, { json: { ...answer.json, client_secret: first.json.client_secret } })
        : answer
    }),
    /^clients\.(new-secret|secret)/,
  ],
  'does not move statusChanged when a user is suspended again': [
    remembering(
      () => new Map<string, string>(),
      async (first, sent, forward) => {
        const answer = await forward(sent)
        const { id, status, statusChanged } = answer.json ?? {}
        if (!fits(/^GET \/api\/v1\/users\/[^/]+$/, sent) || !isSuccess(answer) || status !== 'SUSPENDED')
          return answer
        if (!first.has(id)) first.set(id, statusChanged)
        return answerWith(answer, { json: { ...answer.json, statusChanged: first.get(id) } })
      },
    ),
    /^users\.(status-changed|suspend)/,
  ],
  'does not list a member that was removed and added again': [
    remembering(
      () => new Set<string>(),
      async (removed, sent, forward) => {
        const answer = await forward(sent)
        if (fits(/^DELETE .*\/groups\/[^/]+\/users\/[^/]+$/, sent) && isSuccess(answer))
          removed.add(sent.path)
        if (!fits(members, sent) || !isSuccess(answer)) return answer
        return answerWith(answer, {
          json: answer.json.filter(({ id }: Json) => !removed.has(`${sent.path}/${id}`)),
        })
      },
    ),
    /^membership\./,
  ],
  'lists a rule as inactive after it was activated again': [
    since(
      done(to('activate'), ({ path }) => /rules/.test(path)),
      (rule, { times }) => (times > 1 ? { ...rule, status: 'INACTIVE' } : rule),
      ruleList,
    ),
    /^rules\./,
  ],
  'adds nobody when a rule is activated for the second time': [
    remembering(
      () => ({ known: new Set<string>(), active: new Set<string>() }),
      async ({ known, active }, sent, forward) => {
        const [, id = '', step] = /rules\/([^/]+)\/lifecycle\/(activate|deactivate)$/.exec(sent.path) ?? []
        if (step === 'activate' && known.has(id)) {
          active.add(id)
          return answerOf(204)
        }
        if (step === 'deactivate' && active.delete(id)) return answerOf(204)
        const answer = await forward(sent)
        if (step === 'activate' && isSuccess(answer)) known.add(id)
        const shown = (rule: Json): Json => (active.has(rule.id) ? { ...rule, status: 'ACTIVE' } : rule)
        if (!fits(ruleShown, sent) || !isSuccess(answer)) return answer
        const { json } = answer
        return answerWith(answer, { json: Array.isArray(json) ? json.map(shown) : shown(json) })
      },
    ),
    /^rules\./,
  ],
}
