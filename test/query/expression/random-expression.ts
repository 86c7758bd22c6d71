import * as fc from 'fast-check'
import type { Node } from '../../../src/query/expression/syntax-tree.ts'

type WithoutPlace<T> = T extends unknown
  ? { [K in keyof T as K extends 'start' | 'end' ? never : K]: Bare<T[K]> }
  : never
type Bare<T> = T extends Node
  ? WithoutPlace<T>
  : T extends readonly (infer I)[]
    ? readonly Bare<I>[]
    : T extends object
      ? { [K in keyof T]: Bare<T[K]> }
      : T

/** A syntax tree without the places of its nodes. */
export type Tree = WithoutPlace<Node>

const attributes = ['name', 'level', 'active', 'tags', 'none', 'and', 'constructor']

const attributeValue = fc.oneof(
  fc.constantFrom<unknown>('', 'a', 'ab', 'B', 0, 1, 2, -1, 0.5, true, false, null, undefined, { a: 1 }),
  fc.array(fc.constantFrom<unknown>('a', 1, null, ['a']), { maxLength: 3 }),
)

/** A profile with some of the attributes. */
export const profile: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.tuple(fc.constantFrom(...attributes), attributeValue), { maxLength: 6 })
  .map((entries) => Object.fromEntries(entries))

const literal: fc.Arbitrary<Tree> = fc
  .oneof(
    fc.constantFrom('', 'a', 'ab', 'B', "it's", 'say "no"', '\\'),
    fc.constantFrom(0, 1, 2, 0.5, 12.25),
    fc.boolean(),
    fc.constant(null),
  )
  .map((value) => ({ kind: 'literal', value }))

const attribute: fc.Arbitrary<Tree> = fc
  .constantFrom(...attributes)
  .map((name) => ({ kind: 'attribute', name }))

const callees: readonly [string, number][] = [
  ['String.len', 1],
  ['String.append', 2],
  ['String.startsWith', 2],
  ['String.stringContains', 2],
  ['Arrays.contains', 2],
  ['Arrays.size', 1],
  ['isMemberOfGroup', 1],
  ['isMemberOfGroupName', 1],
]

/** Any tree that the grammar allows, also trees that later checks reject. */
export const { tree } = fc.letrec<{ tree: Tree }>((tie) => {
  const inner = tie('tree')
  const many = fc.array(inner, { minLength: 2, maxLength: 3 })
  const steps = (...operators: ('+' | '-' | '*' | '/' | '%')[]) =>
    fc.array(fc.record({ operator: fc.constantFrom(...operators), operand: inner }), {
      minLength: 1,
      maxLength: 3,
    })
  return {
    tree: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'tree' },
      literal,
      attribute,
      fc.array(inner, { maxLength: 3 }).map((items): Tree => ({ kind: 'list', items })),
      fc
        .constantFrom(...callees)
        .chain(([name, count]) =>
          fc
            .array(inner, { minLength: count, maxLength: count })
            .map((given): Tree => ({ kind: 'call', name, arguments: given })),
        ),
      inner.map((operand): Tree => ({ kind: 'not', operand })),
      inner.map((operand): Tree => ({ kind: 'negative', operand })),
      fc
        .tuple(fc.constantFrom('&&' as const, '||' as const), many)
        .map(([operator, operands]): Tree => ({ kind: 'logical', operator, operands })),
      fc
        .tuple(
          fc.constantFrom(
            '==' as const,
            '!=' as const,
            '<' as const,
            '<=' as const,
            '>' as const,
            '>=' as const,
          ),
          inner,
          inner,
        )
        .map(([operator, left, right]): Tree => ({ kind: 'comparison', operator, left, right })),
      fc
        .tuple(inner, fc.oneof(steps('+', '-'), steps('*', '/', '%')))
        .map(([first, taken]): Tree => ({ kind: 'arithmetic', first, steps: taken })),
      fc
        .tuple(fc.array(fc.record({ when: inner, yields: inner }), { minLength: 1, maxLength: 2 }), inner)
        .map(([cases, otherwise]): Tree => ({ kind: 'conditional', cases, otherwise })),
    ),
  }
})

/** How tightly each node binds. A part gets parentheses when it binds no tighter than the node around it. */
function binding(node: Tree): number {
  switch (node.kind) {
    case 'conditional':
      return 0
    case 'logical':
      return node.operator === '||' ? 1 : 2
    case 'comparison':
      return 3
    case 'arithmetic':
      return '+-'.includes(node.steps[0]?.operator ?? '') ? 4 : 5
    case 'not':
    case 'negative':
      return 6
    default:
      return 7
  }
}

/** Writes a tree as an expression with no more parentheses than needed. `spell` chooses among spellings. */
export function print(node: Tree, spell: (spellings: readonly string[]) => string): string {
  const within = (part: Tree, tighterThan: number): string => {
    const written = print(part, spell)
    return binding(part) > tighterThan ? written : `(${written})`
  }
  const sign = (operator: string) => ` ${spell(spellings[operator] ?? [operator])} `
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? spell(quoted(node.value)) : String(node.value)
    case 'attribute':
      return spell([`user.${node.name}`, `user["${node.name}"]`])
    case 'list':
      return spell(['{}', '[]'])
        .split('')
        .join(node.items.map((item) => print(item, spell)).join(', '))
    case 'call':
      return `${node.name}(${node.arguments.map((argument) => print(argument, spell)).join(',')})`
    case 'not':
      return `${spell(['!', 'not ', 'NOT '])}${within(node.operand, 5)}`
    case 'negative':
      return `-${within(node.operand, 5)}`
    case 'logical': {
      const own = binding(node)
      return node.operands.map((operand) => within(operand, own)).join(sign(node.operator))
    }
    case 'comparison':
      return within(node.left, 3) + sign(node.operator) + within(node.right, 3)
    case 'arithmetic': {
      const own = binding(node)
      return (
        within(node.first, own) +
        node.steps.map((step) => sign(step.operator) + within(step.operand, own)).join('')
      )
    }
    case 'conditional': {
      const cases = node.cases.map(({ when, yields }) => `${within(when, 0)} ? ${print(yields, spell)} : `)
      return cases.join('') + within(node.otherwise, 0)
    }
  }
}

const spellings: Readonly<Record<string, readonly string[]>> = {
  '&&': ['&&', 'and', 'AND', 'And'],
  '||': ['||', 'or', 'OR'],
  '==': ['==', 'eq', 'EQ'],
  '!=': ['!=', 'ne'],
  '<': ['<', 'lt'],
  '<=': ['<=', 'le'],
  '>': ['>', 'gt'],
  '>=': ['>=', 'ge'],
  '/': ['/', 'div'],
  '%': ['%', 'mod'],
}

function quoted(text: string): readonly string[] {
  return [`'${text.replaceAll("'", "''")}'`, `"${text.replaceAll('"', '""')}"`]
}
