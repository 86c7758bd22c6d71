import { checkTypes } from '../model/kernel/check-options.ts'
import type { Organisation } from '../organisation.ts'

/** The used part of a browser context of Playwright. */
export interface BrowserContext {
  addCookies(cookies: readonly SessionCookie[]): Promise<void>
}

/** A cookie as Playwright takes it. */
export interface SessionCookie {
  /** `sid`, unless the option `signIn.cookie` says another. */
  readonly name: string
  /** The session; a secret. */
  readonly value: string
  /** Where the browser sends it. */
  readonly url: string
  /** Always true: scripts of pages cannot read it. */
  readonly httpOnly: boolean
}

/**
 * Signs a user in in a browser, without a page. The next pages find the user signed in, also applications that send the
 * browser to an authorization endpoint.
 *
 * ```ts
 * await signInBrowser(page.context(), org, { user: 'jo@example.com' })
 * ```
 *
 * @param context A browser context of Playwright.
 * @param org The organisation; its base URL is where the browser reaches it.
 * @throws `Refusal` `not-found` for an unknown user.
 */
export async function signInBrowser(
  context: BrowserContext,
  org: Pick<Organisation, 'baseUrl' | 'control'>,
  options: { readonly user: string },
): Promise<void> {
  if (typeof context?.addCookies !== 'function')
    throw new TypeError('signInBrowser: expected a browser context of Playwright first: page.context()')
  checkTypes(options, { 'user!': 'string' })
  const { user } = options
  const { sessionCookie } = org.control.openSession({ user })
  const equals = sessionCookie.indexOf('=')
  await context.addCookies([
    {
      name: sessionCookie.slice(0, equals),
      value: sessionCookie.slice(equals + 1),
      url: org.baseUrl,
      httpOnly: true,
    },
  ])
}
