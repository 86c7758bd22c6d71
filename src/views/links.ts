import { Part } from '../model/kernel/part.ts'
import type { OneTimePurpose, OneTimeToken } from '../model/users/one-time-tokens.ts'

/** The paths of the pages that take one-time tokens, by what these are for. */
const pages: Readonly<Record<OneTimePurpose, { readonly before: string; readonly after: string }>> = {
  activation: { before: '/welcome/', after: '' },
  verify: { before: '/tokens/', after: '/verify' },
  'password-reset': { before: '/reset_password/', after: '' },
  'forgot-password': { before: '/signin/reset-password/', after: '' },
  'email-verification': { before: '/verify/', after: '' },
}

/** The page that signs people in. */
export const signInPath = '/signin'

/** The patterns of these paths, by what the token is for; tokens are letters and digits only. */
export const oneTimeLinkPatterns: readonly { readonly purpose: OneTimePurpose; readonly pattern: RegExp }[] =
  Object.entries(pages).map(([purpose, { before, after }]) => ({
    purpose: purpose as OneTimePurpose,
    pattern: new RegExp(`^${before}([A-Za-z0-9]+)${after}/?$`),
  }))

/** Path of the page that takes a token, below the base URL. */
export function oneTimePath({ purpose, value }: Pick<OneTimeToken, 'purpose' | 'value'>): string {
  const { before, after } = pages[purpose]
  return before + value + after
}

/** An activation link that is handed out instead of mailed (Users, Lifecycle operations). */
export interface ActivationLink {
  readonly activationUrl: string
  readonly activationToken: string
}

/** A link that is handed out instead of mailed (Users, reset_password and forgot_password). */
export interface ResetLink {
  readonly resetPasswordUrl: string
}

/** The links of one-time tokens, as replies hand them out. */
export class LinkView extends Part<'baseUrl'> {
  /** The reply to an activation whose link is not mailed. */
  activation(token: OneTimeToken): ActivationLink {
    return { activationUrl: this.#url(token), activationToken: token.value }
  }

  /** The reply to a reset of a password whose link is not mailed. */
  reset(token: OneTimeToken): ResetLink {
    return { resetPasswordUrl: this.#url(token) }
  }

  #url(token: OneTimeToken): string {
    return this.org.baseUrl + oneTimePath(token)
  }
}
