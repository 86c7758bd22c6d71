import type { Clock } from './clock.ts'
import type { Stateful } from './state.ts'

/** Why a mail is sent; `docs/mails.md` tells which operation sends which. */
export const mailKinds = [
  'activation',
  'email-login',
  'welcome',
  'password-reset',
  'email-verification',
  'deactivation-notice',
] as const

/** Why a mail is sent. */
export type MailKind = (typeof mailKinds)[number]

/** A mail that the service would have sent. It may hold a one-time token: it is for tests and people, not logs. */
export interface Mail {
  /** 1 for the first mail of an organisation; goes on counting when the outbox is emptied. */
  readonly number: number
  readonly kind: MailKind
  readonly to: string
  /** Whom it is about. */
  readonly userId: string
  readonly subject: string
  /** The link in it, where it has one. */
  readonly url?: string
  /** The one-time token in the link. */
  readonly token?: string
  readonly sentAt: string
}

/** Which mails are wanted: those to one address, about one user, of one kind. */
export interface MailFilter {
  readonly to?: string | undefined
  readonly userId?: string | undefined
  readonly kind?: MailKind | undefined
}

/** Keeps the mails that the service would have sent. */
export class Outbox implements Stateful {
  readonly #clock: Clock
  #mails: Mail[] = []
  #sent = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Puts a mail in. */
  send(mail: Omit<Mail, 'number' | 'sentAt'>): Mail {
    this.#sent += 1
    const sent: Mail = { number: this.#sent, ...mail, sentAt: this.#clock.iso() }
    this.#mails.push(sent)
    return sent
  }

  /** All mails, oldest first; those to one address, of one user or kind where asked. */
  list(only: MailFilter = {}): readonly Mail[] {
    const wanted = Object.entries(only).filter(([, value]) => value !== undefined)
    return this.#mails.filter((mail) => wanted.every(([name, value]) => mail[name as keyof Mail] === value))
  }

  /** Empties it. */
  clear(): void {
    this.#mails = []
  }

  snapshot(): unknown {
    return { mails: [...this.#mails], sent: this.#sent }
  }

  restore(state: unknown): void {
    const { mails, sent } = state as { mails: readonly Mail[]; sent: number }
    this.#mails = [...mails]
    this.#sent = sent
  }
}
