import { OrgService } from '../kernel/org-service.ts'
import { type Reached, underWay } from '../kernel/base-url.ts'
import type { OneTimePurpose, OneTimeToken } from '../tokens/records.ts'
import type { UserRecord } from './records.ts'

/** The subject of a mail, by the reason why it is sent; `docs/sign-in.md` shows which operation sends which. */
const subjects = {
  activation: 'Activate your account',
  'email-login': 'Your link to sign in',
  'sign-in-code': 'Your code to sign in',
  welcome: 'Your account is active',
  'password-reset': 'Reset your password',
  'email-verification': 'Confirm your e-mail address',
  'deactivation-notice': '{login} was deactivated',
}

/** Why a mail is sent. */
export type MailKind = keyof typeof subjects

export const mailKinds = Object.keys(subjects) as readonly MailKind[]

/** A mail that the service would have sent. It may contain a one-time token: it is for tests and people, not logs. */
export interface SentMail {
  /** 1 for the first mail of an organisation; the count continues after `clear`. */
  readonly number: number
  readonly kind: MailKind
  readonly to: string
  /** Id of the user in question. */
  readonly userId: string
  readonly subject: string
  /** The link in the mail, if it has one. Its address is built on reading: the base URL may change. */
  readonly link?: MailLink
  /** The code in the mail, if it has one. */
  readonly code?: string
  /** How the client reached the server whose request caused the mail. */
  readonly at?: Reached
  readonly sentAt: string
}

/** The target of a link: the page for the one-time token, or the sign-in. */
export type MailLink = { readonly purpose: OneTimePurpose; readonly value: string } | 'sign-in'

/** The content of a mail, in addition to its subject. */
interface MailContent {
  /** Default: the primary address of the user in question. */
  readonly to?: string | undefined
  /** The token of its link. */
  readonly token?: OneTimeToken
  readonly code?: string
}

/** The maximum number of mails, since a server may run for long. The oldest are removed first. */
const mailsMax = 10_000

/** Writes and stores the mails that the service would have sent; `docs/sign-in.md` shows which operation sends which. */
export class Outbox extends OrgService {
  readonly #mails = this.org.tables.mails

  /** Sends a mail about a user. A welcome leads to the sign-in, and has no token. */
  send(kind: MailKind, { id, profile }: UserRecord, content: MailContent = {}): SentMail {
    const { to = String(profile.email), token, code } = content
    const link = kind === 'welcome' ? 'sign-in' : token && { purpose: token.purpose, value: token.id }
    const at = underWay.reached?.()
    const sent = this.#mails.insert({
      number: this.#mails.last + 1,
      kind,
      to,
      userId: id,
      subject: subjects[kind].replace('{login}', () => String(profile.login)),
      ...(link ? { link } : {}),
      ...(code === undefined ? {} : { code }),
      ...(at ? { at } : {}),
      sentAt: this.org.clock.iso(),
    })
    if (this.#mails.size > mailsMax)
      this.#mails.remove(String(this.#mails.page({ limit: 1 }).items[0]!.number))
    return sent
  }

  /** All mails, oldest first, or those with these values. */
  list(only: { readonly [Name in 'to' | 'userId' | 'kind']?: SentMail[Name] | undefined } = {}): SentMail[] {
    const wanted = Object.entries(only).filter(([, value]) => value !== undefined)
    return this.#mails
      .values()
      .filter((mail) => wanted.every(([name, value]) => mail[name as keyof SentMail] === value))
  }

  clear(): void {
    this.#mails.removeWhere()
  }
}
