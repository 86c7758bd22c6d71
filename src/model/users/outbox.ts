import type { Clock } from '../kernel/clock.ts'
import type { Stateful } from '../kernel/state.ts'

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

/** A mail as it is put in: its link without the base URL, which may still change. */
export type NewMail = Omit<Mail, 'number' | 'sentAt' | 'url'> & {
  /** Path of the link in it, where it has one. */
  readonly path?: string
}

type KeptMail = NewMail & Pick<Mail, 'number' | 'sentAt'>

/** Which mails are wanted: those to one address, about one user, of one kind. */
export interface MailFilter {
  readonly to?: string | undefined
  readonly userId?: string | undefined
  readonly kind?: MailKind | undefined
}

/** Keeps the mails that the service would have sent. */
export class Outbox implements Stateful {
  readonly #clock: Clock
  readonly #baseUrl: () => string
  #mails: KeptMail[] = []
  #sent = 0

  constructor(clock: Clock, baseUrl: () => string) {
    this.#clock = clock
    this.#baseUrl = baseUrl
  }

  /** Puts a mail in. */
  send(mail: NewMail): Mail {
    this.#sent += 1
    const kept: KeptMail = { number: this.#sent, ...mail, sentAt: this.#clock.iso() }
    this.#mails.push(kept)
    return this.#shown(kept)
  }

  /** All mails, oldest first; those to one address, of one user or kind where asked. */
  list(only: MailFilter = {}): readonly Mail[] {
    const wanted = Object.entries(only).filter(([, value]) => value !== undefined)
    return this.#mails
      .filter((mail) => wanted.every(([name, value]) => mail[name as keyof MailFilter] === value))
      .map((mail) => this.#shown(mail))
  }

  /** Empties it. */
  clear(): void {
    this.#mails = []
  }

  snapshot(): unknown {
    return { mails: [...this.#mails], sent: this.#sent }
  }

  restore(state: unknown): void {
    const { mails, sent } = state as { mails: readonly KeptMail[]; sent: number }
    this.#mails = [...mails]
    this.#sent = sent
  }

  /** A world is loaded before a server knows where it listens: links are made when they are read. */
  #shown({ number, kind, to, userId, subject, path, token, sentAt }: KeptMail): Mail {
    return {
      number,
      kind,
      to,
      userId,
      subject,
      ...(path === undefined ? {} : { url: this.#baseUrl() + path }),
      ...(token === undefined ? {} : { token }),
      sentAt,
    }
  }
}
