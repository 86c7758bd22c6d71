import { a, check, type Json, type Judge } from '../engine/run/check.ts'
import type { RequirementId } from '../registry/requirements.ts'
import { hashSignIns, hashValues } from '../tables/hashes.ts'
import { invalidVariants } from '../tables/required.ts'
import {
  bcrypt,
  hashWith,
  hashedPassword,
  judgeNoneTaken,
  sha256,
  sha256OfWeak,
  sha256Postfix,
  weakPassword,
  judgeTaken,
} from './support/credentials.ts'
import { readUntil, stageUser, tryPassword } from './support/arrange.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { readBack, userPath, usersPath } from './support/paths.ts'
import { textLimits } from '../tables/limits.ts'

type Hash = Readonly<Record<string, Json>>

const rows = Object.values(hashValues).flat()

/** Hashes that are imported (Users, Credentials). */
const imported = rows.filter(({ instead }) => instead === undefined)

check(
  'a hash of each algorithm, and with each parameter at its limits, is imported',
  { judges: imported.map(({ id }) => id) },
  async (context) => {
    for (const [hash, taken] of Map.groupBy(imported, hashWith)) {
      const reply = await stageUser(context.api, newProfile(context.unique), {
        credentials: { password: { hash } },
      })
      const read = await readBack(context.api, reply)
      const expected = { id: reply.json.id ?? a.string, credentials: { password: a.object } }
      for (const { id } of taken) {
        context.judge(id).success(reply)
        context.judge(id).matches(read, expected)
      }
    }
  },
)

/** Hashes that are refused. */
const refused: readonly (readonly [RequirementId, Hash, ...unknown[]])[] = [
  ...invalidVariants('credentials.hash.algorithm', sha256),
  ...invalidVariants('credentials.hash.salt', bcrypt),
  ...rows.flatMap((row) => (row.instead === undefined ? [] : [[row.id, hashWith(row)] as const])),
]

check(
  'a hash with a parameter that is missing, unknown or out of its limits is refused',
  { judges: refused.map(([requirement]) => requirement) },
  async (context) => {
    await judgeNoneTaken(
      context,
      refused.map(([requirement, hash]) => [context.judge(requirement), { password: { hash } }]),
    )
  },
)

/** Users who sign in with the password of their imported hash. */
const signedIn: readonly (readonly [RequirementId, hash: string, readonly Hash[], string])[] = [
  ...hashSignIns.map(({ id, one, row }) => [id, one, [hashWith(row)], hashedPassword] as const),
  [
    'credentials.hash.salt-order.sign-in',
    'a hash with its salt before or after',
    [sha256, sha256Postfix],
    hashedPassword,
  ],
  ['credentials.hash.no-policy', 'a hash of a password against the policy', [sha256OfWeak], weakPassword],
]

for (const [requirement, hash, hashes, password] of signedIn) {
  check(
    `a user with ${hash} signs in with the password of it, and with no other`,
    { judges: [requirement], needs: ['sign-in'] },
    async ({ api, judge, need, unique, poll }) => {
      const { signIn } = await need('sign-in')
      for (const hash of hashes) {
        const profile = newProfile(unique)
        const reply = await api.post(usersPath, { profile, credentials: { password: { hash } } })
        judge(requirement).success(reply)
        const path = userPath(reply.json.id)
        await readUntil({ api, poll }, { path }, ['ACTIVE'])
        // The right one first: one wrong password may lock a user out.
        judge(requirement).equal((await signIn(profile.login, password)).ok, true, 'the password')
        judge(requirement).equal(
          (await signIn(profile.login, unique.password())).ok,
          false,
          'another password',
        )
      }
    },
  )
}

/** Hashes beyond a limit, which an update refuses as a create does. */
const beyond = rows.filter(({ limit, instead }) => limit !== undefined && instead !== undefined)

for (const [method, wrong] of [
  ['POST', beyond],
  ['PUT', []],
] as const) {
  check(
    `${method} of a user imports a hash while the user is STAGED, and not afterwards`,
    {
      judges: [
        'credentials.hash.update-staged',
        'credentials.hash.update-active',
        ...wrong.map(({ id }) => id),
      ],
    },
    async ({ given, api, judge }) => {
      // If the enrolment policy needs no password, a user without one may be unable to set it.
      const staged = await given.user({ activate: false })
      const active = await given.user()
      const body = ({ profile }: { profile: Json }): Json => ({
        profile,
        credentials: { password: { hash: sha256 } },
      })
      for (const row of wrong)
        judge(row.id).refused(
          await api.request(method, staged.path, { credentials: { password: { hash: hashWith(row) } } }),
        )
      const taken = judge('credentials.hash.update-staged')
      taken.success(await api.request(method, staged.path, body(staged)))
      taken.refused(await tryPassword(api, staged.path, 'Not7ThePassword'))
      taken.success(await tryPassword(api, staged.path, hashedPassword))

      const notTaken = judge('credentials.hash.update-active')
      notTaken.refused(await api.request(method, active.path, body(active)))
      notTaken.refused(await tryPassword(api, active.path, hashedPassword))
      notTaken.success(await tryPassword(api, active.path, active.password))
    },
  )
}

/** Recovery questions and answers of each length at an edge: the other one has an ordinary length. */
const limits = (['question', 'answer'] as const).flatMap((name) => {
  const { min, max } = textLimits[`credentials.${name}`]
  return (
    [
      ['min.accepted', min, true],
      ['max.accepted', max, true],
      ['min.refused', min - 1, false],
      ['max.refused', max + 1, false],
    ] as const
  ).map(([side, length, isTaken]) => ({
    requirement: `credentials.${name}.${side}` as const,
    sent: { question: 'which', answer: 'which', [name]: 'w'.repeat(length) },
    isTaken,
  }))
})

check(
  'a recovery question and its answer have 1 to 100 characters',
  { judges: limits.map(({ requirement }) => requirement) },
  async (context) => {
    const refused: [Judge, Json][] = []
    for (const { requirement, sent, isTaken } of limits) {
      const credentials = { recovery_question: sent }
      const judged = context.judge(requirement)
      if (isTaken)
        await judgeTaken(context, judged, credentials, { recovery_question: { question: sent.question } })
      else refused.push([judged, credentials])
    }
    await judgeNoneTaken(context, refused)
  },
)

check(
  'an update, too, is held to the limits of passwords, questions and answers',
  {
    judges: [],
    supports: [
      'credentials.question.max.refused',
      'credentials.answer.max.refused',
      'credentials.password.max.refused',
    ],
  },
  async ({ given, api, judge }) => {
    const user = await given.user({ recoveryQuestion: true })
    const password = { value: user.password }
    const { question = '', answer = '' } = user.recovery ?? {}
    const long = 'q'.repeat(textLimits['credentials.question'].max + 1)
    for (const [requirement, asked] of [
      ['credentials.question.max.refused', { question: long, answer }],
      ['credentials.answer.max.refused', { question: 'Which one now?', answer: long }],
    ] as const) {
      const body = { recovery_question: asked }
      judge(requirement).refused(await api.post(user.path, { credentials: body }))
      judge(requirement).refused(
        await api.post(`${user.path}/credentials/change_recovery_question`, { password, ...body }),
      )
      judge(requirement).matches(await api.get(user.path), {
        credentials: { recovery_question: { question } },
      })
    }
    const longest = { value: `${user.password}${'Aa1'.repeat(24)}`.slice(0, 73) }
    const judged = judge('credentials.password.max.refused')
    judged.refused(await api.post(user.path, { credentials: { password: longest } }))
    judged.refused(
      await api.post(`${user.path}/credentials/change_password`, {
        oldPassword: password,
        newPassword: longest,
      }),
    )
    judged.success(await tryPassword(api, user.path, user.password))
  },
)

const types = ['SVC', 'ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT']

check(
  'the credentials of every user show where they are kept',
  {
    judges: [
      'credentials.provider.present',
      'credentials.provider.type',
      'credentials.provider.name',
      'conventions.naming.provider',
    ],
  },
  async ({ given, api, judge }) => {
    const own = await given.user()
    const kept = { credentials: { provider: { type: 'SVC' } } }
    judge('conventions.naming.provider').like(own.json, kept)
    judge('conventions.naming.provider').matches(await api.get(own.path), kept)
    const users = [
      own,
      await given.user({ activate: false, password: false }),
      await given.user({ activate: false, credentials: { password: { hash: sha256 } } }),
    ]
    for (const { id, path } of users) {
      const read = await api.get(path)
      judge('credentials.provider.present').matches(read, {
        id,
        credentials: { provider: { type: a.string } },
      })
      const provider: unknown = read.json.credentials?.provider
      judge('credentials.provider.type')
        .on(read)
        .like(provider, { type: a.oneOf(...types) }, 'the provider')
      const { name = null } = Object(provider)
      judge('credentials.provider.name').matches(read, { credentials: { provider: a.object } })
      judge('credentials.provider.name')
        .on(read)
        .ok(name === null || typeof name === 'string', 'the name is text or null', name)
    }
  },
)

for (const method of ['POST', 'PUT'] as const) {
  check(
    `a provider sent in a ${method} of a user is not taken over`,
    { judges: ['credentials.provider.read-only'] },
    async ({ given, api, judge }) => {
      const user = await given.user({ activate: false })
      const provider = { type: 'LDAP', name: 'elsewhere' }
      await api.request(method, user.path, { profile: user.profile, credentials: { provider } })
      judge('credentials.provider.read-only').matches(await api.get(user.path), {
        id: user.id,
        credentials: { provider: { type: 'SVC' } },
      })
    },
  )
}

for (const [requirement, type] of [
  ['credentials.provider.federation', 'FEDERATION'],
  ['credentials.provider.social', 'SOCIAL'],
] as const) {
  check(
    `a user of the provider ${type} carries it, and has no password and no recovery question`,
    {
      judges: [requirement, 'credentials.provider.federated-no-password'],
      needs: ['federation'],
      quick: type === 'FEDERATION',
    },
    async ({ api, judge, unique }) => {
      const credentials = { provider: { type, name: type } }
      const created = await api.post(
        usersPath,
        { profile: newProfile(unique), credentials },
        { query: { provider: true, activate: false } },
      )
      judge(requirement).matches(created, { credentials: { provider: { type } } })
      judge('credentials.provider.federated-no-password').success(created)
      const read = await api.get(userPath(created.json.id))
      judge(requirement).matches(read, { credentials: { provider: { type } } })
      judge('credentials.provider.federated-no-password').matches(read, {
        id: created.json.id,
        credentials: { provider: a.object, password: a.nothing, recovery_question: a.nothing },
      })
    },
  )
}
