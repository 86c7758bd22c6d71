import type { Dice } from './dice.ts'

/** A search or filter as a tree. */
export type Expression =
  | {
      readonly is: 'compare'
      readonly property: string
      readonly operator: string
      /** With references. */
      readonly value: string
      /** Whether the value is a point in time. */
      readonly time?: true
    }
  | {
      readonly is: 'and' | 'or'
      readonly parts: readonly Expression[]
      /** The word as it is written: searches take any case. */
      readonly word: string
      /** Whether parentheses stand around it where none are needed. */
      readonly wrapped?: boolean
    }

/** The text of an expression; `and` binds more than `or`. */
export function textOf(tree: Expression, within?: 'and' | 'or'): string {
  if (tree.is === 'compare') {
    return `${tree.property} ${tree.operator} "${tree.value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  }
  const text = tree.parts.map((part) => textOf(part, tree.is)).join(` ${tree.word} `)
  return tree.wrapped === true || (within === 'and' && tree.is === 'or') ? `(${text})` : text
}

/** The comparisons in an expression. */
export function leavesOf(tree: Expression): Extract<Expression, { is: 'compare' }>[] {
  return tree.is === 'compare' ? [tree] : tree.parts.flatMap(leavesOf)
}

/** How the words of a language may be written, the plain form first. */
export interface Words {
  readonly and: readonly [string, ...string[]]
  readonly or: readonly [string, ...string[]]
}

/**
 * Joins comparisons at random: one alone, a few with one word between them, or nested. Plain forms come often, since a
 * server that reads only these wrongly is a server that is used.
 */
export function joined(dice: Dice, leaf: () => Expression, words: Words, depth = 3): Expression {
  if (depth === 0 || dice.chance(0.35)) return leaf()
  const is = dice.pick(['and', 'or'] as const)
  const isFlat = dice.chance(0.55)
  const parts = Array.from({ length: dice.chance(0.4) ? 3 : 2 }, () =>
    isFlat ? leaf() : joined(dice, leaf, words, depth - 1),
  )
  const word = dice.chance(0.75) ? words[is][0] : dice.pick(words[is])
  return { is, parts, word, wrapped: dice.chance(0.2) }
}

/** Simpler expressions, the simplest first. */
export function simpler(tree: Expression): Expression[] {
  if (tree.is === 'compare') return []
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
