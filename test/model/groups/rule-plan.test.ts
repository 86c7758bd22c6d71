import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { componentsOf } from '../../../src/model/groups/rule-plan.ts'

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
