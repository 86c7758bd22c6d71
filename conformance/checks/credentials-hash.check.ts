import { a, check, type Json } from '../engine/run/check.ts'
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
} from './support/credentials.ts'
import { readUntil, stageUser, tryPassword } from './support/arrange.ts'
import { newProfile } from '../engine/supply/new-records.ts'
import { readBack, userPath, usersPath } from './support/paths.ts'

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
