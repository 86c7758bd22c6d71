import type { RecordKind } from '../clean-up/ledger.ts'

/** A refusal of one of the run's own calls for want of rights. */
export interface Refusal {
  /** Number of the exchange within its check. */
  readonly exchange: number
  readonly kind: RecordKind
  /** Why it was refused, where that is known already. */
  readonly denial?: Denial
}

/** Missing rights of the owner of the run's token, and advice. */
export interface Denial {
  readonly why: string
  readonly hint: string
}

/**
 * The rights of the run's token, as the answers show them. The API description does not say how the service refuses
 * missing rights, so one such answer may be a defect. If every create of a kind was answered with 401 or 403, the token
 * lacks the right. Then such refusals do not count against the target.
 */
export class Rights {
  readonly #refused = new Map<RecordKind, string>()
  readonly #created = new Set<RecordKind>()

  /** Notes the answer to a create that was sent with the run's own token. */
  note(kind: RecordKind, status: number, code: unknown): void {
    if (status >= 200 && status < 300) this.#created.add(kind)
    if (lacksRights(status))
      this.#refused.set(kind, `${status}${typeof code === 'string' ? ` ${code.slice(0, 40)}` : ''}`)
  }

  /** Why users, or passwords, of no form are taken. */
  unformed: (Denial & { readonly passwords: boolean }) | undefined

  /** Why a write of a user was refused, where no form of users, or of passwords, is taken. */
  formDenial(kind: RecordKind, status: number, hasPassword: boolean): Denial | undefined {
    const isPolicy = status >= 400 && status < 500 && status !== 404 && status !== 429
    return kind === 'user' && isPolicy && (hasPassword || this.unformed?.passwords === false)
      ? this.unformed
      : undefined
  }

  /** The missing right for records of a kind; undefined if the token has it, or if nothing was tried. */
  denial(kind: RecordKind): Denial | undefined {
    const answer = this.#refused.get(kind)
    if (answer === undefined || this.#created.has(kind)) return undefined
    return {
      why: `the target lets the run's token create no ${kind}: every attempt was answered with ${answer}`,
      hint: 'Give the run the API token of an administrator who may manage users, groups, rules and clients. (--token)',
    }
  }

  /** A sentence for each missing right of the token. */
  get denials(): string[] {
    return [...this.#refused.keys()].flatMap((kind) => this.denial(kind)?.why ?? [])
  }
}

/** Whether an answer may be one to a caller without rights. */
export function lacksRights(status: number): boolean {
  return status === 401 || status === 403
}

/**
 * The permissions of a run beyond creating, changing and removing its own records:
 *
 * - `mail`: calls that make the service send mail. All addresses are under reserved domains, so nobody gets it.
 *   The outbox and reputation of the service still see it.
 * - `me`: writes to the current user: the owner of the token, or the user of the session.
 * - `end-sessions`: ending sessions of the current user, which may end the operator's own.
 */
export const permissions = ['mail', 'me', 'end-sessions'] as const

/** One of the permissions an operator gives with `--allow`. */
export type Permission = (typeof permissions)[number]
