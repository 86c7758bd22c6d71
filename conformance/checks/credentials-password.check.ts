import {
  a,
  check,
  type CheckContext,
  type GivenUser,
  type Json,
  type Judge,
  type Reply,
} from '../engine/run/check.ts'
import { passwordOf, weakPasswords } from '../tables/refused-values.ts'
import { invalidVariants } from '../tables/required.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { change, judgeNotTaken, judgeTaken, recover, sha256 } from './support/credentials.ts'
import { stageUser, tryPassword } from './support/arrange.ts'
import { listUntil } from './support/find-records.ts'

const hidden = { password: a.object }

/** Judges that neither a read nor a list of a user shows these, nor do further answers. Returns all answers. */
async function judgeHidden(
  { api, poll }: Pick<CheckContext, 'api' | 'poll'>,
  judged: Judge,
  { id, path }: { readonly id: unknown; readonly path: string },
  secrets: readonly string[],
  write: () => Promise<readonly Reply[]> = () => Promise.resolve([]),
): Promise<readonly Reply[]> {
  const query = { filter: `id eq "${String(id)}"` }
  const replies = [
    await api.get(path),
    await listUntil({ api, poll }, query, ({ items }) => items.length > 0),
    ...(await write()),
  ]
  for (const reply of replies) {
    judged.success(reply)
    for (const secret of secrets)
      judged.on(reply).ok(!reply.text.includes(secret), 'what was sent is not in the reply')
  }
  return replies
}

check(
  'the credentials of a user show that there is a password, and never which',
  { judges: ['credentials.password.empty-object', 'credentials.password.write-only'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const user = await given.user()
    const next = unique.password()
    const credentials = { password: { value: next } }
    const judged = judge('credentials.password.write-only')
    judged.equal(user.json.credentials?.password, {}, 'the password in the reply to the create')
    const replies = await judgeHidden(context, judged, user, [user.password, next], async () => [
      await api.post(user.path, { credentials }),
      await api.put(user.path, { profile: user.profile, credentials }),
      await api.get(user.path),
    ])
    judge('credentials.password.empty-object').equal(
      replies[0]?.json.credentials?.password,
      {},
      'the password',
    )
    for (const reply of replies) {
      const shown: Json = Array.isArray(reply.body) ? reply.items[0] : reply.json
      judged.on(reply).equal(shown?.credentials?.password, {}, 'the password')
    }
  },
)

check(
  'an imported hash shows as a password, and never as itself',
  {
    judges: [
      'credentials.password.empty-object-hash',
      'credentials.hash.write-only',
      'credentials.provider.import',
    ],
  },
  async (context) => {
    const { judge } = context
    const credentials = { password: { hash: sha256 } }
    const judged = judge('credentials.password.empty-object-hash')
    const { reply, path, login } = await judgeTaken(context, judged, credentials, hidden)
    const secrets = ['value', 'salt'].map((part) => String(sha256[part]))
    const write = judge('credentials.hash.write-only')
    const [read] = await judgeHidden(context, write, { id: reply.json.id, path }, secrets, async () => [
      reply,
    ])
    judged.equal(read?.json.credentials?.password, {}, 'the password')
    write.matches(read!, { profile: { login } })
    judge('credentials.provider.import').matches(read!, { credentials: { provider: { type: 'IMPORT' } } })
  },
)

check(
  'a password hook shows as a password, and never as itself',
  {
    judges: [
      'credentials.password.empty-object-hook',
      'credentials.hook.write-only',
      'credentials.hook.default',
    ],
    needs: ['password-hook'],
  },
  async (context) => {
    const { api, judge } = context
    const credentials = { password: { hook: { type: 'default' } } }
    const { reply, path } = await judgeTaken(context, judge('credentials.hook.default'), credentials, hidden)
    const read = await api.get(path)
    judge('credentials.password.empty-object-hook').equal(read.json.credentials?.password, {}, 'the password')
    for (const each of [reply, read]) {
      judge('credentials.hook.write-only').success(each)
      judge('credentials.hook.write-only').absent(each.json.credentials?.password, 'hook')
    }
  },
)

for (const [requirement, hook, how] of [
  ...invalidVariants('credentials.hook', {}),
  ['credentials.hook.type-unknown', { type: 'another' }, 'of another type'] as const,
]) {
  check(
    `a password hook ${how} is refused`,
    { judges: [requirement], needs: ['password-hook'] },
    async (context) => judgeNotTaken(context, context.judge(requirement), { password: { hook } }),
  )
}

check(
  'a create whose password or recovery question is null is accepted',
  { judges: ['credentials.password.null', 'credentials.question.null'] },
  async (context) => {
    const question = { question: 'Which null?', answer: 'none' }
    await judgeTaken(
      context,
      context.judge('credentials.password.null'),
      { password: null, recovery_question: question },
      { recovery_question: { question: question.question } },
    )
    const value = context.unique.password()
    const credentials = { password: { value }, recovery_question: null }
    await judgeTaken(context, context.judge('credentials.question.null'), credentials, hidden)
  },
)

check(
  'a password has 72 characters at most',
  { judges: ['credentials.password.max.accepted', 'credentials.password.max.refused'] },
  async (context) => {
    const { api, judge } = context
    const judged = judge('credentials.password.max.accepted')
    const { path } = await judgeTaken(context, judged, { password: { value: passwordOf(72) } }, hidden)
    judged.success(await tryPassword(api, path, passwordOf(72)))
    const credentials = { password: { value: passwordOf(73) } }
    await judgeNotTaken(context, judge('credentials.password.max.refused'), credentials)
  },
)

/** A password against each rule, for a user with a login. */
const weakFor: readonly ((login: string) => string)[] = [
  ...weakPasswords.map(
    ({ sent }) =>
      () =>
        sent,
  ),
  (login) => `Xy7${login}9Qz`,
]

check(
  'a password has 8 characters, upper and lower case letters and a digit',
  { judges: ['credentials.policy.length.accepted', ...weakPasswords.map(({ id }) => id)] },
  async (context) => {
    const { api, judge } = context
    const value = 'Abcdef12'
    const accepted = judge('credentials.policy.length.accepted')
    const { path } = await judgeTaken(context, accepted, { password: { value } }, hidden)
    accepted.success(await tryPassword(api, path, value))
    for (const { id, sent } of weakPasswords)
      await judgeNotTaken(context, judge(id), { password: { value: sent } })
  },
)

/** The parts of logins before the unique part, and passwords that contain a part of them. */
const parts = [
  ['credentials.policy.login-part.dot', 'fern.'],
  ['credentials.policy.login-part.underscore', 'fern_'],
  ['credentials.policy.login-part.hash', 'fern#'],
  ['credentials.policy.login-part.hyphen', 'fern-'],
] as const

check(
  'a password holds no part of the login of 4 characters or more',
  {
    judges: [
      'credentials.policy.login',
      'credentials.policy.login-part.at',
      'credentials.policy.login-part.short',
      ...parts.map(([requirement]) => requirement),
    ],
  },
  async (context) => {
    const { judge } = context
    const password = (part: string): Json => ({ password: { value: `Xy7${part}9Qz` } })
    for (const [requirement, before] of parts)
      await judgeNotTaken(
        context,
        judge(requirement),
        password('fern'),
        `${before}${loginPart(context)}@example.com`,
      )
    const short = `fig.${loginPart(context)}@example.com`
    await judgeTaken(context, judge('credentials.policy.login-part.short'), password('fig'), hidden, short)
    const whole = loginPart(context)
    const login = `${whole}@example.com`
    await judgeNotTaken(context, judge('credentials.policy.login'), password(login), login)
    const other = loginPart(context)
    await judgeNotTaken(
      context,
      judge('credentials.policy.login-part.at'),
      password(other),
      `${other}@example.com`,
    )
  },
)

/** A part of a login that nobody else has, without a separator. */
function loginPart({ unique }: Pick<CheckContext, 'unique'>): string {
  return unique().replaceAll('-', '')
}

check(
  'a password that a create refuses is refused by every other way to set one, and the old password stays',
  {
    judges: [
      'credentials.policy.on-update',
      'credentials.change-password.policy',
      'credentials.answer.policy',
    ],
  },
  async (context) => {
    const { given, api, judge, assume, unique } = context
    const active = await given.user({ recoveryQuestion: true })
    const recovering = await given.user({ status: 'RECOVERY' })
    const ways = [
      ['credentials.policy.on-update', active, passwordBy('POST')],
      ['credentials.policy.on-update', active, passwordBy('PUT')],
      [
        'credentials.answer.policy',
        active,
        (user: GivenUser, value: string) => recover(context, user, { password: value }),
      ],
      [
        'credentials.change-password.policy',
        recovering,
        (user: GivenUser, value: string) => change(context, user, value),
      ],
    ] as const
    let isTried = false
    for (const weak of weakFor) {
      // The policy is that of the target, whose administrator may have changed it.
      const profile = newProfile(unique)
      const created = await stageUser(api, profile, {
        credentials: { password: { value: weak(profile.login) } },
      })
      if (created.status < 400) continue
      isTried = true
      for (const [requirement, user, set] of ways)
        judge(requirement).refused(await set(user, weak(user.login)))
    }
    assume('credentials.policy.on-update', isTried, 'a create refuses some weak password')
    for (const user of [active, recovering]) {
      const reply = await tryPassword(api, user.path, user.password)
      for (const [requirement, owner] of ways) if (owner === user) judge(requirement).success(reply)
    }
    // An update is refused as a whole.
    judge('credentials.policy.on-update').matches(await api.get(active.path), {
      profile: { firstName: active.profile['firstName'] },
    })

    function passwordBy(method: string) {
      return ({ path, profile }: GivenUser, value: string): Promise<Reply> =>
        api.request(method, path, {
          profile: { ...profile, firstName: 'Never' },
          credentials: { password: { value } },
        })
    }
  },
)

check(
  'the credentials of a user show the recovery question, and never its answer',
  { judges: ['credentials.question.kept', 'credentials.answer.write-only'] },
  async (context) => {
    const { given, api, judge } = context
    const user = await given.user({ recoveryQuestion: true })
    const { question = '', answer = '' } = user.recovery ?? {}
    const changed = { question: 'Which horsetail?', answer: `${answer}-too` }
    const judged = judge('credentials.answer.write-only')
    judged.absent(user.json.credentials?.recovery_question, 'answer')
    const [read] = await judgeHidden(context, judged, user, [answer], async () => [
      await api.post(`${user.path}/credentials/change_recovery_question`, {
        password: { value: user.password },
        recovery_question: changed,
      }),
      await api.put(user.path, { profile: user.profile, credentials: { recovery_question: changed } }),
    ])
    judge('credentials.question.kept').matches(read!, { credentials: { recovery_question: { question } } })
  },
)
