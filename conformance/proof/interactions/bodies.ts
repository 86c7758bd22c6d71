/** Bodies: values that are validated on one way in, parts of lists, names that are taken. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { idOf, shownIn } from '../alter/memory.ts'
import { at as valueAt, changed, merged } from '../alter/path.ts'
import type { Answer, Test } from '../alter/wire.ts'
import { answerOf, answerWith, isRefusal, isSuccess, sentWith } from '../alter/wire.ts'
import { on, recordBefore } from '../alter/flow.ts'
import { acceptWith } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { goesTo } from '../mutants/routes.ts'
import { type Family, read, refusal, remembering, userWrite } from './parts.ts'

const question = 'credentials.recovery_question'

/** Limits of texts of a profile, from Users and Groups. */
const limits: Readonly<Record<string, readonly [at: Test, path: string, most: number, about: RegExp]>> = {
  firstName: [userWrite, 'profile.firstName', 50, /^users\./],
  lastName: [userWrite, 'profile.lastName', 50, /^users\./],
  email: [userWrite, 'profile.email', 100, /^users\./],
  login: [userWrite, 'profile.login', 100, /^users\./],
  'the name of a group': [goesTo('updateGroup'), 'profile.name', 255, /^groups\./],
  'the description of a group': [goesTo('updateGroup'), 'profile.description', 1024, /^groups\./],
  'the name of a rule': [goesTo('updateGroupRule'), 'name', 50, /^rules\./],
  'the recovery question': [userWrite, `${question}.question`, 100, /^(users|credentials)\./],
  'the recovery answer': [userWrite, `${question}.answer`, 100, /^(users|credentials)\./],
  'the password': [userWrite, 'credentials.password.value', 72, /^(users|credentials)\./],
}

/** A value is validated on the first way in, not on the second. Or a legal one just inside the limit is refused. */
const validation: Family = (rng) => {
  const [name, [at, path, most, about]] = rng.entry(limits)
  const method = at === userWrite ? rng.pick(['POST', 'PUT']) : 'PUT'
  const isAccepted = rng.chance(0.6)
  const status =
    at === userWrite && rng.chance(0.5)
      ? rng.pick(['STAGED', 'SUSPENDED', 'ACTIVE', 'DEPROVISIONED'])
      : undefined
  const alter = remembering(
    () => new Map<string, Json>(),
    async (overlay, sent, forward) => {
      const show = (answer: Answer): Answer =>
        shownIn(answer, (record) => merged(record, overlay.get(String(idOf(record))) ?? {}))
      if (!at(sent) || sent.method !== method) return show(await forward(sent))
      const value = valueAt(sent.json, path)
      const { length } = Array.from(typeof value === 'string' ? value : '')
      const before: Json = await recordBefore(sent, forward)
      if (status !== undefined && before?.status !== status) return show(await forward(sent))
      if (!isAccepted)
        return typeof value === 'string' && length >= most - 1 && length <= most
          ? refusal()
          : show(await forward(sent))
      const answer = await forward(sent)
      if (
        !isRefusal(answer) ||
        typeof value !== 'string' ||
        (length <= most && length > 0) ||
        idOf(before) === undefined
      )
        return show(answer)
      const shownPart = path.startsWith('credentials') ? {} : changed({}, path, () => value)
      overlay.set(String(idOf(before)), shownPart)
      return answerOf(200, merged(before, shownPart))
    },
  )
  const where = `${method === 'PUT' ? 'a replacement' : 'an update'}${status === undefined ? '' : ` of a ${status} user`}`
  return [
    isAccepted
      ? `accepts ${name} of a forbidden length in ${where}`
      : `refuses ${name} of the longest length in ${where}`,
    alter,
    about,
  ]
}

const ofClients = { on: ['registerClient', 'updateClient'], least: 2, about: /^clients\./ } as const

/** Lists in bodies: their operations, the elements that they keep, and their requirements. */
const lists = {
  redirect_uris: ofClients,
  post_logout_redirect_uris: ofClients,
  grant_types: ofClients,
  groupIds: { on: ['createUser'], least: 1, about: /^(users|membership)\./ },
  'conditions.people.users.exclude': {
    on: ['createGroupRule', 'updateGroupRule'],
    least: 1,
    about: /^rules\./,
  },
} as const

/** Lists in a body: only the first element is validated, or the last one is not stored. */
const elements: Family = (rng) => {
  const which = rng.pick(Object.keys(lists) as (keyof typeof lists)[])
  const { on: operations, least, about } = lists[which]
  const operation = rng.pick<OperationName>(operations)
  if (which === 'redirect_uris' && rng.chance(0.5))
    return [
      `looks at the first of ${which} only in ${operation}`,
      on(
        operation,
        acceptWith(which, (uris: Json) => (Array.isArray(uris) ? uris.slice(0, 1) : uris)),
      ),
      about,
    ]
  const cut = (list: Json): Json => (list?.length >= least ? list.slice(0, -1) : list)
  return [`forgets an element of ${which} in ${operation}`, on(operation, input(which, cut)), about]
}

/** Uniqueness of logins on an update. */
const unique: Family = (rng) => {
  const method = rng.pick(['POST', 'PUT'])
  const isCase = rng.chance(0.4)
  const status = rng.pick([undefined, 'STAGED', 'SUSPENDED', 'ACTIVE'])
  return [
    `takes the ${isCase ? 'login in another case' : 'login'} of another user in a ${method} of a user${status === undefined ? '' : ` in ${status}`}`,
    remembering(
      () => new Map<string, string>(),
      async (logins, sent, forward) => {
        const show = (answer: Answer): Answer =>
          isSuccess(answer) && !Array.isArray(answer.json) && logins.has(answer.json?.id)
            ? answerWith(answer, {
                json: merged(answer.json, { profile: { login: logins.get(answer.json.id) } }),
              })
            : answer
        const answer = await forward(sent)
        const login: unknown = sent.json?.profile?.login
        if (!userWrite(sent) || sent.method !== method || !isRefusal(answer) || typeof login !== 'string')
          return show(answer)
        const owner: Json = await read(sent, forward, `/api/v1/users/${encodeURIComponent(login)}`)
        const self: Json = await recordBefore(sent, forward)
        if (owner?.id === undefined || self?.id === undefined || owner.id === self.id) return show(answer)
        if ((owner.profile.login === login) === isCase || (status !== undefined && self.status !== status))
          return show(answer)
        const again = await forward(
          sentWith(sent, { json: merged(sent.json, { profile: { login: self.profile.login } }) }),
        )
        if (isSuccess(again)) logins.set(self.id, login)
        return show(again)
      },
    ),
    /^users\.(login|update|replace|operations)/,
  ]
}

export const bodyFamilies: Readonly<Record<string, Family>> = { validation, elements, unique }
