/** Bugs where two things meet: a parameter and no token, a status and an update, a second time. */
import type { Json } from '../../../conformance/engine/wire/reply.ts'
import { callerOf, listed } from '../../../conformance/proof/alter/memory.ts'
import { answerOf, isRefusal, isSuccess, sentWith } from '../../../conformance/proof/alter/wire.ts'
import { goesTo, recordOf } from '../../../conformance/proof/mutants/routes.ts'
import { read, remembering, userWrite } from '../../../conformance/proof/interactions/parts.ts'
import type { PlantedMutant } from './explored.ts'

const isMembers = goesTo('listGroupUsers')
const isActivation = goesTo('activateGroupRule')
const isClients = goesTo('listClients')
const isClientEnd = goesTo('deleteClient')

export const combined: PlantedMutant = {
  'asks for no token when members are listed with a limit': [
    remembering(
      () => ({ authorization: '' }),
      async (first, sent, forward) => {
        const { authorization } = sent.headers
        first.authorization ||= authorization ?? ''
        return forward(
          authorization === undefined && isMembers(sent) && sent.query.has('limit')
            ? sentWith(sent, { headers: { ...sent.headers, ...first } })
            : sent,
        )
      },
    ),
    /^auth\.required\.groups$/,
  ],
  'lets an update take the login of a deactivated user': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const login: unknown = sent.json?.profile?.login
      if (!userWrite(sent) || !isRefusal(answer) || typeof login !== 'string') return answer
      const owner = await read(sent, forward, `/api/v1/users/${encodeURIComponent(login)}`)
      return owner?.status === 'DEPROVISIONED' ? answerOf(200, await read(sent, forward, sent.path)) : answer
    },
    /^users\.login\.duplicate-update$/,
  ],
  'adds nobody when a rule is activated again': [
    remembering(
      () => new Set<string>(),
      async (ran, sent, forward) => {
        if (!isActivation(sent)) return forward(sent)
        const call = callerOf(sent, forward)
        const rule: Json = await read(sent, forward, sent.path.replace(/\/lifecycle.*/, ''))
        const groups: string[] = rule?.actions?.assignUserToGroups.groupIds ?? []
        const membersOf = async (group: string): Promise<string[]> =>
          listed(await call('GET', `/api/v1/groups/${group}/users`)).map(({ id }) => id as string)
        const before = await Promise.all(groups.map(membersOf))
        const answer = await forward(sent)
        if (!isSuccess(answer)) return answer
        const isAgain = ran.has(sent.path)
        ran.add(sent.path)
        for (const [at, group] of isAgain ? groups.entries() : [])
          for (const id of await membersOf(group))
            if (before[at]?.includes(id) === false)
              await call('DELETE', `/api/v1/groups/${group}/users/${id}`)
        return answer
      },
    ),
    /^rules\.active\./,
  ],
  'ends the list of clients at one that was deleted since': [
    remembering(
      () => ({ gone: new Set<string>(), last: new Map<string, string>() }),
      async ({ gone, last }, sent, forward) => {
        const after = sent.query.get('after') ?? ''
        if (isClients(sent) && gone.has(last.get(after) ?? '')) return answerOf(200, [])
        const answer = await forward(sent)
        if (isClientEnd(sent) && isSuccess(answer)) gone.add(recordOf(sent.path) ?? '')
        const next = /[?&]after=([^&>]+)[^>]*>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1]
        if (isClients(sent) && next !== undefined)
          last.set(decodeURIComponent(next), listed(answer).at(-1)?.client_id as string)
        return answer
      },
    ),
    /^clients\.list\.after$|^conventions\.paging/,
  ],
}
