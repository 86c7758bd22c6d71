import type { Sender } from '../wire/http-sender.ts'
import { namesSecret, processSecrets, readSecret } from '../wire/secret-source.ts'
import { ask } from './preflight.ts'
import type { ConformOptions, SuiteSetup } from './conform-options.ts'
import { secretsOf } from './target-profile.ts'
import { parsed } from '../words/text.ts'
import { UsageError, usage } from '../words/usage-error.ts'

/**
 * Adds the given session to the things of the target profile, and checks that everything supplied exists and is good.
 * An expired credential is not a defect of the target.
 *
 * @throws UsageError that names the missing or expired one.
 */
export async function withSession(
  setup: SuiteSetup,
  session: ConformOptions['session'],
  sender: Sender,
): Promise<SuiteSetup> {
  for (const { path, source } of secretsOf(setup.profile))
    if (namesSecret(source) && source !== 'stdin')
      usage(() => readSecret(source, `the target profile: ${path}`, processSecrets))
  await checkSupplied(setup, sender)
  if (session === undefined) return setup
  const userId = session.userId ?? (await userOfSession(setup, session.cookie, sender))
  if (userId === undefined)
    throw new UsageError('the session cookie is not good: GET /api/v1/users/me with it returns no user')
  const things = { ...setup.profile.things, 'session-cookie': { cookie: session.cookie, userId } }
  return { ...setup, profile: { ...setup.profile, things } }
}

async function checkSupplied(setup: SuiteSetup, sender: Sender): Promise<void> {
  const plain = (source: string): string =>
    namesSecret(source) ? readSecret(source, 'the target profile', processSecrets) : source
  const { things } = setup.profile
  for (const { cookie, userId } of listOf(things['session-cookie'])) {
    const name = 'the target profile: things.session-cookie'
    const found = await userOfSession(setup, plain(cookie), sender)
    if (found === undefined)
      throw new UsageError(`${name}: it does not work: GET /api/v1/users/me with it returns no user`)
    if (found !== userId) throw new UsageError(`${name}: it is a session of user ${found}, not of ${userId}`)
  }
  for (const name of ['read-only-token', 'group-admin-token'] as const) {
    for (const { token } of listOf(things[name])) {
      const credentials = { Authorization: `SSWS ${plain(token)}` }
      // The checks will tell when there is no answer.
      const reply = await ask(setup, sender, '/api/v1/users?limit=1', credentials).catch(() => undefined)
      if (reply?.status === 401)
        throw new UsageError(`the target profile: things.${name}: the target refuses it (401)`)
    }
  }
}

function listOf<Thing extends object>(supplied: 'none' | Thing | readonly Thing[] | undefined): Thing[] {
  return supplied === undefined || supplied === 'none' ? [] : ([supplied].flat() as Thing[])
}

async function userOfSession(setup: SuiteSetup, cookie: string, sender: Sender): Promise<string | undefined> {
  const reply = await ask(setup, sender, '/api/v1/users/me', { Cookie: cookie }).catch(() => undefined)
  const { id } = Object(parsed(reply?.text)) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}
