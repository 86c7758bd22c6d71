/** Writes that are refused and done in part, and writes to records with a history. */
import type { Json } from '../../engine/wire/reply.ts'

import { merged } from '../alter/path.ts'
import type { Alteration, Answer, Sent } from '../alter/wire.ts'
import { answerOf, isRefusal, isSuccess, sentWith } from '../alter/wire.ts'
import type { Family } from './family.ts'
import { fits, read, refusal, remembering, secondTime, userCreate, userOf, userWrite } from './parts.ts'
import { areaOf, lifecycle, memberPut, recordIn, writes } from './calls.ts'

/** A refused write is done in part. */
const refusals: Family = (rng) => {
  const name = rng.pick([...Object.keys(writes), 'a create of a user', 'a new member'])
  const cause =
    name === 'a create of a user'
      ? userCreate
      : name === 'a new member'
        ? memberPut
        : (writes[name] as RegExp)
  const isOfUser = !/group$|rule$|client$|create|member/.test(name)
  const effects: Readonly<
    Record<string, (sent: Sent, forward: Parameters<ReturnType<Alteration>>[1]) => Promise<unknown>>
  > = {
    ...(isOfUser
      ? {
          'suspends the user': (sent, forward) =>
            forward(
              sentWith(sent, {
                method: 'POST',
                path: `${recordIn(sent)}/lifecycle/suspend`,
                json: undefined,
                query: new URLSearchParams(),
              }),
            ),
          'empties the title': (sent, forward) =>
            forward(
              sentWith(sent, {
                method: 'POST',
                path: recordIn(sent),
                json: { profile: { title: null } },
                query: new URLSearchParams(),
              }),
            ),
          'sets a nickname': (sent, forward) =>
            forward(
              sentWith(sent, {
                method: 'POST',
                path: recordIn(sent),
                json: { profile: { nickName: 'half' } },
                query: new URLSearchParams(),
              }),
            ),
        }
      : {}),
    ...(name.endsWith('of a user') && isOfUser
      ? {
          'stores its valid parts': async (sent: Sent, forward: (next: Sent) => Promise<Answer>) => {
            for (const [key, value] of Object.entries((sent.json?.profile ?? {}) as object))
              await forward(
                sentWith(sent, {
                  method: 'POST',
                  json: { profile: { [key]: value } },
                  query: new URLSearchParams(),
                }),
              )
          },
        }
      : {}),
    ...(name.endsWith('group')
      ? {
          'stores the description': async (sent: Sent, forward: (next: Sent) => Promise<Answer>) => {
            const { profile }: Json = await read(sent, forward, sent.path)
            if (profile?.name !== undefined)
              await forward(
                sentWith(sent, {
                  json: { profile: { ...profile, description: sent.json?.profile?.description ?? 'half' } },
                }),
              )
          },
        }
      : {}),
    ...(name.endsWith('client')
      ? {
          'stores the name': async (sent: Sent, forward: (next: Sent) => Promise<Answer>) => {
            const { _links, ...client }: Json = await read(sent, forward, sent.path)
            await forward(
              sentWith(sent, { json: { ...client, client_name: sent.json?.client_name ?? 'half' } }),
            )
          },
        }
      : {}),
    ...(name.endsWith('rule')
      ? {
          'deactivates the rule': (sent: Sent, forward: (next: Sent) => Promise<Answer>) =>
            forward(
              sentWith(sent, { method: 'POST', path: `${sent.path}/lifecycle/deactivate`, json: undefined }),
            ),
          'activates the rule': (sent: Sent, forward: (next: Sent) => Promise<Answer>) =>
            forward(
              sentWith(sent, { method: 'POST', path: `${sent.path}/lifecycle/activate`, json: undefined }),
            ),
        }
      : {}),
    ...(name === 'a create of a user'
      ? {
          'creates the user without what it refuses': async (
            sent: Sent,
            forward: (next: Sent) => Promise<Answer>,
          ) => {
            const { login, email, firstName, lastName } = sent.json?.profile ?? {}
            await forward(
              sentWith(sent, {
                json: {
                  profile: {
                    login,
                    email,
                    firstName: String(firstName ?? 'A').slice(0, 50),
                    lastName: String(lastName ?? 'B').slice(0, 50),
                  },
                },
              }),
            )
          },
        }
      : {}),
    ...(name === 'a new member'
      ? {
          'empties the description of the group': async (
            sent: Sent,
            forward: (next: Sent) => Promise<Answer>,
          ) => {
            const path = recordIn(sent)
            const { profile }: Json = await read(sent, forward, path)
            if (profile !== undefined)
              await forward(
                sentWith(sent, {
                  path,
                  json: { profile: { ...profile, description: `${profile.description ?? ''}x` } },
                }),
              )
          },
        }
      : {}),
  }
  const effect = rng.pick(Object.keys(effects))
  const alter: Alteration = () => async (sent, forward) => {
    const answer = await forward(sent)
    if (fits(cause, sent) && isRefusal(answer) && answer.status !== 404 && answer.status !== 401)
      await effects[effect]?.(sent, forward)
    else if (name === 'a new member' && fits(cause, sent) && answer.status === 404)
      await effects[effect]?.(sent, forward)
    return answer
  }
  return [
    `${effect} when it refuses ${name}`,
    alter,
    name === 'a new member' ? /^(membership|groups)\./ : areaOf(name),
  ]
}

/** Events of a record before a write. */
const histories: Readonly<Record<string, RegExp>> = {
  'was suspended before': lifecycle('suspend'),
  'was deactivated before': lifecycle('deactivate'),
  'had its password expired before': lifecycle('expire_password'),
  'had its password reset before': lifecycle('reset_password'),
  'was a member before': memberPut,
  'was renamed before': userWrite,
}

/** A write to a record with a history: the second time of the same, or after something else. */
const writtenAgain: Family = (rng) => {
  const name = rng.pick(Object.keys(writes))
  const isOfUser = !/group$|rule$|client$/.test(name)
  const past = isOfUser && rng.chance(0.6) ? rng.pick(Object.keys(histories)) : undefined
  const effects: Readonly<
    Record<string, (sent: Sent, forward: (next: Sent) => Promise<Answer>) => Promise<Answer>>
  > = {
    'is ignored': async (sent, forward) => {
      const before = await read(sent, forward, recordIn(sent))
      if (before?.id === undefined && before?.client_id === undefined) return forward(sent)
      if (sent.path !== recordIn(sent))
        return /change|forgot/.test(sent.path) ? answerOf(200, before.credentials) : answerOf(200, {})
      return answerOf(
        200,
        merged(before, sent.json?.credentials === undefined ? sent.json : { profile: sent.json.profile }),
      )
    },
    'is refused': async (sent, forward) => {
      const answer = await forward(sent)
      return isSuccess(answer) ? refusal(sent.path.includes('/oauth2/') ? 400 : 403, 'E0000006') : answer
    },
    ...(isOfUser
      ? {
          'takes the user out of a group': async (sent: Sent, forward: (next: Sent) => Promise<Answer>) => {
            const id = await userOf(sent, forward)
            const answer = await forward(sent)
            if (isSuccess(answer) && id !== undefined) {
              const groups: Json = await read(sent, forward, `/api/v1/users/${id}/groups`)
              const last: Json = Array.isArray(groups)
                ? groups.filter(({ type }: Json) => type === 'SVC_GROUP').at(-1)
                : undefined
              if (last !== undefined)
                await forward(
                  sentWith(sent, {
                    method: 'DELETE',
                    path: `/api/v1/groups/${last.id}/users/${id}`,
                    json: undefined,
                    query: new URLSearchParams(),
                  }),
                )
            }
            return answer
          },
          'empties the department': async (sent: Sent, forward: (next: Sent) => Promise<Answer>) => {
            const answer = await forward(sent)
            if (isSuccess(answer))
              await forward(
                sentWith(sent, {
                  method: 'POST',
                  path: recordIn(sent),
                  json: { profile: { department: null, city: null } },
                  query: new URLSearchParams(),
                }),
              )
            return answer
          },
        }
      : {}),
  }
  const effect = rng.pick(Object.keys(effects))
  const cause = writes[name] as RegExp
  const act = effects[effect] as (sent: Sent, forward: (next: Sent) => Promise<Answer>) => Promise<Answer>
  const alter: Alteration =
    past === undefined
      ? secondTime(cause, act)
      : remembering(
          () => new Set<string>(),
          async (seen, sent, forward) => {
            const isPast = fits(histories[past] as RegExp, sent)
            const isCause = fits(cause, sent)
            if (!isPast && !isCause) return forward(sent)
            const id =
              past === 'was a member before' && isPast
                ? sent.path.split('/').at(-1)
                : await userOf(sent, forward)
            const isDue = isCause && id !== undefined && seen.has(id)
            const renames = past !== 'was renamed before' || sent.json?.profile?.login !== undefined
            const answer = isDue ? await act(sent, forward) : await forward(sent)
            if (isPast && renames && isSuccess(answer) && id !== undefined) seen.add(id)
            return answer
          },
        )
  return [
    `${name} ${effect} ${past === undefined ? 'the second time' : `where the user ${past}`}`,
    alter,
    areaOf(name),
  ]
}

export const refusedFamilies: Readonly<Record<string, Family>> = { refusals, histories: writtenAgain }
