/**
 * The kinds of value that an expression may yield, whatever the user, as a set of bits. An attribute may be any kind; a
 * call of `String.len` is a Number or null.
 */
export type Kinds = number

const bits = { string: 1, number: 2, boolean: 4, array: 8, null: 16 } as const

/** A kind's name in the function table, in options and in messages. */
export type KindName = 'string' | 'number' | 'boolean' | 'array'

export const anyKind: Kinds = 31
export const nullKind: Kinds = bits.null

/** The set of the named kinds; null is in it only when it is named. */
export function kinds(...names: (keyof typeof bits)[]): Kinds {
  return names.reduce<Kinds>((set, name) => set | bits[name], 0)
}

export function canBe(set: Kinds, other: Kinds): boolean {
  return (set & other) !== 0
}

const titles: readonly [keyof typeof bits, string][] = [
  ['string', 'a String'],
  ['number', 'a Number'],
  ['boolean', 'a Boolean'],
  ['array', 'an Array'],
]

/** The kinds in words: `a String or a Number`. Null is only mentioned where there is nothing else. */
export function describeKinds(set: Kinds): string {
  if (set === nullKind) return 'null'
  return titles
    .filter(([name]) => canBe(set, bits[name]))
    .map(([, title]) => title)
    .join(' or ')
}
