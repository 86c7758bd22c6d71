import type { Dice } from './dice.ts'

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
export function joined(dice: Dice, leaf: () => Leaf, words: Words, shape: Shape): Expression {
  if (typeof shape === 'string') return shape === 'x' ? leaf() : { ...leaf(), wrapped: true }
  const [is, ...parts] = shape
  const word = dice.chance(0.75) ? words[is][0] : dice.pick(words[is])
  return { is, parts: parts.map((each) => joined(dice, leaf, words, each)), word, wrapped: dice.chance(0.12) }
}

/** The records for which an expression is true, as bits. */
function bitsOf(tree: Expression, leafBits: (leaf: Leaf) => number): number {
  if (tree.is === 'compare') return leafBits(tree)
  const bits = tree.parts.map((part) => bitsOf(part, leafBits))
  return bits.reduce((one, other) => (tree.is === 'and' ? one & other : one | other))
}

/** Comparisons that differ for equal values only. */
const boundary: Readonly<Record<string, string>> = { gt: 'ge', ge: 'gt', lt: 'le', le: 'lt', eq: 'ge' }

/** Misreadings of an expression by a service: a term dropped, words confused or bound wrongly, a value cut. */
function misread(tree: Expression): Expression[] {
  if (tree.is === 'compare') {
    const [head = ''] = tree.value.split(/[^\p{L}\p{N}«».|@-]/u)
    if (tree.time === true) return [{ ...tree, operator: boundary[tree.operator] ?? tree.operator }]
    return [
      { ...tree, operator: tree.operator === 'eq' ? 'sw' : 'eq' },
      ...(['eq', 'sw'].includes(tree.operator) ? [{ ...tree, operator: `${tree.operator} folded` }] : []),
      ...(tree.value.trim() === tree.value ? [] : [{ ...tree, value: tree.value.trim() }]),
      ...(head === '' || head === tree.value ? [] : [{ ...tree, operator: 'sw', value: head }]),
    ]
  }
  const { parts } = tree
  const joinedBy = (is: 'and' | 'or', some: readonly Expression[]): Expression => ({
    ...tree,
    is,
    parts: some,
  })
  const [first] = parts
  const last = parts.at(-1)
  return [
    joinedBy(tree.is === 'and' ? 'or' : 'and', parts),
    ...parts.map((_, at) => joinedBy(tree.is, parts.toSpliced(at, 1))),
    ...parts.flatMap((part, at) => misread(part).map((each) => joinedBy(tree.is, parts.with(at, each)))),
    ...(first === undefined || first.is === 'compare'
      ? []
      : [
          joinedBy(first.is, [
            ...first.parts.slice(0, -1),
            joinedBy(tree.is, [...first.parts.slice(-1), ...parts.slice(1)]),
          ]),
        ]),
    ...(last === undefined || last.is === 'compare'
      ? []
      : [
          joinedBy(last.is, [
            joinedBy(tree.is, [...parts.slice(0, -1), ...last.parts.slice(0, 1)]),
            ...last.parts.slice(1),
          ]),
        ]),
  ]
}

/** Of some expressions, one whose misreadings find other records than it does, if any does. */
export function telling(propose: () => Expression, leafBits: (leaf: Leaf) => number): Expression {
  const cache = new Map<string, number>()
  const known = (leaf: Leaf): number => {
    const key = `${leaf.property} ${leaf.operator} ${leaf.value}`
    const bits = cache.get(key) ?? leafBits(leaf)
    cache.set(key, bits)
    return bits
  }
  const score = (tree: Expression): number => {
    const bits = bitsOf(tree, known)
    const others = misread(tree).filter((each) => bitsOf(each, known) !== bits).length
    return others / misread(tree).length + (bits === 0 ? 0 : 0.25)
  }
  const some = Array.from({ length: 6 }, propose).map((tree) => ({ tree, score: score(tree) }))
  return some.reduce((best, each) => (each.score > best.score ? each : best)).tree
}

/** A text without diacritical marks, as some databases compare it. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Whether a comparison of texts is true; it ignores case, also of letters beyond ASCII. */
export function isTrue({ operator, value }: Leaf, text: unknown): boolean {
  if (typeof text !== 'string') return false
  const [is = '', misreading] = operator.toLowerCase().split(' ')
  if (misreading !== undefined)
    return isTrue({ is: 'compare', property: '', operator: is, value: folded(value) }, folded(text))
  const [one, other] = [text.toLowerCase(), value.toLowerCase()]
  switch (is) {
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
