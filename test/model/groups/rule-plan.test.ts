import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { componentsOf, type PlannedRule, RulePlan } from '../../../src/model/groups/rule-plan.ts'
import { compileExpression } from '../../../src/query/expression/index.ts'

function rule(id: string, expression: string, ...groupIds: string[]): PlannedRule {
  const { test: holds, reads } = compileExpression(expression)
  return { id, groupIds, excluded: new Set(), test: holds, reads }
}

function shapeOf(plan: RulePlan): unknown {
  return plan.steps.map(({ rules, isCircular }) => [rules.map(({ id }) => id).join(), isCircular])
}

test('rules that read no membership keep their order', () => {
  const plan = new RulePlan([rule('a', 'user.x == 1', 'g'), rule('b', 'user.x == 2', 'g')])
  expect(shapeOf(plan)).toEqual([
    ['a', false],
    ['b', false],
  ])
})

test('a rule comes after the rules that add to the groups it reads', () => {
  const plan = new RulePlan([
    rule('last', 'isMemberOfGroup("g2")', 'g3'),
    rule('middle', 'isMemberOfAnyGroup("g1", "g9")', 'g2'),
    rule('first', 'user.x == 1', 'g1'),
  ])
  expect(shapeOf(plan)).toEqual([
    ['first', false],
    ['middle', false],
    ['last', false],
  ])
})

test('rules that depend on each other are one step, and so is one that depends on itself', () => {
  const plan = new RulePlan([
    rule('a', 'isMemberOfGroup("g2")', 'g1'),
    rule('b', 'isMemberOfGroup("g1")', 'g2'),
    rule('self', '!isMemberOfGroup("g3")', 'g3'),
  ])
  expect(shapeOf(plan)).toEqual([
    ['a,b', true],
    ['self', true],
  ])
})

test('a rule that asks for names of groups depends on every rule', () => {
  const plan = new RulePlan([
    rule('names', 'isMemberOfGroupName("x")', 'g1'),
    rule('plain', 'user.x == 1', 'g2'),
    rule('fed', 'isMemberOfGroup("g1")', 'g3'),
  ])
  expect(shapeOf(plan)).toEqual([
    ['plain', false],
    ['names,fed', true],
  ])
})

test('knows which steps read a group, or names of groups', () => {
  const plan = new RulePlan([
    rule('a', 'user.x == 1 or user.y == 2', 'g1'),
    rule('b', 'user.y == 1 and isMemberOfGroup("g1")', 'g2'),
    rule('c', 'isMemberOfGroupName("x")', 'g3'),
  ])
  const ids = (steps: readonly number[]) =>
    steps.flatMap((step) => plan.steps[step]!.rules.map(({ id }) => id))
  expect(ids(plan.readersOfGroups(['g1']))).toEqual(['b', 'c'])
  expect(ids(plan.readersOfGroups(['g2']))).toEqual(['c'])
  expect(ids(plan.readersOfAnyGroup())).toEqual(['c'])
  expect(ids(plan.stepsOf(['b']))).toEqual(['b'])
  expect(plan.stepsOf(['unknown'])).toEqual([])
})

test('components are those nodes that reach each other, each after what it leads to', () => {
  const graph = fc
    .integer({ min: 1, max: 9 })
    .chain((size) =>
      fc.array(fc.array(fc.nat(size - 1), { maxLength: 4 }), { minLength: size, maxLength: size }),
    )
  fc.assert(
    fc.property(graph, (edges) => {
      const reach = reachability(edges)
      const components = componentsOf(edges)
      const placeOf = new Map(
        components.flatMap((nodes, place) => nodes.map((node) => [node, place] as const)),
      )
      expect(placeOf.size).toBe(edges.length)
      for (const from of edges.keys()) {
        for (const to of edges.keys()) {
          const together = from === to || (reach[from]![to]! && reach[to]![from]!)
          expect(placeOf.get(from) === placeOf.get(to)).toBe(together)
          if (reach[from]![to]) expect(placeOf.get(to)).toBeLessThanOrEqual(placeOf.get(from)!)
        }
      }
    }),
  )
})

function reachability(edges: readonly (readonly number[])[]): boolean[][] {
  const reach = edges.map((targets) => edges.map((_, to) => targets.includes(to)))
  for (const middle of edges.keys()) {
    for (const from of edges.keys()) {
      for (const to of edges.keys()) {
        reach[from]![to] ||= reach[from]![middle]! && reach[middle]![to]!
      }
    }
  }
  return reach
}

test('a chain of a hundred thousand rules does not outgrow the stack', () => {
  const chain = Array.from({ length: 100_000 }, (_, index) => (index === 0 ? [] : [index - 1]))
  expect(componentsOf(chain.toReversed().map((targets) => targets.map((to) => 99_999 - to)))).toHaveLength(
    100_000,
  )
})

test('reports once a step that several rules of it read', () => {
  const plan = new RulePlan([
    rule('a', 'isMemberOfGroup("g2") and user.x == 1 and isMemberOfGroupName("x")', 'g1'),
    rule(
      'b',
      'isMemberOfGroup("g1") and user.x == 2 and isMemberOfGroup("g2") and isMemberOfGroupName("x")',
      'g2',
    ),
    rule('c', 'user.x == 3', 'g9'),
  ])
  expect(shapeOf(plan)).toEqual([
    ['c', false],
    ['a,b', true],
  ])
  expect([plan.readersOfAttributes(['x']), plan.readersOfGroups(['g2']), plan.readersOfAnyGroup()]).toEqual([
    [0, 1],
    [1],
    [1],
  ])
})
