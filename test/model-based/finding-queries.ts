import * as fc from 'fast-check'
import { type Json, type Language, valueAt } from './finding-reference.ts'

/** A search or filter not yet written: its numbers pick from the properties and values at the time of writing. */
export type Plan =
  | { readonly kind: 'comparison'; readonly picks: readonly number[]; readonly fault: number | null }
  | { readonly kind: 'group'; readonly inside: Plan }
  | { readonly kind: 'joined'; readonly first: Plan; readonly word: string; readonly second: Plan }

/** Texts that are easily read wrongly: case, marks, quotes, and what means something outside of quotes. */
export const texts = [
  'Eng',
  'eng',
  'ENGINE',
  'élan',
  'Élan',
  'elan',
  'a "b" \\ c',
  '\\',
  ' and ',
  '(x)',
  'ñ 日本',
  '😀',
  'ΣΑΣ',
  'σας',
  '10',
  '2',
  'true',
  'x_y',
  "o'x",
  '',
]

/** The fault of a comparison; most have no fault. */
const fault = fc.oneof({ weight: 14, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(10_000) })

/** Plans of which some are meant to go wrong. */
export const plan: fc.Arbitrary<Plan> = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('comparison' as const),
        picks: fc.array(fc.nat(10_000), { minLength: 8, maxLength: 8 }),
        fault,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('group' as const), inside: tie('plan') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('joined' as const),
        first: tie('plan'),
        word: fc.constantFrom('and', 'or', 'AND', 'Or'),
        second: tie('plan'),
      }),
    },
  ),
})).plan

/** Writes a plan down, with values that the items have where it may. */
export function written(each: Plan, language: Language, items: readonly Json[]): string {
  switch (each.kind) {
    case 'group':
      return `(${written(each.inside, language, items)} )`
    case 'joined':
      return `${written(each.first, language, items)} ${each.word}  ${written(each.second, language, items)}`
    default:
      return comparison(each.picks, each.fault, language, items)
  }
}

function comparison(
  picks: readonly number[],
  fault: number | null,
  language: Language,
  items: readonly Json[],
): string {
  const [which = 0, how = 0, whose = 0, other = 0, shape = 0, element = 0, part = 0, space = 0] = picks
  const name = pick([...language.properties.keys()], which)
  const { kind, operators, values } = language.properties.get(name)!
  const operator = pick(operators, how)
  const held = [valueAt(pick(items, whose), name)].flat()
  const own: unknown = held.length > 0 ? pick(held, element) : undefined
  const value = values ? pick(values, other) : (own ?? substitutes(kind, other))
  const parts = [name, pick([operator, operator.toUpperCase()], shape)]
  if (operator !== 'pr') parts.push(literal(value, kind, operator, { shape, part }))
  return (fault === null ? parts : spoiled(parts, fault)).join(pick([' ', ' ', '  ', '\t'], space))
}

function substitutes(kind: string, picked: number): unknown {
  switch (kind) {
    case 'time':
      return new Date(Date.UTC(2026, 0, 5, 9, 30, picked % 60)).toISOString()
    case 'number':
      return pick([0, 1, 1.5, -2, 10], picked)
    case 'boolean':
      return picked % 2 === 0
    default:
      return pick(texts, picked)
  }
}

function literal(
  value: unknown,
  kind: string,
  operator: string,
  { shape, part }: { readonly shape: number; readonly part: number },
): string {
  if (kind === 'time') return `"${moment(Date.parse(String(value)) + pick([0, 0, 0, 1, -1], part), shape)}"`
  if (typeof value !== 'string' && operator !== 'sw') return String(value)
  const text = String(value)
  const beginning =
    operator === 'sw'
      ? Array.from(text)
          .slice(0, 1 + (part % 4))
          .join('')
      : text
  return JSON.stringify(pick([beginning, beginning, beginning.toUpperCase(), beginning.toLowerCase()], shape))
}

/** One moment in several spellings. */
function moment(time: number, shape: number): string {
  const minutes = pick([0, 60, -330], shape)
  if (minutes === 0) return new Date(time).toISOString()
  const zone = minutes === 60 ? '+01:00' : '-05:30'
  return new Date(time + minutes * 60_000).toISOString().replace('Z', zone)
}

/** A comparison with one thing wrong, most of the time. */
function spoiled([name = '', operator = '', value = '']: readonly string[], fault: number): string[] {
  const spoilers = [
    () => [
      pick(['nope', 'Status', 'profile', 'lastLogin', 'objectClass', '__proto__'], fault),
      operator,
      value,
    ],
    () => [name, pick(['ne', 'co', 'EW', '=', 'not', '', 'ge', 'sw', 'pr', 'lt'], fault), value],
    () => [name, operator, pick(['ACTIVE', "'x'", '-', '05', 'and', '"yesterday"'], fault)],
    () => [name, operator],
    () => [name, operator, value, pick(['and', 'or or', ')', '(', 'xor', '"x"'], fault)],
    () => ['not', name, operator, value],
    () => [name, operator, `${value}"`],
  ]
  return pick(spoilers, Math.floor(fault / 7))().filter((part) => part !== '')
}

function pick<Item>(items: readonly Item[], picked: number): Item {
  return items[picked % items.length]!
}
