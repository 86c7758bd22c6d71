import { answerWith, isRefusal, isSuccess, sentWith } from '../../../../conformance/proof/alter/wire.ts'
import type { Answer, Forward, Sent } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  clientList,
  fits,
  given,
  profiled,
  read,
  refusal,
  remembering,
  to,
  userCreate,
  userList,
  userUpdate,
} from './plant.ts'
import type { Planted } from './plant.ts'

const groupCreate = /^POST \/api\/v1\/groups$/
const groupDelete = /^DELETE \/api\/v1\/groups\/(?!rules\/)[^/]+$/
const clientWrite = /^(POST|PUT) \/oauth2\/v1\/clients/
const userReplace = /^PUT \/api\/v1\/users\/[^/]+$/
const userDelete = /^DELETE \/api\/v1\/users\/[^/]+$/

/** Puts a user into a group. */
const join = (sent: Sent, forward: Forward, group: string, user: string): Promise<Answer> =>
  forward(
    sentWith(sent, {
      method: 'PUT',
      path: `/api/v1/groups/${group}/users/${user}`,
      query: new URLSearchParams(),
      json: undefined,
    }),
  )

const idsOf = (list: Json): string[] => (Array.isArray(list) ? list.map(({ id }: Json) => String(id)) : [])

/** Bugs with names that another record had or has, and with what a service remembers of an earlier call. */
export const takenNames: Planted = {
  'puts a new user into the groups of a removed one with the same login': [
    remembering(
      () => new Map<string, string[]>(),
      async (groups, sent, forward) => {
        if (fits(userDelete, sent)) {
          const user = await read(sent, forward, sent.path)
          if (user?.status !== 'DEPROVISIONED' && user?.profile)
            groups.set(user.profile.login, idsOf(await read(sent, forward, `${sent.path}/groups`)))
        }
        const answer = await forward(sent)
        if (!fits(userCreate, sent) || !isSuccess(answer)) return answer
        for (const group of groups.get(answer.json.profile.login) ?? [])
          await join(sent, forward, group, answer.json.id)
        return answer
      },
    ),
    /^(users|membership)\./,
  ],
  'gives a group the members of a deleted one with the same name': [
    remembering(
      () => new Map<string, string[]>(),
      async (people, sent, forward) => {
        if (fits(groupDelete, sent)) {
          const { profile } = await read(sent, forward, sent.path)
          if (profile) people.set(profile.name, idsOf(await read(sent, forward, `${sent.path}/users`)))
        }
        const answer = await forward(sent)
        if (!fits(groupCreate, sent) || !isSuccess(answer)) return answer
        for (const user of people.get(answer.json.profile.name) ?? [])
          await join(sent, forward, answer.json.id, user)
        return answer
      },
    ),
    /^(groups|users|membership)\./,
  ],
  'writes the description of a refused group to the one that has its name': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const { name, description }: Json = sent.json?.profile ?? {}
      if (!fits(groupCreate, sent) || !isRefusal(answer) || typeof description !== 'string') return answer
      const all = await read(sent, forward, '/api/v1/groups')
      const owner = (Array.isArray(all) ? all : []).find(({ profile }: Json) => profile.name === name)
      if (owner !== undefined)
        await forward(sentWith(sent, { method: 'PUT', path: `/api/v1/groups/${owner.id}`, json: sent.json }))
      return answer
    },
    /^groups\./,
  ],
  'does not find a user as suspended after the second suspension': [
    remembering(
      () => new Map<string, number>(),
      async (counts, sent, forward) => {
        const user = fits(to('lifecycle/suspend'), sent)
          ? await read(sent, forward, sent.path.replace('/lifecycle/suspend', ''))
          : undefined
        const answer = await forward(sent)
        if (user !== undefined && isSuccess(answer)) counts.set(user.id, (counts.get(user.id) ?? 0) + 1)
        const asked = `${sent.query.get('search')} ${sent.query.get('filter')}`
        if (!fits(userList, sent) || !isSuccess(answer) || !asked.includes('SUSPENDED')) return answer
        return answerWith(answer, { json: answer.json.filter(({ id }: Json) => (counts.get(id) ?? 0) < 2) })
      },
    ),
    /^users\./,
  ],
  'clears the optional properties when a PUT sends credentials only': [
    () => async (sent, forward) => {
      if (!fits(userReplace, sent) || sent.json?.profile !== undefined) return forward(sent)
      const { login, email, firstName, lastName }: Json =
        (await read(sent, forward, sent.path))?.profile ?? {}
      return forward(
        sentWith(sent, { json: { ...sent.json, profile: { login, email, firstName, lastName } } }),
      )
    },
    /^users\./,
  ],
  'remembers clients that q found, until one is registered or updated': [
    remembering(
      () => new Map<string, Answer>(),
      async (found, sent, forward) => {
        const key = String(sent.query)
        const isAsked = fits(clientList, sent) && sent.query.has('q') && !sent.query.has('after')
        const known = isAsked ? found.get(key) : undefined
        if (known !== undefined) return known
        const answer = await forward(sent)
        if (isAsked && isSuccess(answer)) found.set(key, answer)
        if (fits(clientWrite, sent)) found.clear()
        return answer
      },
    ),
    /^clients\./,
  ],
  'keeps e-mail addresses of partial updates in lower case': [
    given(userUpdate, (json: Json) =>
      typeof json?.profile?.email === 'string'
        ? profiled(json, { email: json.profile.email.toLowerCase() })
        : json,
    ),
    /^users\./,
  ],
  'answers the second of two calls for a new secret as the first, unless the client was updated in between': [
    remembering(
      () => new Map<string, string>(),
      async (secrets, sent, forward) => {
        const answer = await forward(sent)
        if (fits(/^PUT \/oauth2\/v1\/clients\/[^/]+$/, sent)) secrets.delete(sent.path)
        if (!fits(to('lifecycle/newSecret'), sent) || !isSuccess(answer)) return answer
        const client = sent.path.replace('/lifecycle/newSecret', '')
        const secret = secrets.get(client) ?? answer.json.client_secret
        secrets.set(client, secret)
        return answerWith(answer, { json: { ...answer.json, client_secret: secret } })
      },
    ),
    /^clients\.new-secret\./,
  ],
  'takes a short name for ambiguous once two users had it': [
    remembering(
      () => new Map<string, number>(),
      async (counts, sent, forward) => {
        const name = /^GET \/api\/v1\/users\/([^/]+)$/.exec(`${sent.method} ${sent.path}`)?.[1] ?? '@'
        if (!/@|%40/.test(name) && (counts.get(name.toLowerCase()) ?? 0) > 1) return refusal(404, 'E0000007')
        const answer = await forward(sent)
        const login: unknown = answer.json?.profile?.login
        if (!fits(/^(POST|PUT) \/api\/v1\/users(\/[^/]+)?$/, sent) || typeof login !== 'string') return answer
        const short = login.split('@')[0]?.toLowerCase() ?? ''
        if (sent.json?.profile?.login !== undefined) counts.set(short, (counts.get(short) ?? 0) + 1)
        return answer
      },
    ),
    /^users\./,
  ],
  'keeps a property that a partial update sets to an empty text': [
    given(userUpdate, (json) => ({
      ...json,
      ...(json.profile === undefined
        ? {}
        : { profile: Object.fromEntries(Object.entries(json.profile).filter(([, text]) => text !== '')) }),
    })),
    /^users\./,
  ],
}
