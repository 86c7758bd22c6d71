import { check, type Json } from '../engine/run/check.ts'
import { anythingBut } from '../tables/forms.ts'
import { findByEmails } from './support/find-records.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { stageUser } from './support/arrange.ts'
import { userPath } from './support/paths.ts'

const sameLogins = [
  ['users.login.duplicate', (name: string) => [`${name}@example.com`, `${name}@example.com`]],
  [
    'users.login.duplicate-case',
    (name: string) => [`${name}@example.com`, `${name.toUpperCase()}@Example.COM`],
  ],
  [
    'users.login.duplicate-diacritics',
    (name: string) => [`${name}rene@example.com`, `${name}r\u00e9n\u00e8@example.com`],
  ],
] as const

check(
  'a login that another user has is refused, also in another case or with other diacritical marks',
  { judges: sameLogins.map(([requirement]) => requirement) },
  async (context) => {
    const { given, api, judge, unique } = context
    await stageUser(api.control('users.create.ok'), newProfile(unique, { email: unique.email() }))
    const refusedEmails = []
    for (const [requirement, logins] of sameLogins) {
      const [taken, same] = logins(unique())
      const owner = await given.user({
        activate: false,
        password: false,
        profile: { login: taken, email: unique.email() },
      })
      const other = unique.email()
      judge(requirement).refused(await stageUser(api, newProfile(unique, { login: same, email: other })))
      judge(requirement).matches(await api.get(userPath(taken)), {
        id: owner.id,
        profile: { email: owner.email },
      })
      refusedEmails.push([requirement, other] as const)
    }
    for (const [at, found] of (
      await findByEmails(
        context,
        refusedEmails.map(([, email]) => email),
      )
    ).entries()) {
      const [requirement] = refusedEmails[at] ?? []
      if (requirement !== undefined)
        judge(requirement).on(found).equal(found.body, [], 'nobody has the e-mail of the refused create')
    }
  },
)

check(
  'an update to a login that is taken is refused and keeps the old login',
  {
    judges: ['users.login.duplicate-update'],
    supports: ['users.path.login', 'users.get.unknown-login'],
  },
  async ({ given, api, judge, unique }) => {
    const owner = await given.user({ activate: false, password: false })
    const user = await given.user({ activate: false, password: false })
    const free = unique.login()
    await api.control('users.update.ok').post(user.path, { profile: { login: free } })
    judge('users.path.login').matches(await api.get(userPath(free)), { id: user.id })
    judge('users.get.unknown-login').refused(await api.get(userPath(user.login)))
    // Another case and other diacritical marks: the same login all the same.
    const same = owner.login.replace(/[aceinosuyz](?=[^@]*@)/, (letter) => `${letter}\u0301`.normalize('NFC'))
    for (const [method, login] of [
      ['POST', same.toUpperCase()],
      ['PUT', owner.login],
    ] as const) {
      const profile: Json = { ...user.profile, login, title: 'taken' }
      judge('users.login.duplicate-update').refused(await api.request(method, user.path, { profile }))
      judge('users.login.duplicate-update').matches(await api.get(user.path), {
        id: user.id,
        profile: { login: free, title: anythingBut('taken') },
      })
    }
    judge('users.login.duplicate-update').matches(await api.get(userPath(owner.login)), { id: owner.id })
  },
)

check(
  'a user signs in with its short name while no other user has it',
  { judges: ['users.login.short-name-sign-in'], needs: ['sign-in'] },
  async ({ given, judge, unique, need, assume }) => {
    const { signIn } = await need('sign-in')
    const shortName = unique('sign')
    const user = await given.user({ profile: { login: `${shortName}@example.com` } })
    const byLogin = await signIn(user.login, user.password)
    assume('users.create.credentials-password', byLogin.ok, 'the user signs in with its whole login')
    const right = await signIn(shortName, user.password)
    judge('users.login.short-name-sign-in').ok(
      right.ok,
      'the short name and the password sign in',
      right.reason,
    )
    const wrong = await signIn(shortName, unique.password())
    judge('users.login.short-name-sign-in').ok(!wrong.ok, 'another password does not', wrong.reason)

    await given.user({ activate: false, password: false, profile: { login: `${shortName}@example.org` } })
    const shared = await signIn(shortName, user.password)
    judge('users.login.short-name-sign-in').ok(!shared.ok, 'a short name that two users have does not')
  },
)
