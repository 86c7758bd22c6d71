import type { Json } from '../engine/run/check.ts'
import { a, check } from '../engine/run/check.ts'
import type { ClauseId } from '../registry/clauses.ts'
import { spoiled } from '../tables/required.ts'
import { judgeNoneTaken } from './support/credentials-of.ts'
import {
  bcrypt,
  hashedPassword,
  md5,
  pbkdf2,
  pbkdf2Sha512,
  sha1,
  sha256,
  sha256OfWeak,
  sha256Postfix,
  sha512,
  weakPassword,
} from './support/imported-hashes.ts'
import { tryPassword } from './support/password-of.ts'
import { newProfile, readBack, stageUser } from './support/stage-user.ts'

type Hash = Readonly<Record<string, Json>>

/** Hashes that are imported (Users, Credentials). */
const imported: readonly (readonly [ClauseId, Hash])[] = [
  ['credentials.hash.bcrypt', bcrypt],
  ['credentials.hash.sha-512', sha512],
  ['credentials.hash.sha-256', sha256],
  ['credentials.hash.sha-1', sha1],
  ['credentials.hash.md5', md5],
  ['credentials.hash.pbkdf2', pbkdf2],
  ['credentials.hash.salt.bcrypt-exact', bcrypt],
  ['credentials.hash.work-factor.min.accepted', { ...bcrypt, workFactor: 1 }],
  ['credentials.hash.work-factor.max.accepted', { ...bcrypt, workFactor: 20 }],
  ['credentials.hash.salt-order.prefix', sha256],
  ['credentials.hash.salt-order.postfix', sha256Postfix],
  ['credentials.hash.iteration-count.accepted', pbkdf2],
  ['credentials.hash.digest.sha256', pbkdf2],
  ['credentials.hash.digest.sha512', pbkdf2Sha512],
]

check(
  'a hash of each algorithm, and with each parameter at its limits, is imported',
  { judges: imported.map(([clause]) => clause) },
  async (context) => {
    const taken = new Map<Hash, ClauseId[]>()
    for (const [clause, hash] of imported) taken.set(hash, [...(taken.get(hash) ?? []), clause])
    for (const [hash, clauses] of taken) {
      const reply = await stageUser(context.api, newProfile(context.unique), {
        credentials: { password: { hash } },
      })
      const read = await readBack(context.api, reply)
      for (const clause of clauses) {
        context.judge(clause).on(reply).success(reply)
        context
          .judge(clause)
          .on(read)
          .matches(read, {
            id: reply.json.id ?? a.string,
            credentials: { password: a.object },
          })
      }
    }
  },
)

/** Hashes that are refused. */
const refused: readonly (readonly [ClauseId, Hash, ...unknown[]])[] = [
  ...spoiled('credentials.hash.algorithm', sha256),
  ['credentials.hash.algorithm.unknown', { ...sha256, algorithm: 'SHA-3' }],
  ...spoiled('credentials.hash.salt', bcrypt),
  ['credentials.hash.salt.bcrypt-short', { ...bcrypt, salt: 'abcdefghijklmnopqrstu' }],
  ['credentials.hash.salt.bcrypt-long', { ...bcrypt, salt: 'abcdefghijklmnopqrstuuu' }],
  ['credentials.hash.work-factor.min.refused', { ...bcrypt, workFactor: 0 }],
  ['credentials.hash.work-factor.max.refused', { ...bcrypt, workFactor: 21 }],
  ['credentials.hash.salt-order.unknown', { ...sha256, saltOrder: 'AROUND' }],
  ['credentials.hash.iteration-count.refused', { ...pbkdf2, iterationCount: 4095 }],
  ['credentials.hash.digest.unknown', { ...pbkdf2, digestAlgorithm: 'SHA1_HMAC' }],
]

check(
  'a hash with a parameter that is missing, unknown or out of its limits is refused',
  { judges: refused.map(([clause]) => clause) },
  async (context) => {
    await judgeNoneTaken(
      context,
      refused.map(([clause, hash]) => [context.judge(clause), { password: { hash } }]),
    )
  },
)

/** Users who sign in with the password of their imported hash. */
const signedIn: readonly (readonly [ClauseId, hash: string, readonly Hash[], string])[] = [
  ['credentials.hash.bcrypt.sign-in', 'a BCRYPT hash', [bcrypt], hashedPassword],
  ['credentials.hash.sha-512.sign-in', 'a SHA-512 hash', [sha512], hashedPassword],
  ['credentials.hash.sha-256.sign-in', 'a SHA-256 hash', [sha256], hashedPassword],
  ['credentials.hash.sha-1.sign-in', 'a SHA-1 hash', [sha1], hashedPassword],
  ['credentials.hash.md5.sign-in', 'an MD5 hash', [md5], hashedPassword],
  ['credentials.hash.pbkdf2.sign-in', 'a PBKDF2 hash', [pbkdf2], hashedPassword],
  [
    'credentials.hash.salt-order.sign-in',
    'a hash with its salt before or after',
    [sha256, sha256Postfix],
    hashedPassword,
  ],
  ['credentials.hash.no-policy', 'a hash of a password against the policy', [sha256OfWeak], weakPassword],
]

for (const [clause, hash, hashes, password] of signedIn) {
  check(
    `a user with ${hash} signs in with the password of it, and with no other`,
    { judges: [clause], needs: ['sign-in'] },
    async ({ api, judge, need, unique, poll }) => {
      const { signIn } = await need('sign-in')
      for (const hash of hashes) {
        const profile = newProfile(unique)
        const reply = await api.post('/api/v1/users', { profile, credentials: { password: { hash } } })
        judge(clause).success(reply)
        const path = `/api/v1/users/${encodeURIComponent(String(reply.json.id))}`
        await poll.until(
          () => api.get(path),
          ({ json }) => json.status === 'ACTIVE',
        )
        // The right one first: one wrong password may lock a user out.
        judge(clause).equal((await signIn(profile['login'], password)).ok, true, 'the password')
        judge(clause).equal((await signIn(profile['login'], unique.password())).ok, false, 'another password')
      }
    },
  )
}

for (const method of ['POST', 'PUT'] as const) {
  check(
    `${method} of a user imports a hash while the user is STAGED, and not afterwards`,
    { judges: ['credentials.hash.update-staged', 'credentials.hash.update-active'] },
    async ({ given, api, judge }) => {
      // If the enrolment policy needs no password, a user without one may be unable to set it.
      const staged = await given.user({ activate: false })
      const active = await given.user()
      const body = ({ profile }: { profile: Json }): Json => ({
        profile,
        credentials: { password: { hash: sha256 } },
      })
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
