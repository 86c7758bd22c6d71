import { isRefusal, sentWith } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  clientPut,
  clientShown,
  denied,
  fits,
  later,
  profiled,
  read,
  since,
  to,
  userCreate,
  userShown,
  userWrite,
} from './plant.ts'
import type { Planted } from './plant.ts'

/** Refused writes that change something after all. */
export const refusedWrites: Planted = {
  'adds the owner of a taken login to the groups of a refused create': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const { profile, groupIds = [] }: Json = sent.json ?? {}
      if (!fits(userCreate, sent) || !isRefusal(answer) || !profile?.login) return answer
      const owner = await read(sent, forward, `/api/v1/users/${encodeURIComponent(String(profile.login))}`)
      for (const group of owner?.id === undefined ? [] : (groupIds as string[])) {
        const path = `/api/v1/groups/${group}/users/${owner.id}`
        await forward(sentWith(sent, { method: 'PUT', path, query: new URLSearchParams(), json: undefined }))
      }
      return answer
    },
    /^users\./,
  ],
  'changes the first name when an update is refused': [
    since(
      denied(userWrite, ({ json }) => typeof json?.profile?.firstName === 'string'),
      (user: Json, { sent }) => profiled(user, { firstName: sent.json.profile.firstName }),
      userShown,
    ),
    /^users\./,
  ],
  'moves lastUpdated when it refuses to suspend': [
    since(
      denied(to('lifecycle/suspend')),
      (user: Json) => ({ ...user, lastUpdated: later(user.lastUpdated, 5000) }),
      userShown,
    ),
    /^users\./,
  ],
  'creates a group with a shorter description when it refuses the long one': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const description: unknown = sent.json?.profile?.description
      if (fits(/^POST \/api\/v1\/groups$/, sent) && isRefusal(answer) && typeof description === 'string')
        await forward(sentWith(sent, { json: profiled(sent.json, { description: '' }) }))
      return answer
    },
    /^groups\./,
  ],
  'keeps the rest of an update that names an unknown property': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      if (!fits(/^POST \/api\/v1\/users\/[^/]+$/, sent) || !isRefusal(answer)) return answer
      const known =
        /^(login|email|firstName|lastName|title|department|nickName|displayName|mobilePhone|city)$/
      const all = Object.entries(sent.json?.profile ?? {})
      const kept = all.filter(([name]) => known.test(name))
      if (kept.length < all.length && kept.length > 0)
        await forward(sentWith(sent, { json: { profile: Object.fromEntries(kept) } }))
      return answer
    },
    /^users\./,
  ],
  'changes the redirect URIs of a client when it refuses an update without a name': [
    since(
      denied(clientPut, ({ json }) => json?.client_name === undefined && Array.isArray(json?.redirect_uris)),
      (client: Json, { sent }) => ({
        ...client,
        redirect_uris: [...sent.json.redirect_uris, 'https://planted.example.com/'],
      }),
      clientShown,
    ),
    /^clients\./,
  ],
}
