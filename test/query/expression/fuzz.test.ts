import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileValue } from '../../../src/query/expression/compile.ts'
import { compileExpression, ExpressionError } from '../../../src/query/expression/index.ts'
import { parse } from '../../../src/query/expression/parser.ts'
import type { Node } from '../../../src/query/expression/syntax-tree.ts'
import { subject } from './ask.ts'
import { print, profile, type Tree, tree } from './random-expression.ts'
import { evaluate } from './reference.ts'
import { runs } from '../../support/runs.ts'

const groups = { a: 'ab', ab: 'B' }

/** Chooses the same spellings again for the same seed. */
function speller(seed: number): (spellings: readonly string[]) => string {
  let state = seed
  return (spellings) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return spellings[(state >>> 16) % spellings.length] ?? ''
  }
}

/** The same tree without the places of its nodes. */
function bare(node: object): Tree {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value)),
  ) as Tree
}

/** A node and every node in it. */
function partsOf(node: Node): Node[] {
  const inside = Object.values(node).flatMap(nodesIn)
  return [node, ...inside.flatMap(partsOf)]
}

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  return 'kind' in value ? [value as Node] : Object.values(value).flatMap(nodesIn)
}

const words = fc.constantFrom(
  ...`user user. . name "a" 'b' 1 2.5 true null ( ) { } [ ] , ? :`.split(' '),
  ...`== != < >= and or ! not + - * % " ' = é \\`.split(' '),
  ...`String.len( String.startsWith( Arrays.contains( isMemberOfGroup( isMemberOfGroupNameRegex(" (a|b)*")`.split(
    ' ',
  ),
  ' ',
  '\n',
)
const soup = fc.array(words, { maxLength: 25 }).map((parts) => parts.join(''))
const anything = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 50 }), soup)

test('an arbitrary text is compiled or refused at a place inside it, and what is compiled answers with a Boolean', () => {
  fc.assert(
    fc.property(anything, profile, (text, user) => {
      try {
        expect(typeof compileExpression(text).test(subject(user, groups))).toBe('boolean')
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError)
        const { position, line, column, message, expected, found } = error as ExpressionError
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThanOrEqual(text.length)
        expect(text.split('\n')[line - 1]?.length).toBeGreaterThanOrEqual(column - 1)
        expect(message).toBe(message.trim())
        expect([expected, found]).not.toContain('')
      }
    }),
    { numRuns: runs(10_000) },
  )
})

test('every tree, written with as few parentheses as possible in any spelling, is read back as the same tree', () => {
  fc.assert(
    fc.property(tree, fc.nat(), (node, seed) => {
      const text = print(node, speller(seed))
      expect(bare(parse(text)), text).toEqual(node)
    }),
    { numRuns: runs(3_000) },
  )
})

test('every node of a tree is placed where reading it alone gives the same node', () => {
  fc.assert(
    fc.property(tree, fc.nat(), (node, seed) => {
      const text = print(node, speller(seed))
      for (const part of partsOf(parse(text))) {
        expect(bare(parse(text.slice(part.start, part.end)))).toEqual(bare(part))
      }
    }),
    { numRuns: runs(500) },
  )
})

test('a compiled expression yields what a plain walk over its tree yields', () => {
  fc.assert(
    fc.property(tree, profile, fc.nat(), (node, user, seed) => {
      const text = print(node, speller(seed))
      const asked = subject(user, groups)
      expect(compileValue(parse(text))(asked), text).toEqual(evaluate(node, asked))
    }),
    { numRuns: runs(5_000) },
  )
})

test('an expression that is not refused answers true where it yields true, and false elsewhere', () => {
  let compiled = 0
  fc.assert(
    fc.property(tree, profile, fc.nat(), (node, user, seed) => {
      const text = print(node, speller(seed))
      const asked = subject(user, groups)
      const yielded = evaluate(node, asked)
      try {
        expect(compileExpression(text).test(asked), text).toBe(yielded === true)
        compiled += 1
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
      }
    }),
    { numRuns: runs(5_000) },
  )
  expect(compiled).toBeGreaterThan(runs(200))
})

test('no profile can make a test fail', () => {
  const rules = [
    'user.a == user.b or user.a < user.b',
    'String.startsWith(user.a, user.b) and !String.stringContains(user.b, "x")',
    'String.replace(user.a, user.b, user.a) == String.join(user.a, user.b, user.a)',
    'Arrays.contains(Arrays.flatten(user.a, user.b), Arrays.get(user.a, user.b))',
    'Arrays.toCsvString(Arrays.add(Arrays.remove(user.a, user.b), user.a)) == user.a + user.b',
    'Convert.toInt(user.a) >= Convert.toNum(user.b) ? user.a : -user.a * user.b % user.a == 1',
    'String.substring(user.a, user.b, user.a) != String.stringSwitch(user.a, user.b, user.a, user.b)',
    'isMemberOfGroup(user.a) or isMemberOfGroupNameContains(user.b)',
  ].map((rule) => compileExpression(rule))
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (a, b) => {
      for (const rule of rules) expect(typeof rule.test(subject({ a, b }, groups))).toBe('boolean')
    }),
    { numRuns: runs(5_000) },
  )
})
