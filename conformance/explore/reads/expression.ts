import type { Rng } from '../sequence/rng.ts'

/** One comparison of a search or filter. */
export interface Leaf {
  readonly is: 'compare'
  readonly property: string
  readonly operator: string
  /** May contain references. */
  readonly value: string
  /** Whether the value is a point in time. */
  readonly time?: true
  /** Whether it has parentheses. */
  readonly wrapped?: boolean
}

/** A comparison of a property with a value. */
export const compared = (property: string, value: string, operator = 'eq'): Leaf => ({
  is: 'compare',
  property,
  operator,
  value,
})

/** A search or filter as a tree. */
export type Expression =
  | Leaf
  | {
      readonly is: 'and' | 'or'
      readonly parts: readonly Expression[]
      /** The word in its spelling: searches accept any case. */
      readonly word: string
      /** Whether it has parentheses that it does not need. */
      readonly wrapped?: boolean
    }

/** The text of an expression; `and` binds more strongly than `or`. */
export function textOf(tree: Expression, within?: 'and' | 'or'): string {
  if (tree.is === 'compare') {
    const quoted = `"${tree.value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    const text = `${tree.property} ${tree.operator} ${quoted}`
    return tree.wrapped === true ? `(${text})` : text
  }
  const text = tree.parts.map((part) => textOf(part, tree.is)).join(` ${tree.word} `)
  return tree.wrapped === true || (within === 'and' && tree.is === 'or') ? `(${text})` : text
}

/** The comparisons in an expression. */
export function leavesOf(tree: Expression): Leaf[] {
  return tree.is === 'compare' ? [tree] : tree.parts.flatMap(leavesOf)
}

/** The spellings of the words of a language, the plain form first. */
export interface Words {
  readonly and: readonly [string, ...string[]]
  readonly or: readonly [string, ...string[]]
}

export type Shape = 'x' | '(x)' | readonly ['and' | 'or', ...Shape[]]

/** How comparisons are joined. Short shapes are frequent, because they show the most misreadings. */
export const shapes: readonly Shape[] = [
  'x',
  '(x)',
  ['and', 'x', 'x'],
  ['or', 'x', 'x'],
  ['and', 'x', 'x', 'x'],
  ['or', 'x', 'x', 'x'],
  ['or', 'x', ['and', 'x', 'x']],
  ['or', ['and', 'x', 'x'], 'x'],
  ['and', ['or', 'x', 'x'], 'x'],
  ['and', 'x', ['or', 'x', 'x']],
  ['and', '(x)', '(x)'],
  ['or', ['and', 'x', 'x'], ['and', 'x', 'x']],
  ['and', ['or', 'x', 'x'], ['or', 'x', 'x']],
  ['or', ['and', ['or', 'x', 'x'], 'x'], 'x'],
  ['or', 'x', ['and', 'x', ['or', 'x', 'x']]],
  ['or', 'x', 'x', 'x', 'x'],
  ['and', 'x', 'x', 'x', 'x'],
]

/** Joins comparisons in a shape. */
export function joined(rng: Rng, leaf: () => Leaf, words: Words, shape: Shape): Expression {
  if (typeof shape === 'string') return shape === 'x' ? leaf() : { ...leaf(), wrapped: true }
  const [is, ...parts] = shape
  const word = rng.chance(0.75) ? words[is][0] : rng.pick(words[is])
  return { is, parts: parts.map((each) => joined(rng, leaf, words, each)), word, wrapped: rng.chance(0.12) }
}

/** The records for which an expression is true, as bits. */
function bitsOf(tree: Expression, leafBits: (leaf: Leaf) => number): number {
  if (tree.is === 'compare') return leafBits(tree)
  const bits = tree.parts.map((part) => bitsOf(part, leafBits))
  return bits.reduce((one, other) => (tree.is === 'and' ? one & other : one | other))
}

/** Comparisons that differ for equal values only. */
const boundary: Readonly<Record<string, string>> = { gt: 'ge', ge: 'gt', lt: 'le', le: 'lt', eq: 'ge' }

/** Readings of a text by databases that do not compare it as it is. */
const readings: Readonly<Record<string, (text: string) => string>> = {
  marks: (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  blanks: (text) => text.replaceAll(/\s+/g, ' ').trim(),
  numbers: (text) => text.replace(/^0+(?=\d)/, ''),
  signs: (text) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, ''),
  // The case of ASCII letters only.
  ascii: (text) => text.replaceAll(/[\u{80}-\u{10ffff}]/gu, (letter) => String(letter.codePointAt(0))),
}

/** Misreadings of an expression by a service, by name: a term dropped, words confused or bound wrongly, a value cut. */
function misread(tree: Expression): [name: string, Expression][] {
  if (tree.is === 'compare') {
    const { property, operator, value } = tree
    const is = operator.toLowerCase()
    const named = (name: string, to: Partial<Leaf>): [string, Expression] => [
      `${property} ${is} ${name}`,
      { ...tree, ...to },
    ]
    const other = boundary[is]
    const unequal = other === undefined ? [] : [named(other, { operator: other })]
    const never = named('never', { operator: 'never' })
    if (tree.time === true) return [never, ...unequal]
    const [head = ''] = value.split(/[^\p{L}\p{N}«».|@-]/u)
    const read = is === 'eq' || is === 'sw' ? Object.keys(readings) : []
    return [
      never,
      ...(is === 'eq' ? [named('sw', { operator: 'sw' })] : unequal),
      ...(is === 'sw' ? [named('eq', { operator: 'eq' })] : []),
      named('case', { operator: `${is} case` }),
      ...read.map((reading) => named(reading, { operator: `${is} ${reading}` })),
      ...(/[%_*]/.test(value) ? [named('pattern', { operator: `${is} pattern` })] : []),
      ...(head === '' || head === value ? [] : [named('cut', { operator: 'sw', value: head })]),
    ]
  }
  const { parts } = tree
  const named = (name: string, is: 'and' | 'or', some: readonly Expression[]): [string, Expression] => [
    `${tree.is} of ${parts.length} ${name}`,
    { ...tree, is, parts: some },
  ]
  const [first] = parts
  const last = parts.at(-1)
  const within = (is: 'and' | 'or', some: readonly Expression[]): Expression => ({ ...tree, is, parts: some })
  return [
    named('other word', tree.is === 'and' ? 'or' : 'and', parts),
    ...parts.map((_, at) => named(`without ${at}`, tree.is, parts.toSpliced(at, 1))),
    ...parts.flatMap((part, at) =>
      misread(part).map(([name, each]): [string, Expression] => [
        name,
        within(tree.is, parts.with(at, each)),
      ]),
    ),
    ...(first === undefined || first.is === 'compare'
      ? []
      : [
          named('bound left', first.is, [
            ...first.parts.slice(0, -1),
            within(tree.is, [...first.parts.slice(-1), ...parts.slice(1)]),
          ]),
        ]),
    ...(last === undefined || last.is === 'compare'
      ? []
      : [
          named('bound right', last.is, [
            within(tree.is, [...parts.slice(0, -1), ...last.parts.slice(0, 1)]),
            ...last.parts.slice(1),
          ]),
        ]),
  ]
}

/** How many expressions are compared before one is sent. */
const proposals = 48

/**
 * The expression, of some, whose misreadings would find other records. Misreadings that few queries have shown count
 * most.
 *
 * @param worthOf How much it is worth to show a misreading.
 * @param onTold Called with each misreading that the chosen expression shows.
 */
export function telling(
  propose: () => Expression,
  leafBits: (leaf: Leaf) => number,
  worthOf: (misreading: string) => number,
  onTold: (misreading: string) => void,
): Expression {
  const cache = new Map<string, number>()
  const known = (leaf: Leaf): number => {
    const key = `${leaf.property} ${leaf.operator} ${leaf.value}`
    const bits = cache.get(key) ?? leafBits(leaf)
    cache.set(key, bits)
    return bits
  }
  const toldBy = (tree: Expression): Set<string> => {
    const bits = bitsOf(tree, known)
    return new Set(misread(tree).flatMap(([name, each]) => (bitsOf(each, known) === bits ? [] : [name])))
  }
  const some = Array.from({ length: proposals }, propose).map((tree) => {
    const told = toldBy(tree)
    return { tree, told, worth: [...told].reduce((sum, name) => sum + worthOf(name), 0) }
  })
  const { tree, told } = some.reduce((best, each) => (each.worth > best.worth ? each : best))
  for (const name of told) onTold(name)
  return tree
}

/** Whether a comparison of texts is true; it ignores case, also of letters beyond ASCII. */
export function isTrue({ operator, value }: Leaf, text: unknown): boolean {
  if (typeof text !== 'string') return false
  const [is = '', reading] = operator.toLowerCase().split(' ')
  const read = readings[reading ?? ''] ?? ((each: string) => each)
  const lower = (each: string): string => (reading === 'case' ? each : read(each).toLowerCase())
  const [one, other] = [lower(text), lower(value)]
  if (reading === 'pattern') return patternOf(other, is === 'sw').test(one)
  switch (is) {
    case 'never':
      return false
    case 'eq':
      return one === other
    case 'sw':
      return one.startsWith(other)
    case 'gt':
      return one > other
    case 'ge':
      return one >= other
    case 'lt':
      return one < other
    default:
      return one <= other
  }
}

/** A value read as a pattern of a database. */
function patternOf(value: string, isStart: boolean): RegExp {
  const escaped = value.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/[%*]/g, '.*').replaceAll('_', '.')}${isStart ? '' : '$'}`, 'su')
}

/** Simpler expressions, the simplest first. */
export function simpler(tree: Expression): Expression[] {
  if (tree.is === 'compare') return tree.wrapped === true ? [{ ...tree, wrapped: false }] : []
  const { parts } = tree
  const fewer =
    parts.length > 2 ? parts.map((_, at) => ({ ...tree, parts: parts.filter((__, i) => i !== at) })) : []
  const within = parts.flatMap((part, at) =>
    simpler(part).map((each) => ({ ...tree, parts: parts.with(at, each) })),
  )
  const plain = tree.wrapped === true ? [{ ...tree, wrapped: false }] : []
  const lower = tree.word === tree.is ? [] : [{ ...tree, word: tree.is }]
  return [...parts, ...fewer, ...within, ...plain, ...lower]
}
