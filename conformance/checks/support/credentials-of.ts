import type { Api, CheckContext, Judge, Json, Reply } from '../../engine/run/check.ts'
import { newProfile } from '../../engine/supply/new-records.ts'
import { stageUser } from './stage-user.ts'
import { userPath } from './paths.ts'

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
