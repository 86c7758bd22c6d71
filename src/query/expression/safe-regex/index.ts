import { type Instruction, assemble } from './program.ts'
import { parsePattern, type PatternOptions } from './pattern.ts'

export { PatternError } from './pattern.ts'

/** A compiled pattern. */
export interface SafeRegex {
  /** Whether the pattern matches the whole text. */
  test(text: string): boolean
  /** Whether the pattern matches some part of the text. Long texts do not: the steps it may take are bounded. */
  find(text: string): boolean
}

/** How many steps finding a pattern in a text may take at most: states of the automaton times characters. */
const maxSteps = 20_000_000

/** Group names come again with every user, so that up to this many answers are kept. */
const maxAnswers = 1_000

/**
 * Compiles a pattern for matching whole texts in time linear in the text. All ways of matching are followed at once,
 * and none is tried again, so that no pattern can hang.
 *
 * The syntax is a subset of what is common to Java and JavaScript. It has characters, `.`, `[…]` and `[^…]` with
 * ranges, `\d \w \s \D \W \S \t \n \r \f` and `\` before punctuation. It also has `( )`, `(?: )`, `|`,
 * `* + ? {n} {n,} {n,m}` (also with `?` behind), `^`, `$`, and `(?i)` in front. Look-around, back-references and
 * possessive quantifiers are refused. Other engines bring a whole syntax and a hundred kilobytes into a page; the tests
 * compare with RE2 in JavaScript.
 *
 * @throws PatternError for a pattern that is outside the subset or too large
 */
export function compileSafeRegex(source: string, options?: PatternOptions): SafeRegex {
  const program = assemble(parsePattern(source, options), options?.maxSize)
  const answers = new Map<string, boolean>()
  return {
    test(text) {
      const known = answers.get(text)
      if (known !== undefined) return known
      if (answers.size >= maxAnswers) answers.clear()
      const answer = runs(program, text, 'whole')
      answers.set(text, answer)
      return answer
    },
    find: (text) => text.length * program.length <= maxSteps && runs(program, text, 'part'),
  }
}

/**
 * Runs the automaton over the text, carrying the set of all states that it may be in. For a part of the text it begins
 * at each of its characters, and ends with the first match.
 */
function runs(program: readonly Instruction[], text: string, what: 'whole' | 'part'): boolean {
  const last = program.length - 1
  const isPart = what === 'part'
  let states = reachable(program, [0], true, text.length === 0)
  let offset = 0
  while (offset < text.length && states.size > 0) {
    if (isPart && states.has(last)) return true
    const code = text.codePointAt(offset) ?? 0
    offset += code > 0xffff ? 2 : 1
    const next = isPart ? [0] : []
    for (const state of states) {
      const instruction = program[state]
      if (instruction?.op === 'character' && instruction.test(code)) next.push(state + 1)
    }
    states = reachable(program, next, false, offset >= text.length)
  }
  return states.has(last) && (isPart || offset >= text.length)
}

/** The states that are reached from some states without reading a character. */
function reachable(
  program: readonly Instruction[],
  from: number[],
  atStart: boolean,
  atEnd: boolean,
): ReadonlySet<number> {
  const seen = new Set<number>()
  const pending = from
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (seen.has(state)) continue
    seen.add(state)
    const instruction = program[state]
    if (instruction?.op === 'split') pending.push(instruction.first, instruction.second)
    if ((instruction?.op === 'start' && atStart) || (instruction?.op === 'end' && atEnd))
      pending.push(state + 1)
  }
  return seen
}
