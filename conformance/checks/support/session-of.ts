import type { CheckContext, Reply } from '../../engine/run/check.ts'

/** Signs a user in; blocks the check if that fails. Returns a way to try the session. */
export async function openSession(
  { api, need, assume }: Pick<CheckContext, 'api' | 'need' | 'assume'>,
  { login, password }: { readonly login: string; readonly password: string },
): Promise<{ readonly cookie: string; readonly tried: () => Promise<Reply> }> {
  const { signIn } = await need('sign-in')
  const { ok, cookie, reason } = await signIn(login, password)
  assume(
    'users.create.password-sign-in',
    ok && cookie !== undefined,
    `the sign-in opens a session (${reason})`,
  )
  const session = String(cookie)
  const tried = (): Promise<Reply> => api.withCookie(session).get('/api/v1/users/me')
  const first = await tried()
  assume('users.get.me-cookie', first.status < 300, 'the session is in force')
  return { cookie: session, tried }
}
