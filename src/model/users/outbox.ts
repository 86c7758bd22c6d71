import type { Clock } from '../kernel/clock.ts'
import type { ChangeListener } from '../kernel/changes.ts'
import type { Stateful } from '../kernel/state.ts'
import type { OneTimeToken } from './one-time-tokens.ts'

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
export interface SentMail {
  /** 1 for the first mail of an organisation; goes on counting when the outbox is emptied. */
  readonly number: number
  readonly kind: MailKind
  readonly to: string
  /** Whom it is about. */
  readonly userId: string
  readonly subject: string
  /** The link in it, where it has one; its address is made when the mail is read, for the base URL may change. */
  readonly link?: MailLink
  readonly sentAt: string
}

/** Where a mail leads: to the page that takes its one-time token, or to the sign-in. */
export type MailLink = Pick<OneTimeToken, 'purpose' | 'value'> | 'sign-in'

/** A mail as it is put in. */
export type NewMail = Omit<SentMail, 'number' | 'sentAt'>

/** Which mails are wanted: those to one address, about one user, of one kind. */
export interface MailFilter {
  readonly to?: string | undefined
  readonly userId?: string | undefined
  readonly kind?: MailKind | undefined
}

/** How many mails are kept: a server may run for long. The oldest beyond are forgotten. */
const mailsMax = 10_000

/** Keeps the mails that the service would have sent. */
export class Outbox implements Stateful {
  readonly #clock: Pick<Clock, 'iso'>
  #mails: SentMail[] = []
  #sent = 0
  #onChange: ChangeListener | undefined

  constructor(clock: Pick<Clock, 'iso'>) {
    this.#clock = clock
  }

  /** Calls back for each mail that is sent from now on. */
  watch(listener: ChangeListener): void {
    this.#onChange = listener
  }

  /** How many mails were sent since the start, forgotten ones included. */
  get sent(): number {
    return this.#sent
  }

  /** Puts a mail in. */
  send(mail: NewMail): SentMail {
    this.#sent += 1
    const sent: SentMail = { number: this.#sent, ...mail, sentAt: this.#clock.iso() }
    this.#mails.push(sent)
    if (this.#mails.length > mailsMax) this.#mails.shift()
    this.#onChange?.(String(sent.number), undefined, sent)
    return sent
  }

  /** All mails, oldest first; those to one address, of one user or kind where asked. */
  list(only: MailFilter = {}): readonly SentMail[] {
    const wanted = Object.entries(only).filter(([, value]) => value !== undefined)
    return this.#mails.filter((mail) =>
      wanted.every(([name, value]) => mail[name as keyof MailFilter] === value),
    )
  }

  /** Empties it. */
  clear(): void {
    this.#mails = []
  }

  snapshot(): unknown {
    return { mails: [...this.#mails], sent: this.#sent }
  }

  restore(state: unknown): void {
    const { mails, sent } = state as { mails: readonly SentMail[]; sent: number }
    this.#mails = [...mails]
    this.#sent = sent
  }
}
