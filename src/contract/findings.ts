import { Refusal } from './errors.ts'

/**
 * Gathers everything that is wrong with one request, for one reply. Every independent check runs. Errors with the code
 * of the first become one error with the causes of all.
 */
export class Findings {
  readonly #refusals: Refusal[] = []
  readonly #unread: ReadonlySet<string>
  /** The unread fields, and those that they are in. */
  readonly #around: ReadonlySet<string>

  /**
   * Begins with the error that is known before the first check, if any. `unread` has the paths of the fields that it is
   * about, such as `credentials.password.value`. Causes about these are left out, since checks see the fields as not
   * sent.
   */
  constructor(refusal?: Refusal, unread: readonly string[] = []) {
    if (refusal) this.#refusals.push(refusal)
    this.#unread = new Set(unread)
    this.#around = new Set(unread.flatMap(withParents))
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
    return this.#around.has(field)
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
    const causesOf = ({ details, causes }: Refusal): readonly string[] => details.causes ?? causes
    const refusals = [first, ...alike]
    throw new Refusal(first.refusal, {
      ...first.details,
      causes: together(causesOf),
      more: refusals.reduce((sum, { details }) => sum + (details.more ?? 0), 0),
      ...(refusals.some(({ details }) => details.found)
        ? { found: together((refusal) => refusal.details.found ?? causesOf(refusal)) }
        : {}),
    })
  }

  #isOfUnread(cause: string): boolean {
    const [field = ''] = cause.split(': ', 1)
    return [field, `credentials.${field}`].some((path) =>
      withParents(path).some((each) => this.#unread.has(each)),
    )
  }
}

/** The path of a field, and of each that it is in. Causes leave out the `credentials` that a field is in. */
function withParents(path: string): readonly string[] {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}
