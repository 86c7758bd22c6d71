/** Whether a text matches. */
export type PatternTest = (text: string) => boolean

/** A state on the way through a text: it leads on at once, under a condition, or past one character. */
type State =
  | { readonly ways: readonly State[] }
  | {
      readonly holds: (before: string | undefined, after: string | undefined) => boolean
      readonly next: State
    }
  | { readonly takes: PatternTest; readonly next: State }

/** Makes the states of a part of a pattern, which lead to the state after it. */
type Part = (next: State) => State

const accepted: State = { ways: [] }

/** Bounds of the states of a pattern, and of the states that are passed in a text. */
const mostStates = 10_000
const mostSteps = 2_000_000

/**
 * Tests texts with a regular expression of JavaScript, following all ways through a text together. The engine tries one
 * way after the other: `(a+)+` of a caller takes it days for fifty letters. Nothing matches a pattern that is too
 * large, or too much work for its text.
 *
 * @throws SyntaxError for a text that is not a regular expression, or has look-around or back references.
 */
export function patternTest(pattern: string, flags = 'u'): PatternTest {
  void new RegExp(pattern, flags)
  try {
    const start = new PatternReader(pattern, flags).alternatives()(accepted)
    return (text) => leadsToEnd(start, text)
  } catch (error) {
    if (error instanceof RangeError) return () => false
    throw error
  }
}

function leadsToEnd(start: State, text: string): boolean {
  // No way passes more characters.
  const characters = Array.from(text.slice(0, mostSteps))
  let steps = 0
  let current: readonly State[] = []
  for (let place = 0; place <= characters.length; place++) {
    const before = characters[place - 1]
    const after = characters[place]
    const seen = new Set<State>()
    const next: State[] = []
    const open = [start, ...current]
    for (let state = open.pop(); state; state = open.pop()) {
      if (state === accepted) return true
      if (seen.has(state)) continue
      if (++steps > mostSteps) return false
      seen.add(state)
      if ('ways' in state) open.push(...state.ways)
      else if ('takes' in state) {
        if (after !== undefined && state.takes(after)) next.push(state.next)
      } else if (state.holds(before, after)) open.push(state.next)
    }
    current = next
  }
  return false
}

/** Reads a pattern, whose syntax the engine has checked. */
class PatternReader {
  readonly #pattern: string
  readonly #flags: string
  #at = 0
  #states = 0

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern
    this.#flags = flags
  }

  alternatives(): Part {
    const all = [this.#sequence()]
    while (this.#take(/\|/y)) all.push(this.#sequence())
    return all.length === 1 ? all[0]! : (next) => this.#made({ ways: all.map((part) => part(next)) })
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at]!))
      parts.push(this.#repeated())
    return (next) => parts.reduceRight((after, part) => part(after), next)
  }

  #repeated(): Part {
    const part = this.#part()
    const found = this.#take(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y)
    if (!found) return part
    const [, sign, from, comma, to] = found
    const [least, most] = signs[sign ?? ''] ?? [Number(from), comma ? Number(to || Infinity) : Number(from)]
    return (next) => {
      let state = next
      if (most === Infinity) {
        const ways: State[] = [next]
        state = this.#made({ ways })
        ways.push(part(state))
      } else for (let count = least; count < most; count++) state = this.#made({ ways: [part(state), next] })
      for (let count = 0; count < least; count++) state = part(state)
      return state
    }
  }

  #part(): Part {
    if (this.#take(/\((?:(?!\?)|\?:|\?<(?![=!])[^>]*>)/y)) {
      const inside = this.alternatives()
      this.#take(/\)/y)
      return inside
    }
    const [condition] = this.#take(/\^|\$|\\[bB]/y) ?? []
    const holds = condition === undefined ? undefined : this.#condition(condition)
    if (holds) return (next) => this.#made({ holds, next })
    const [one] = this.#take(character) ?? []
    if (one === undefined) throw new SyntaxError('A pattern has no look-around and no back references')
    const takes = this.#tests(one)
    return (next) => this.#made({ takes, next })
  }

  #condition(sign: string): (before: string | undefined, after: string | undefined) => boolean {
    if (sign === '^') return (before) => before === undefined
    if (sign === '$') return (_, after) => after === undefined
    const isWord = this.#tests(String.raw`\w`)
    const isBorder = sign === String.raw`\b`
    return (before = '', after = '') => (isWord(before) !== isWord(after)) === isBorder
  }

  #tests(one: string): PatternTest {
    const form = new RegExp(`^(?:${one})$`, this.#flags)
    return (text) => form.test(text)
  }

  #made(state: State): State {
    if (++this.#states > mostStates) throw new RangeError('The pattern is too large')
    return state
  }

  #take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.#pattern) ?? undefined
    if (found) this.#at = form.lastIndex
    return found
  }
}

/** How often each sign lets a part come. */
const signs: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
}

/** One character, as a class, an escape or itself. */
const character =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|[pP]\{[^}]*\}|[^1-9k])|[^\\[(]/suy

/** `\-` and its like, which Java knows, and JavaScript only without the flag `u`. */
const escaped = /\\(.)/gsu
const isEscapeOfJava = /[^\w^$\\.*+?()[\]{}|/]/u

/**
 * Tests whether whole texts match. `(?i)` at the start of the pattern ignores the case of letters.
 *
 * @returns Undefined for a text that is no pattern.
 */
export function wholeTextTest(pattern: string): PatternTest | undefined {
  const isFolded = pattern.startsWith('(?i)')
  const body = pattern
    .slice(isFolded ? 4 : 0)
    .replaceAll(escaped, (both, one: string) =>
      isEscapeOfJava.test(one) ? `\\u{${one.codePointAt(0)!.toString(16)}}` : both,
    )
  try {
    // Parentheses around `a)(b` would make a pattern of it.
    void new RegExp(body, 'u')
    return patternTest(`^(?:${body})$`, isFolded ? 'iu' : 'u')
  } catch {
    return undefined
  }
}
