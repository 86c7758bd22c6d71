import { Part } from '../kernel/part.ts'
import { type Reached, reachedNow } from '../kernel/reached.ts'
import { lastOf, numberedRows } from '../kernel/stored.ts'
import { lastRow, type Mark, type PartRows, type Stateful } from '../kernel/state.ts'
import type { OneTimePurpose } from '../tokens/records.ts'

/** Why a mail is sent; `docs/mails.md` shows which operation sends which. */
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
  /** How the client reached the server whose request caused the mail. */
  readonly at?: Reached
  readonly sentAt: string
}

/** The target of a link: the page for the one-time token, or the sign-in. */
export type MailLink = { readonly purpose: OneTimePurpose; readonly value: string } | 'sign-in'

/** A mail to send. */
export type NewMail = Omit<SentMail, 'number' | 'at' | 'sentAt'>

/** Which mails to return: those to one address, about one user, of one kind. */
export interface MailFilter {
  readonly to?: string | undefined
  readonly userId?: string | undefined
  readonly kind?: MailKind | undefined
}

/** The maximum number of mails, since a server may run for long. The oldest are removed first. */
const mailsMax = 10_000

interface OutboxState {
  readonly mails: readonly SentMail[]
  readonly sent: number
}

/** Stores the mails that the service would have sent. */
export class Outbox extends Part<'changes' | 'clock'> implements Stateful<OutboxState> {
  #mails: SentMail[] = []
  #sent = 0
  #mark: Mark | undefined

  /** How many mails were sent since the start, including removed ones. */
  get sent(): number {
    return this.#sent
  }

  send(mail: NewMail): SentMail {
    this.#sent += 1
    const at = reachedNow()
    const sent: SentMail = {
      number: this.#sent,
      ...mail,
      ...(at ? { at } : {}),
      sentAt: this.org.clock.iso(),
    }
    this.#mails.push(sent)
    this.#mark?.(lastRow)
    this.#mark?.(sent.number)
    if (this.#mails.length > mailsMax) this.#touch(this.#mails.splice(0, 1))
    this.org.changes.tell('mails', String(sent.number), undefined, sent)
    return sent
  }

  /** All mails, oldest first, or those that match a filter. */
  list(only: MailFilter = {}): readonly SentMail[] {
    const wanted = Object.entries(only).filter(([, value]) => value !== undefined)
    return this.#mails.filter((mail) =>
      wanted.every(([name, value]) => mail[name as keyof MailFilter] === value),
    )
  }

  clear(): void {
    this.#touch(this.#mails)
    this.#mails = []
  }

  snapshot(): OutboxState {
    return { mails: [...this.#mails], sent: this.#sent }
  }

  restore({ mails, sent }: OutboxState): void {
    this.clear()
    this.#mails = [...mails]
    this.#sent = sent
    this.#mark?.(lastRow)
    this.#touch(mails)
  }

  readonly rows: PartRows<OutboxState> = {
    track: (mark) => void (this.#mark = mark),
    keys: (state) => [lastRow, ...(state?.mails ?? this.#mails).map(({ number }) => number)],
    read: (key, { mails, sent } = { mails: this.#mails, sent: this.#sent }) =>
      typeof key === 'string' ? sent : mailNumbered(mails, key),
    stateOf(rows, base) {
      const sent = lastOf(rows, base?.sent)
      const mails = new Map(
        base?.mails.filter(({ number }) => number <= sent).map((mail) => [mail.number, mail]),
      )
      for (const [number, mail] of numberedRows(rows)) {
        if (mail === null) mails.delete(number)
        else mails.set(number, mail as SentMail)
      }
      return { mails: [...mails.values()].sort((a, b) => a.number - b.number), sent }
    },
  }

  /** Marks the rows of some mails as changed. */
  #touch(mails: readonly SentMail[]): void {
    if (this.#mark) for (const { number } of mails) this.#mark(number)
  }
}

/** Numbers increase by one from mail to mail, because only the oldest mail is ever removed. */
function mailNumbered(mails: readonly SentMail[], number: number): SentMail | undefined {
  return mails[number - (mails[0]?.number ?? 0)]
}
