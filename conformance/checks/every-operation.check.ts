/** What holds of every operation alike: each is called once, beside a twin of each record that it must not touch. */
import type { Api, CallOptions, CheckContext, Json, Reply } from '../engine/check.ts'
import { check } from '../engine/check.ts'
import { tryPassword } from './support/password-of.ts'

/** Records that the operations are called on, and others like them that nothing may change. */
interface Stage {
  readonly user: { readonly path: string; readonly password: string }
  readonly group: { readonly path: string }
  readonly client: { readonly path: string; readonly id: string }
  readonly member: string
  readonly secrets: readonly string[]
  readonly twins: readonly (readonly [path: string, shown: (json: Json) => Json])[]
}

interface Row {
  readonly clause: RequiredClause
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: (stage: Stage) => string
  readonly body?: (stage: Stage, json: Json) => Json
}

type RequiredClause = `auth.required.${'users' | 'groups' | 'clients' | 'lifecycle' | 'credentials'}`

const clientPath = ({ user, client }: Stage): string =>
  `${user.path}/clients/${encodeURIComponent(client.id)}`

const read = (clause: RequiredClause, path: Row['path']): Row => ({ clause, method: 'GET', path })

const reads: readonly Row[] = [
  read('auth.required.users', ({ user }) => user.path),
  read('auth.required.users', () => '/api/v1/users?limit=2'),
  read('auth.required.users', ({ user }) => `${user.path}/appLinks`),
  read('auth.required.users', ({ user }) => `${user.path}/groups`),
  read('auth.required.users', ({ user }) => `${user.path}/grants`),
  read('auth.required.users', ({ user }) => `${user.path}/clients`),
  read('auth.required.users', (stage) => `${clientPath(stage)}/grants`),
  read('auth.required.users', (stage) => `${clientPath(stage)}/tokens`),
  read('auth.required.groups', ({ group }) => group.path),
  read('auth.required.groups', () => '/api/v1/groups?limit=2'),
  read('auth.required.groups', ({ group }) => `${group.path}/users`),
  read('auth.required.groups', ({ group }) => `${group.path}/apps`),
  read('auth.required.clients', ({ client }) => client.path),
  read('auth.required.clients', () => '/oauth2/v1/clients?limit=2'),
]

const step = (name: string, body?: Row['body']): Row => ({
  clause: name.startsWith('lifecycle') ? 'auth.required.lifecycle' : 'auth.required.credentials',
  method: 'POST',
  path: ({ user }) => `${user.path}/${name}`,
  ...(body === undefined ? {} : { body }),
})

const question = { question: 'Which mark?', answer: 'a tick' }

/** Writes that take no profile, in an order in which each is allowed. */
const writes: readonly Row[] = [
  step('lifecycle/suspend'),
  step('lifecycle/unsuspend'),
  step('credentials/change_recovery_question', ({ user }) => ({
    password: { value: user.password },
    recovery_question: question,
  })),
  step('credentials/forgot_password?sendEmail=false'),
  step('credentials/forgot_password', ({ user }) => ({
    password: { value: user.password },
    recovery_question: { answer: question.answer },
  })),
  step('lifecycle/reset_factors'),
  step('lifecycle/expire_password'),
  step('lifecycle/reset_password?sendEmail=false'),
  step('lifecycle/reactivate?sendEmail=false'),
  step('credentials/change_password', ({ user, secrets }) => ({
    oldPassword: { value: user.password },
    newPassword: { value: secrets[0] ?? '' },
  })),
  { clause: 'auth.required.users', method: 'DELETE', path: ({ user }) => `${user.path}/sessions` },
  { clause: 'auth.required.users', method: 'DELETE', path: ({ user }) => `${user.path}/grants` },
  { clause: 'auth.required.users', method: 'DELETE', path: (stage) => `${clientPath(stage)}/grants` },
  { clause: 'auth.required.users', method: 'DELETE', path: (stage) => `${clientPath(stage)}/tokens` },
  { clause: 'auth.required.groups', method: 'DELETE', path: ({ member }) => member },
  { clause: 'auth.required.groups', method: 'PUT', path: ({ member }) => member },
  step('lifecycle/deactivate'),
  step('lifecycle/activate?sendEmail=false'),
]

/** Writes that change the record itself, as it was read before. */
const updates: readonly Row[] = [
  {
    clause: 'auth.required.users',
    method: 'POST',
    path: ({ user }) => user.path,
    body: () => ({ profile: { title: 'Gardener' } }),
  },
  {
    clause: 'auth.required.users',
    method: 'PUT',
    path: ({ user }) => user.path,
    body: (_stage, { profile }) => ({ profile: { ...profile, title: 'Botanist' } }),
  },
  {
    clause: 'auth.required.groups',
    method: 'PUT',
    path: ({ group }) => group.path,
    body: (_stage, { profile }) => ({ profile: { ...profile, description: 'changed' } }),
  },
  {
    clause: 'auth.required.clients',
    method: 'POST',
    path: ({ client }) => `${client.path}/lifecycle/newSecret`,
  },
]

/** Writes after which the record is gone, or half of it. */
const removals: readonly Row[] = [
  { clause: 'auth.required.lifecycle', method: 'DELETE', path: ({ user }) => user.path },
  { clause: 'auth.required.groups', method: 'DELETE', path: ({ group }) => group.path },
  { clause: 'auth.required.clients', method: 'DELETE', path: ({ client }) => client.path },
]

async function setStage({
  given,
  api,
  unique,
}: Pick<CheckContext, 'given' | 'api' | 'unique'>): Promise<Stage> {
  // The twins are made first and last: a server may take the record before, or the one behind.
  const twins = [await given.user(), await given.group(), await given.client()] as const
  const user = await given.user({ recoveryQuestion: true, profile: { title: 'Before' } })
  const group = await given.group({ description: 'before', members: [user] })
  const client = await given.client()
  const more = [
    await given.user(),
    await given.group({ members: [twins[0], user] }),
    await given.client(),
  ] as const
  await api.control('users.get.ok').get(user.path)
  const next = unique.password()
  return {
    user,
    group,
    client,
    member: `${group.path}/users/${encodeURIComponent(user.id)}`,
    secrets: [next, user.password, twins[0].password, more[0].password],
    twins: [twins, more].flatMap(([one, other, third]) => [
      [one.path, ({ status, profile, credentials }: Json) => ({ status, profile, credentials })] as const,
      [other.path, ({ profile }: Json) => ({ profile })] as const,
      [
        `${other.path}/users`,
        (json: Json) => ({ members: Array.isArray(json) ? json.length : json }),
      ] as const,
      [third.path, ({ client_name: name, grant_types: grants }: Json) => ({ name, grants })] as const,
    ]),
  }
}

async function call(api: Api, stage: Stage, row: Row, json: Json = {}): Promise<Reply> {
  const options: CallOptions = {}
  return api.request(row.method, row.path(stage), row.body?.(stage, json), options)
}

/** The twins as they are shown now. */
async function seen(api: Api, { twins }: Stage): Promise<Json[]> {
  const shown: Json[] = []
  for (const [path, view] of twins) shown.push(view((await api.get(path)).json))
  return shown
}

check(
  'whatever is called on a record, others like it stay as they were, and no answer holds a password',
  {
    judges: [
      'conventions.reads.safe',
      'conventions.writes.others-kept',
      'users.operations.profile-kept',
      'credentials.password.write-only',
      'conventions.json.content-type',
    ],
    timeout: 120_000,
  },
  async (context) => {
    const { api, judge } = context
    const stage = await setStage(context)
    const before = await seen(api, stage)
    const profile = { ...context.unique.names(), title: 'Before' }
    const judgeAnswer = (reply: Reply): void => {
      if (reply.status >= 300) return
      const { text, headers } = reply
      if (text !== '')
        judge('conventions.json.content-type')
          .on(reply)
          .ok(
            /^application\/json\b/i.test(headers['content-type'] ?? ''),
            'application/json',
            headers['content-type'],
          )
      judge('credentials.password.write-only')
        .on(reply)
        .ok(!stage.secrets.some((secret) => text.includes(secret)), 'no password in the answer')
    }
    for (const row of reads) {
      judgeAnswer(await call(api, stage, row))
      const now = (await api.get(stage.user.path)).json
      judge('conventions.reads.safe').like(
        now,
        { status: 'ACTIVE', profile },
        `the user after GET ${row.path(stage)}`,
      )
    }
    judge('conventions.reads.safe').success(await tryPassword(api, stage.user.path, stage.user.password))
    judge('conventions.reads.safe').equal(await seen(api, stage), before, 'the other records after the reads')
    for (const row of writes) {
      const reply = await call(api, stage, row)
      judgeAnswer(reply)
      if (reply.status >= 300) continue
      const now = (await api.get(stage.user.path)).json
      judge('users.operations.profile-kept').like(
        now,
        { profile },
        `the profile after ${row.method} ${row.path(stage)}`,
      )
    }
    for (const row of [...updates, ...removals]) {
      const record = (await api.get(row.path(stage).replace('/lifecycle/newSecret', ''))).json
      judgeAnswer(await call(api, stage, row, record))
    }
    judge('conventions.writes.others-kept').equal(
      await seen(api, stage),
      before,
      'the other records in the end',
    )
  },
)

const required = [
  'auth.required.users',
  'auth.required.groups',
  'auth.required.clients',
  'auth.required.lifecycle',
  'auth.required.credentials',
] as const

check(
  'every operation refuses a caller without credentials, and one with a token that was never issued',
  { judges: [...required, 'auth.invalid-token'], timeout: 120_000 },
  async (context) => {
    const { api, judge, unique } = context
    const stage = await setStage(context)
    const stranger = api.as(`never-issued-${unique()}`)
    const before = await seen(api, stage)
    const look = async (): Promise<Json> => {
      const { json } = await api.get(stage.user.path)
      return { status: json.status, profile: json.profile }
    }
    let last = await look()
    for (const row of [...reads, ...writes, ...updates, ...removals]) {
      const record =
        row.body === undefined ? {} : (await api.get(row.path(stage).split('/credentials')[0]!)).json
      for (const [clause, caller] of [
        [row.clause, api.anonymous()],
        ['auth.invalid-token', stranger],
      ] as const) {
        judge(clause).refused(await call(caller, stage, row, record))
        if (row.method === 'GET') continue
        const now = await look()
        judge(clause).equal(now, last, `the user after ${row.method} ${row.path(stage)}`)
        last = now
      }
    }
    judge('auth.invalid-token').equal(await seen(api, stage), before, 'the other records in the end')
  },
)
