import { Refusal } from './errors.ts'
import { foundBy } from './refusal-reasons.ts'

/**
 * Gathers everything that is wrong with one request, for one reply. Every independent check runs. Errors with the code
 * of the first become one error with the causes of all.
 */
export class Findings {
  readonly #refusals: Refusal[] = []
  readonly #unread: readonly string[]

  /**
   * Begins with the error that is known before the first check, if any. `unread` has the paths of the fields that it is
   * about, such as `credentials.password.value`. Causes about these are left out, since checks see the fields as not
   * sent.
   */
  constructor(refusal?: Refusal, unread: readonly string[] = []) {
    if (refusal) this.#refusals.push(refusal)
    this.#unread = unread
  }

  /** Makes a check. Returns its value, and undefined where it refuses. */
  check<Value>(run: () => Value): Value | undefined {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#refusals.push(error)
      return undefined
    }
  }

  /** Whether a field, or something in it, could not be read. */
  isUnread(field: string): boolean {
    return this.#unread.some((path) => isWithin(field, path))
  }

  /** Refuses where anything is wrong. */
  refuse(): void {
    const [first, ...others] = this.#refusals
    if (!first) return
    const alike = others.filter(({ row }) => row.code === first.row.code)
    if (alike.length === 0) throw first
    const together = (told: (refusal: Refusal) => readonly string[]): readonly string[] => {
      const more = alike.flatMap(told).filter((cause) => !this.#isOfUnread(cause))
      return [...new Set([...told(first), ...more])]
    }
    throw new Refusal(first.refusal, {
      ...first.details,
      causes: together(({ causes }) => causes),
      ...(this.#refusals.some(({ details }) => details.found) ? { found: together(foundBy) } : {}),
    })
  }

  #isOfUnread(cause: string): boolean {
    const [field = ''] = cause.split(': ', 1)
    return this.#unread.some((path) => isWithin(path, field) || isWithin(path, `credentials.${field}`))
  }
}

/** Whether a field is the one with a path, or is in it. Causes leave out the `credentials` that a field is in. */
function isWithin(path: string, field: string): boolean {
  return field === path || field.startsWith(`${path}.`)
}
