import {
  a,
  check,
  type CheckContext,
  type Json,
  type Reply,
  type RequirementId,
} from '../engine/run/check.ts'
import { creates, type CreateRow } from '../tables/creates.ts'
import { newProfile } from '../engine/supply/new-records.ts'
import { readUntil } from './support/arrange.ts'
import { readBack, userPath, usersPath } from './support/paths.ts'

const provided = (type: string) => () => ({ provider: { type, name: type } })

/** The kind of user that a create makes, in words, and its credentials. */
const kinds: Readonly<
  Record<CreateRow['sends'], readonly [who: string, credentials: (password: string) => Json]>
> = {
  nothing: ['without credentials', () => undefined],
  password: ['with a password', (value) => ({ password: { value } })],
  question: [
    'with a recovery question',
    () => ({ recovery_question: { question: 'Which leaf?', answer: 'the fern' } }),
  ],
  FEDERATION: ['of the provider FEDERATION', provided('FEDERATION')],
  SOCIAL: ['of the provider SOCIAL', provided('SOCIAL')],
}

async function create(
  { api, unique }: Pick<CheckContext, 'api' | 'unique'>,
  { query, sends }: Pick<CreateRow, 'query' | 'sends'>,
): Promise<{ reply: Reply; login: Json }> {
  const profile = newProfile(unique)
  const body = { profile, credentials: kinds[sends][1](unique.password()) }
  return { reply: await api.post(usersPath, body, { query }), login: profile.login }
}

/** Creates a user, who ends in one of these statuses. */
async function judgeCreated<Id extends RequirementId>(
  context: CheckContext<Id>,
  requirement: Id,
  row: Pick<CreateRow, 'query' | 'sends' | 'ends'>,
): Promise<void> {
  const { api, judge } = context
  const { reply, login } = await create(context, row)
  judge(requirement).success(reply)
  const id: unknown = reply.json.id
  const read =
    typeof id === 'string'
      ? await readUntil(context, { path: userPath(id) }, row.ends)
      : await readBack(api, reply)
  judge(requirement).matches(read, { id: a.string, status: a.oneOf(...row.ends), profile: { login } })
}

for (const row of creates) {
  const query = Object.entries(row.query).map((pair) => pair.join('='))
  check(
    `a create of a user ${kinds[row.sends][0]} with ${query.join(' and ')} ends in ${row.ends.join(' or ')}`,
    { judges: [row.id] },
    (context) => judgeCreated(context, row.id, row),
  )
}

check(
  'a new ACTIVE user signs in with its password, and with no other',
  { judges: ['users.create.password-sign-in'], needs: ['sign-in'] },
  async ({ given, judge, need, unique }) => {
    const { signIn } = await need('sign-in')
    const user = await given.user()
    const judged = judge('users.create.password-sign-in')
    judged.equal((await signIn(user.login, user.password)).ok, true, 'the password signs in')
    judged.equal((await signIn(user.login, unique.password())).ok, false, 'another one signs in')
  },
)

check(
  'a user who has to change the password is not let in with it',
  { judges: ['users.create.change-password-sign-in'], needs: ['sign-in'] },
  async ({ given, api, judge, need, unique }) => {
    const { signIn } = await need('sign-in')
    const plain = await given.user()
    const judged = judge('users.create.change-password-sign-in')
    judged.equal((await signIn(plain.login, plain.password)).ok, true, 'another user signs in')
    const profile = newProfile(unique)
    const password = unique.password()
    const credentials = { password: { value: password } }
    const query = { activate: true, nextLogin: 'changePassword' }
    judged.success(await api.post(usersPath, { profile, credentials }, { query }))
    judged.equal((await signIn(profile.login, password)).ok, false, 'the password to be changed signs in')
  },
)

/** Creates for which passwords may be optional, by enrollment policy. */
const optional = [
  ['users.create.password-enrolled', 'required', 'nothing', ['PROVISIONED']],
  ['users.create.password-optional-given', 'optional', 'password', ['ACTIVE']],
  ['users.create.password-not-needed', 'optional', 'nothing', ['ACTIVE']],
  ['users.create.password-not-needed', 'disabled', 'nothing', ['ACTIVE']],
] as const

for (const [requirement, policy, sends, ends] of optional) {
  check(
    `where a password is ${policy}, a create ${sends === 'nothing' ? 'without' : 'with'} one ends in ${ends[0]}`,
    { judges: [requirement], needs: ['optional-password'], alone: true },
    async (context) => {
      await context.need('optional-password', { policy })
      await judgeCreated(context, requirement, { query: { activate: true }, sends, ends })
    },
  )
}

check(
  'where passwords are disabled, an administrator cannot set one',
  { judges: ['users.create.password-not-settable'], needs: ['optional-password', 'mail'], alone: true },
  async ({ api, judge, need, unique }) => {
    await need('optional-password', { policy: 'disabled' })
    const { json: user } = await api
      .control('users.create.password-not-needed')
      .post(usersPath, { profile: newProfile(unique) }, { query: { activate: true } })
    const value = unique.password()
    const path = userPath(user.id)
    const judged = judge('users.create.password-not-settable')
    judged.refused(await api.post(path, { credentials: { password: { value } } }))
    // Its activation may still be in progress, so the status is not compared.
    judged.matches(await api.get(path), { id: user.id, profile: { login: user.profile?.login ?? 'a login' } })
  },
)
