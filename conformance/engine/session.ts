import type { ConformOptions } from './conform-options.ts'
import type { Sender } from './http-sender.ts'
import type { SuiteSetup } from './suite-setup.ts'
import { UsageError } from './usage-error.ts'

/** Adds the session that was given to the things the target profile supplies. */
export async function withSession(
  setup: SuiteSetup,
  session: ConformOptions['session'],
  sender: Sender,
): Promise<SuiteSetup> {
  if (session === undefined) return setup
  const userId = session.userId ?? (await userOfSession(setup, session.cookie, sender))
  if (userId === undefined)
    throw new UsageError('the session cookie is not good: GET /api/v1/users/me with it answers with no user')
  const things = { ...setup.profile.things, 'session-cookie': { cookie: session.cookie, userId } }
  return { ...setup, profile: { ...setup.profile, things } }
}

async function userOfSession(setup: SuiteSetup, cookie: string, sender: Sender): Promise<string | undefined> {
  const url = new URL(`${setup.baseUrl}/api/v1/users/me`)
  const headers = { Accept: 'application/json', ...setup.headers, Cookie: cookie }
  try {
    const { text } = await sender.send(
      { method: 'GET', url, headers, body: undefined },
      AbortSignal.timeout(setup.requestTimeout),
    )
    const { id } = JSON.parse(text) as { id?: unknown }
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
