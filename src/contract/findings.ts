import { Refusal } from './errors.ts'
import { causesOf, type Mistake } from './errors/mistakes.ts'

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
    const more = alike.flatMap(mistakesOf).filter(({ at }) => !this.#isOfUnread(at))
    const byText = new Map([...mistakesOf(first), ...more].map((mistake) => [textOf(mistake), mistake]))
    throw new Refusal(first.refusal, {
      ...first.details,
      mistakes: [...byText.values()],
      more: [first, ...alike].reduce((sum, { details }) => sum + (details.more ?? 0), 0),
    })
  }

  #isOfUnread(field: string): boolean {
    return [field, `credentials.${field}`].some((path) =>
      withParents(path).some((each) => this.#unread.has(each)),
    )
  }
}

function mistakesOf({ details }: Refusal): readonly Mistake[] {
  return details.mistakes ?? []
}

/** The causes of a mistake as one text: mistakes with the same text are one. */
function textOf(mistake: Mistake): string {
  return causesOf(mistake).join('; ')
}

/** The path of a field, and of each that it is in. Causes leave out the `credentials` that a field is in. */
function withParents(path: string): readonly string[] {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}
