import { OrgService } from '../model/kernel/org-service.ts'
import type { OneTimePurpose, OneTimeToken } from '../model/tokens/records.ts'

/** The paths of the pages that take one-time tokens, by what these are for. */
export const oneTimePaths: Readonly<Record<OneTimePurpose, string>> = {
  activation: '/welcome/{token}',
  verify: '/tokens/{token}/verify',
  'password-reset': '/reset_password/{token}',
  'forgot-password': '/signin/reset-password/{token}',
  'email-verification': '/verify/{token}',
}

/** The page that signs people in. */
export const signInPath = '/signin'

/** Where a person types the code that a device shows. */
export const activationPath = '/activate'

/** Path of the page that takes a token, below the base URL. */
export function oneTimePath(purpose: OneTimePurpose, token: string): string {
  return oneTimePaths[purpose].replace('{token}', token)
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
export class LinkView extends OrgService {
  /** The reply to an activation whose link is not mailed. */
  activation(token: OneTimeToken): ActivationLink {
    return { activationUrl: this.#url(token), activationToken: token.id }
  }

  /** The reply to a reset of a password whose link is not mailed. */
  reset(token: OneTimeToken): ResetLink {
    return { resetPasswordUrl: this.#url(token) }
  }

  #url({ purpose, id }: OneTimeToken): string {
    return this.org.baseUrl + oneTimePath(purpose, id)
  }
}
