/** Mistakes with secrets and callers: old secrets that still work, secrets that show, callers that get in, `me`. */
import type { Json } from '../../engine/wire/reply.ts'
import {
  type Alteration,
  type Answer,
  type Sent,
  type Test,
  answerWith,
  isRefusal,
  isSuccess,
  sentWith,
  goesTo,
} from '../alter/wire.ts'
import { type Family, ownerOf, refusal, remembering, userCreate, userWrite } from './parts.ts'

/** Secrets that a write has replaced. */
const old: Family = (rng) => {
  const secret = rng.pick(['password', 'answer'] as const)
  const by = rng.pick(
    secret === 'password'
      ? (['change_password', 'change_recovery_question'] as const)
      : (['forgot_password'] as const),
  )
  const replacedBy = rng.pick(['any write', 'an update', 'a replacement', 'a credential operation'])
  const isReplacing = (sent: Sent): boolean =>
    replacedBy === 'any write' ||
    (replacedBy === 'a credential operation'
      ? sent.path.includes('/credentials/')
      : userWrite(sent) && sent.method === (replacedBy === 'an update' ? 'POST' : 'PUT'))
  const valueIn = (json: Json): Json =>
    secret === 'password'
      ? (json?.credentials?.password?.value ??
        json?.newPassword?.value ??
        (json?.recovery_question?.answer !== undefined ? json?.password?.value : undefined))
      : (json?.credentials?.recovery_question?.answer ??
        (json?.recovery_question?.question === undefined ? undefined : json?.recovery_question?.answer))
  const alter = remembering(
    () => ({ now: new Map<string, string>(), old: new Map<string, Set<string>>() }),
    async (memory, sent, forward) => {
      if (sent.method === 'GET' || sent.method === 'DELETE') return forward(sent)
      const isUser = sent.path.startsWith('/api/v1/users/') || userCreate(sent)
      if (!isUser) return forward(sent)
      const answer = await forward(sent)
      const id: unknown = userCreate(sent) ? answer.json?.id : await ownerOf(sent, forward)
      if (typeof id !== 'string') return answer
      const value: unknown = valueIn(sent.json)
      if (isSuccess(answer) && typeof value === 'string') {
        const before = memory.now.get(id)
        if (before !== undefined && before !== value && isReplacing(sent))
          memory.old.set(id, new Set([...(memory.old.get(id) ?? []), before]))
        memory.now.set(id, value)
      }
      if (!sent.path.endsWith(by) || !isRefusal(answer)) return answer
      const used: unknown =
        by === 'forgot_password'
          ? sent.json?.recovery_question?.answer
          : (sent.json?.oldPassword?.value ?? sent.json?.password?.value)
      const current = memory.now.get(id)
      if (typeof used !== 'string' || current === undefined || memory.old.get(id)?.has(used) !== true)
        return answer
      const json =
        by === 'forgot_password'
          ? { ...sent.json, recovery_question: { ...sent.json.recovery_question, answer: current } }
          : by === 'change_password'
            ? { ...sent.json, oldPassword: { value: current } }
            : { ...sent.json, password: { value: current } }
      return forward(sentWith(sent, { json }))
    },
  )
  return [
    `still takes the old ${secret} in ${by} after ${replacedBy}`,
    alter,
    /^(credentials|users\.(update|replace|operations))/,
  ]
}

const isOfClient = goesTo(['getClient', 'listClients', 'registerClient', 'updateClient'])

const passwordIn = (json: Json): Json =>
  json?.credentials?.password?.value ?? json?.newPassword?.value ?? json?.password?.value

/** Shows a secret of the request in some answers. */
const showing =
  (
    isDue: (answer: Answer) => boolean,
    secretIn: (sent: Json) => Json,
    show: (json: Json, secret: string) => Json,
  ): Alteration =>
  () =>
  async (sent, forward) => {
    const answer = await forward(sent)
    const secret: unknown = secretIn(sent.json)
    return isDue(answer) && typeof secret === 'string'
      ? answerWith(answer, { json: show(answer.json, secret) })
      : answer
  }

/** Secrets in replies, and one-time values that are always the same. */
const shownSecrets: Family = (rng) => {
  const kinds: Readonly<Record<string, readonly [Alteration, RegExp]>> = {
    'repeats the password in the summary of an error': [
      showing(isRefusal, passwordIn, (json, value) => ({
        ...json,
        errorSummary: `${json?.errorSummary}: ${value}`,
      })),
      /^credentials\./,
    ],
    'shows the answer to the recovery question in the cause of an error': [
      showing(
        isRefusal,
        (json) => json?.credentials?.recovery_question?.answer ?? json?.recovery_question?.answer,
        (json, value) => ({ ...json, errorCauses: [{ errorSummary: `not ${value}` }] }),
      ),
      /^credentials\./,
    ],
    'shows the password in the reply to a write': [
      showing(
        isSuccess,
        (json) => json?.credentials?.password?.value,
        (json, value) =>
          json?.credentials === undefined
            ? json
            : { ...json, credentials: { ...json.credentials, password: { value } } },
      ),
      /^credentials\./,
    ],
    'shows the secrets of clients in lists': [
      remembering(
        () => new Map<string, string>(),
        async (secrets, sent, forward) => {
          const answer = await forward(sent)
          if (!isOfClient(sent) || !isSuccess(answer)) return answer
          if (typeof answer.json?.client_secret === 'string')
            secrets.set(answer.json.client_id, answer.json.client_secret)
          return Array.isArray(answer.json)
            ? answerWith(answer, {
                json: answer.json.map((each: Json) => ({
                  ...each,
                  client_secret: secrets.get(each.client_id),
                })),
              })
            : answer
        },
      ),
      /^clients\./,
    ],
    ...Object.fromEntries(
      (
        [
          ['activationToken', 'activate', /^users\.(activate|reactivate)/],
          ['activationUrl', 'reactivate', /^users\.(activate|reactivate)/],
          ['resetPasswordUrl', 'reset_password', /^(users\.reset|credentials\.forgot)/],
          ['resetPasswordUrl', 'forgot_password', /^(users\.reset|credentials\.forgot)/],
          ['tempPassword', 'expire_password', /^users\.expire/],
          ['client_secret', 'newSecret', /^clients\./],
        ] as const
      ).map(([member, operation, about]) => [
        `gives each record the same ${member} in ${operation}`,
        [
          remembering(
            () => ({ first: undefined as Json }),
            async (memory, sent, forward) => {
              const answer = await forward(sent)
              if (!sent.path.endsWith(operation) || answer.json?.[member] === undefined) return answer
              memory.first ??= answer.json[member]
              return answerWith(answer, { json: { ...answer.json, [member]: memory.first } })
            },
          ),
          about,
        ] as const,
      ]),
    ),
  }
  const [name, [alter, about]] = rng.entry(kinds)
  return [name, alter, about]
}

/** Callers without rights get in by one way. */
const callers: Family = (rng) => {
  const who = rng.pick(['no token', 'a token that was never issued'] as const)
  const ways: Readonly<Record<string, Test>> = {
    'reads of a user by login': ({ method, path }) =>
      method === 'GET' && /\/users\/[^/]*(%40|@)[^/]*$/.test(path),
    'lists with limit': ({ method, query }) => method === 'GET' && query.has('limit'),
    searches: ({ method, query }) => method === 'GET' && query.has('search'),
    'reads of groups and clients': goesTo(['getGroup', 'getClient', 'listGroupRules']),
    'the members of groups': goesTo('listGroupUsers'),
    'the groups of users': goesTo('listUserGroups'),
    'writes without a body': ({ method, text }) => method === 'POST' && text === undefined,
    'lifecycle operations': ({ path }) => path.includes('/lifecycle/'),
    'credential operations': ({ path }) => path.includes('/credentials/'),
    deletions: ({ method }) => method === 'DELETE',
    replacements: ({ method }) => method === 'PUT',
    creates: goesTo(['createUser', 'createGroup', 'createGroupRule', 'registerClient']),
  }
  const [way, isOfWay] = rng.entry(ways)
  return [
    `lets ${who} in for ${way}`,
    remembering(
      () => ({ token: '' }),
      async (memory, sent, forward) => {
        const answer = await forward(sent)
        const { authorization, cookie, ...headers } = sent.headers
        if (isSuccess(answer) && authorization !== undefined) memory.token = authorization
        const isDue =
          answer.status >= 401 &&
          answer.status <= 403 &&
          cookie === undefined &&
          (authorization === undefined) === (who === 'no token')
        if (!isDue || memory.token === '' || authorization === memory.token || !isOfWay(sent)) return answer
        return forward(sentWith(sent, { headers: { ...headers, authorization: memory.token } }))
      },
    ),
    /^(auth|errors)\./,
  ]
}

/** The address of the current user. */
const me: Family = (rng) => {
  const fault = rng.pick([
    'is unknown',
    'is the user that was created last',
    'is remembered',
    'has no groups',
    'is known by nobody after a write',
  ] as const)
  const below = rng.pick(['', '/groups', '/clients', '/grants', '/appLinks'])
  return [
    `has a user me who ${fault}${below === '' ? '' : ` under ${below}`}`,
    remembering(
      () => ({ last: '', writes: 0 }),
      async (memory, sent, forward) => {
        const answer = (): Promise<Answer> => forward(sent)
        if (sent.method !== 'GET') memory.writes++
        if (userCreate(sent)) {
          const made = await answer()
          if (isSuccess(made)) memory.last = made.json.id
          return made
        }
        if (sent.method !== 'GET' || sent.path !== `/api/v1/users/me${below}`) return answer()
        if (fault === 'is unknown' || (fault === 'is known by nobody after a write' && memory.writes > 0))
          return refusal(404, 'E0000007')
        if (fault === 'has no groups' && below !== '') return answerWith(await answer(), { json: [] })
        return memory.last === ''
          ? answer()
          : forward(sentWith(sent, { path: `/api/v1/users/${memory.last}${below}` }))
      },
    ),
    /^(users\.(path|get)|auth)\./,
  ]
}

export const secretFamilies: Readonly<Record<string, Family>> = { old, shownSecrets, callers, me }
