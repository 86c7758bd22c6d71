import { OrgService } from '../model/kernel/org-service.ts'
import { reached } from '../model/kernel/base-url.ts'
import type { MailKind, SentMail } from '../model/users/outbox.ts'
import { oneTimePath, signInPath } from './links.ts'

/** A mail that the service would have sent. It may hold a one-time token: it is for tests and people, not logs. */
export interface Mail {
  /** 1 for the first mail of an organisation; goes on counting when the outbox is emptied. */
  readonly number: number
  /** Its purpose: `activation`, `password-reset`, … */
  readonly kind: MailKind
  /** The address that it was sent to. */
  readonly to: string
  /** Whom it is about. */
  readonly userId: string
  /** Its subject line. */
  readonly subject: string
  /** The link in it, where it has one. */
  readonly url?: string
  /** The one-time token in the link. */
  readonly token?: string
  /** Whether the one-time token still works: `open`; `expired`; or `used`, also where a newer one replaced it. */
  readonly linkStatus?: 'open' | 'expired' | 'used'
  /** The code of a second factor in it, where it has one. */
  readonly code?: string
  /** ISO 8601. */
  readonly sentAt: string
}

/** Shows mails with the addresses of their links. */
export class MailView extends OrgService<'oneTimeLinks'> {
  /** A mail as people and tests read it. */
  of({ number, kind, to, userId, subject, link, code, at, sentAt }: SentMail): Mail {
    const baseUrl = reached(this.org.homeUrl, at)
    return {
      number,
      kind,
      to,
      userId,
      subject,
      ...(link === undefined
        ? {}
        : { url: baseUrl + (link === 'sign-in' ? signInPath : oneTimePath(link.purpose, link.value)) }),
      ...(link === undefined || link === 'sign-in'
        ? {}
        : { token: link.value, linkStatus: this.org.oneTimeLinks.statusOf(link.value) }),
      ...(code === undefined ? {} : { code }),
      sentAt,
    }
  }
}
