/** Bodies: values that are validated on one way in, parts of lists, names that are taken. */
import type { Json } from '../../engine/wire/reply.ts'
import { idOf, shownIn } from '../alter/memory.ts'
import { merged } from '../alter/path.ts'
import type { Answer } from '../alter/wire.ts'
import { answerOf, answerWith, isRefusal, isSuccess, sentWith } from '../alter/wire.ts'
import {
  type Family,
  fits,
  groupPut,
  profiled,
  read,
  refusal,
  remembering,
  rulePut,
  userCreate,
  userWrite,
} from './parts.ts'
import { recordIn } from './calls.ts'

/** Limits of texts of a profile, from Users and Groups. */
const limits: Readonly<
  Record<string, readonly [at: RegExp, path: readonly string[], most: number, about: RegExp]>
> = {
  firstName: [userWrite, ['profile', 'firstName'], 50, /^users\./],
  lastName: [userWrite, ['profile', 'lastName'], 50, /^users\./],
  email: [userWrite, ['profile', 'email'], 100, /^users\./],
  login: [userWrite, ['profile', 'login'], 100, /^users\./],
  'the name of a group': [groupPut, ['profile', 'name'], 255, /^groups\./],
  'the description of a group': [groupPut, ['profile', 'description'], 1024, /^groups\./],
  'the name of a rule': [rulePut, ['name'], 50, /^rules\./],
  'the recovery question': [
    userWrite,
    ['credentials', 'recovery_question', 'question'],
    100,
    /^(users|credentials)\./,
  ],
  'the recovery answer': [
    userWrite,
    ['credentials', 'recovery_question', 'answer'],
    100,
    /^(users|credentials)\./,
  ],
  'the password': [userWrite, ['credentials', 'password', 'value'], 72, /^(users|credentials)\./],
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
  const valueIn = (json: Json): Json => path.reduce<Json>((value, key) => value?.[key], json)
  const alter = remembering(
    () => new Map<string, Json>(),
    async (overlay, sent, forward) => {
      const show = (answer: Answer): Answer =>
        shownIn(answer, (record) => merged(record, overlay.get(String(idOf(record))) ?? {}))
      if (!fits(at, sent) || sent.method !== method) return show(await forward(sent))
      const value = valueIn(sent.json)
      const { length } = Array.from(typeof value === 'string' ? value : '')
      const before: Json = await read(sent, forward, recordIn(sent))
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
      const shownPart =
        path[0] === 'credentials' ? {} : path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
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

/** Lists in a body: only the first element is validated, or stored. */
const elements: Family = (rng) => {
  const fault = rng.pick(['validates', 'stores', 'shows the second time'] as const)
  const which = rng.pick([
    'redirect_uris',
    'post_logout_redirect_uris',
    'grant_types',
    'groupIds',
    'exclude',
  ] as const)
  if (
    which === 'groupIds' ||
    fault === 'stores' ||
    which === 'exclude' ||
    which === 'post_logout_redirect_uris' ||
    which === 'grant_types'
  ) {
    const cut = (json: Json): Json => {
      if (which === 'groupIds')
        return Array.isArray(json?.groupIds) ? { ...json, groupIds: json.groupIds.slice(0, -1) } : json
      if (which === 'exclude') {
        const { exclude } = json?.conditions?.people?.users ?? {}
        return Array.isArray(exclude) && exclude.length > 0
          ? merged(json, { conditions: { people: { users: { exclude: exclude.slice(1) } } } })
          : json
      }
      return Array.isArray(json?.[which]) && json[which].length > 1
        ? { ...json, [which]: json[which].slice(0, -1) }
        : json
    }
    const at =
      which === 'groupIds'
        ? userCreate
        : which === 'exclude'
          ? /^(POST|PUT) \/api\/v1\/groups\/rules(\/[^/]+)?$/
          : /^(POST|PUT) \/oauth2\/v1\/clients(\/[^/]+)?$/
    const method = which === 'groupIds' ? 'POST' : rng.pick(['POST', 'PUT'])
    return [
      `forgets an element of ${which} in a ${method}`,
      () => (sent, forward) =>
        forward(fits(at, sent) && sent.method === method ? sentWith(sent, { json: cut(sent.json) }) : sent),
      which === 'groupIds' ? /^(users|membership)\./ : which === 'exclude' ? /^rules\./ : /^clients\./,
    ]
  }
  const method = rng.pick(['POST', 'PUT'])
  return [
    `looks at the first of redirect_uris only in a ${method} of a client`,
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const uris: Json = sent.json?.redirect_uris
      if (
        !/^\/oauth2\/v1\/clients(\/[^/]+)?$/.test(sent.path) ||
        sent.method !== method ||
        !isRefusal(answer)
      )
        return answer
      if (!Array.isArray(uris) || uris.length < 2) return answer
      const again = await forward(sentWith(sent, { json: { ...sent.json, redirect_uris: uris.slice(0, 1) } }))
      return isSuccess(again) ? answerWith(again, { json: { ...again.json, redirect_uris: uris } }) : answer
    },
    /^clients\./,
  ]
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
            ? answerWith(answer, { json: profiled(answer.json, { login: logins.get(answer.json.id) }) })
            : answer
        const answer = await forward(sent)
        const login: unknown = sent.json?.profile?.login
        if (
          !fits(userWrite, sent) ||
          sent.method !== method ||
          !isRefusal(answer) ||
          typeof login !== 'string'
        )
          return show(answer)
        const owner: Json = await read(sent, forward, `/api/v1/users/${encodeURIComponent(login)}`)
        const self: Json = await read(sent, forward, recordIn(sent))
        if (owner?.id === undefined || self?.id === undefined || owner.id === self.id) return show(answer)
        if ((owner.profile.login === login) === isCase || (status !== undefined && self.status !== status))
          return show(answer)
        const again = await forward(
          sentWith(sent, { json: profiled(sent.json, { login: self.profile.login }) }),
        )
        if (isSuccess(again)) logins.set(self.id, login)
        return show(again)
      },
    ),
    /^users\.(login|update|replace|operations)/,
  ]
}

export const bodyFamilies: Readonly<Record<string, Family>> = { validation, elements, unique }
