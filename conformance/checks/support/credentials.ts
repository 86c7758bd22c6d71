/** Calls of the credential operations, with their bodies. */
import type { Api, CheckContext, GivenUser, Json, Judge, Reply } from '../../engine/run/check.ts'
import { stageUser, tryAnswer } from './arrange.ts'
import { newProfile } from '../../engine/plan/forms.ts'
import { userPath } from './paths.ts'
import type { HashValue } from '../../tables/hashes.ts'

export const forgotPath = (user: GivenUser): string => `${user.path}/credentials/forgot_password`

/** Resets a password by the answer to the recovery question. */
export function recover(
  { api }: Pick<CheckContext, 'api'>,
  user: GivenUser,
  {
    answer = user.recovery?.answer,
    password,
  }: { readonly answer?: string | undefined; readonly password: string },
): Promise<Reply> {
  return tryAnswer(api, user.path, answer, password)
}

/** Changes a password, for a caller who knows the old one. */
export function change(
  { api }: Pick<CheckContext, 'api'>,
  { path, password: old }: GivenUser,
  password: string,
  more: Readonly<Record<string, Json>> = {},
): Promise<Reply> {
  const body = { oldPassword: { value: old }, newPassword: { value: password }, ...more }
  return api.post(`${path}/credentials/change_password`, body)
}

export const newQuestion = { question: 'Which moss?', answer: 'peat moss' }

/** Sets the recovery question, for a caller who knows the password. */
export function ask(
  { api }: Pick<CheckContext, 'api'>,
  { path, password }: GivenUser,
  more: Readonly<Record<string, Json>> = {},
): Promise<Reply> {
  const body = { password: { value: password }, recovery_question: newQuestion, ...more }
  return api.post(`${path}/credentials/change_recovery_question`, body)
}

/** The result of a create with credentials. */
export interface Staged {
  readonly reply: Reply
  readonly login: string
  readonly path: string
}

/** Creates a STAGED user with these credentials, so that no mail is sent; returns the reply for a judgement. */
async function stageWith(
  { api, unique }: Pick<CheckContext, 'api' | 'unique'>,
  credentials: Json,
  login?: string,
): Promise<Staged> {
  const profile = newProfile(unique, login === undefined ? {} : { login, email: login })
  const options = login === undefined ? {} : { unmarked: true }
  const reply = await stageUser(api, profile, { credentials }, options)
  return { reply, login: profile.login, path: userPath(reply.json.id) }
}

/** Judges that a create with these credentials is accepted, and that the user shows `shown`. */
export async function judgeTaken(
  context: Pick<CheckContext, 'api' | 'unique'>,
  judge: Judge,
  credentials: Json,
  shown: object,
  login?: string,
): Promise<Staged> {
  const staged = await stageWith(context, credentials, login)
  judge.success(staged.reply)
  if (staged.reply.status < 300)
    judge.matches(await context.api.get(staged.path), { id: staged.reply.json.id, credentials: shown })
  return staged
}

const controls = new WeakMap<Api, Promise<unknown>>()

/** Shows once for a check that users can be created: otherwise a server that refuses every create would pass. */
async function holdCreate(context: Pick<CheckContext, 'api' | 'unique'>): Promise<void> {
  const known =
    controls.get(context.api) ?? stageWith({ ...context, api: context.api.control('users.create.ok') }, {})
  controls.set(context.api, known)
  await known
}

/** Judges that a create with these credentials is refused, and that no user has the login. */
export async function judgeNotTaken(
  context: Pick<CheckContext, 'api' | 'unique'>,
  judge: Judge,
  credentials: Json,
  login?: string,
): Promise<void> {
  await holdCreate(context)
  const { reply, login: sent } = await stageWith(context, credentials, login)
  judge.refused(reply)
  judge.status(await context.api.get(userPath(sent)), 404)
}

/**
 * Judges that creates with each of these credentials are refused, and that no user has their common login. If a user
 * has it, each create is tried with its own login.
 */
export async function judgeNoneTaken(
  context: Pick<CheckContext, 'api' | 'unique'>,
  rows: readonly (readonly [Judge, credentials: Json])[],
): Promise<void> {
  await holdCreate(context)
  const profile = newProfile(context.unique)
  const replies: Reply[] = []
  for (const [, credentials] of rows) replies.push(await stageUser(context.api, profile, { credentials }))
  const read = await context.api.get(userPath(profile.login))
  for (const [at, [judge, credentials]] of rows.entries()) {
    const reply = replies[at]
    if (read.status !== 404 || reply === undefined) await judgeNotTaken(context, judge, credentials)
    else {
      judge.refused(reply)
      judge.status(read, 404)
    }
  }
}

/** The password of the hashes below. */
export const hashedPassword = 'FernRoot7Leaf'

/** The salt of all of them but BCRYPT, as base64: `0123456789abcdef`. */
const salt = 'MDEyMzQ1Njc4OWFiY2RlZg=='

/** A BCRYPT hash with a small work factor, so that a sign-in costs little. */
export const bcrypt: Readonly<Record<string, Json>> = {
  algorithm: 'BCRYPT',
  workFactor: 4,
  salt: 'abcdefghijklmnopqrstuu',
  value: 'vAOpbQKezEvzrtsF36aFIYhTaE6oK..',
}

/** PBKDF2 with the fewest iterations. */
export const pbkdf2: Readonly<Record<string, Json>> = {
  algorithm: 'PBKDF2',
  salt,
  iterationCount: 4096,
  keySize: 32,
  digestAlgorithm: 'SHA256_HMAC',
  value: 'FpAXoMGxK8wFmMhXLVJrNy05fZgwyYZmxrC9yD2L03g=',
}

/** PBKDF2 over the longer digest. */
export const pbkdf2Sha512: Readonly<Record<string, Json>> = {
  ...pbkdf2,
  keySize: 64,
  digestAlgorithm: 'SHA512_HMAC',
  value: 'hf8WJplqreSELnPKzX3mMaJLMBGtYBDnTsazedm2CGGdxg1bXjArVNz8L7r5jZL4IiBKEUWKrnzJWlX2YO6YaA==',
}

const salted = (algorithm: string, value: string, saltOrder = 'PREFIX'): Readonly<Record<string, Json>> => ({
  algorithm,
  salt,
  saltOrder,
  value,
})

export const sha512 = salted(
  'SHA-512',
  'KfsSXZZxKzkNTtudPIX4bbNzqLTZOT5wcaREflHh92sNUPDGZbV4NpycQwfVinZAnJ0RiVwfarFcnn1m5tx6Ww==',
)
export const sha256 = salted('SHA-256', 'K40pL8HGDS+OiQPr4LXQX2MSmMeb1FD/ZBeYM+qRRok=')
/** The salt comes after the password. */
export const sha256Postfix = salted('SHA-256', 'n6SBEjuS567LdMPlpN8VmYYbvQz5+439W+EYbbw4580=', 'POSTFIX')
export const sha1 = salted('SHA-1', '40DVSHFKVG3coiPj52aqLewhS7E=')
export const md5 = salted('MD5', '6uODzxIPfmyoyerWHg2Jyw==')

const hashes = [bcrypt, sha512, sha256, sha256Postfix, sha1, md5, pbkdf2, pbkdf2Sha512]

/** A hash whose member has a value: one of those above, or the first of its algorithm with that value. */
export function hashWith(row: HashValue): Readonly<Record<string, Json>> {
  const { member, value, algorithm = value } = row
  const alike = hashes.filter((hash) => hash['algorithm'] === algorithm)
  return alike.find((hash) => hash[member] === value) ?? { ...alike[0], [member]: value }
}

/** Of the password `abc`, which fulfils no policy. */
export const sha256OfWeak = salted('SHA-256', 'rDiX8O4SvyWQJkN2/RHQjhJIIYr2H1ofsI7Q/NimZVc=')
export const weakPassword = 'abc'
