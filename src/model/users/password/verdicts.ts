import type { IsWanted } from './queue.ts'
import { matchesOwn, type StoredPassword, verifyImported } from './verify.ts'

/** Thrown by a call that needs to know something that takes time, before it has written anything. */
export class Undecided extends Error {
  /** Finds it out. */
  readonly decide: () => Promise<unknown>

  constructor(decide: () => Promise<unknown>) {
    super('A verdict on a password takes time')
    this.decide = decide
  }
}

/** How the verification of a password runs. */
export interface Verifying {
  /** Called before the work begins, and sometimes during it. False ends the work, and the password does not match. */
  readonly isWanted?: IsWanted
  /** Called if the work takes time. */
  readonly onStart?: () => void
}

/** The verdicts that one caller waited for. */
export class Verdicts {
  readonly #known: { readonly subject: object; readonly candidate: string; readonly verdict: unknown }[] = []
  readonly #over = Promise.withResolvers<void>()

  /** Resolves when the caller has its result. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  /**
   * Whether a password is the stored one. Only imported hashes take time.
   *
   * @throws Undecided
   */
  matches(stored: StoredPassword, candidate: string, { isWanted, onStart }: Verifying = {}): boolean {
    if (stored.kind === 'own') return matchesOwn(stored, candidate)
    return this.of(stored, candidate, () => {
      onStart?.()
      return verifyImported(stored.hash, candidate, isWanted)
    })
  }

  /**
   * The verdict on a candidate.
   *
   * @throws Undecided
   */
  of<Verdict>(subject: object, candidate: string, ask: () => Promise<Verdict>): Verdict {
    const known = this.#known.find((each) => each.subject === subject && each.candidate === candidate)
    if (known) return known.verdict as Verdict
    throw new Undecided(async () => {
      const verdict = await ask()
      this.#known.push({ subject, candidate, verdict })
    })
  }

  /** Says that the caller has its result. */
  end(): void {
    this.#over.resolve()
  }
}

/**
 * Runs a call that may need verdicts on passwords: again after each that takes time. The last run is synchronous: its
 * checks are still true when it writes.
 */
export async function verified<Result>(run: (known: Verdicts) => Result): Promise<Result> {
  const known = new Verdicts()
  try {
    for (;;) {
      try {
        return run(known)
      } catch (error) {
        if (!(error instanceof Undecided)) throw error
        await error.decide()
      }
    }
  } finally {
    known.end()
  }
}
