import { expect, test } from 'vitest'
import { renderMatrix, tryOperators } from '../../../conformance/proof/operators/matrix.ts'
import { operators } from '../../../conformance/proof/operators/operators.ts'
import { routes } from '../../../conformance/proof/mutants/routes.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'

test('each operator fits an operation, and says why it does not fit another', () => {
  for (const { id, unfit } of operators) {
    const reasons = Object.keys(routes).map((name) => unfit(name as keyof typeof routes))
    expect(reasons, id).toContain(undefined)
    expect(
      reasons.filter((reason) => reason === ''),
      id,
    ).toEqual([])
  }
})

test('operators on an operation are caught by the checks that call it', { timeout: 600_000 }, async () => {
  const made = await tryOperators({
    createTarget: createConformTarget,
    lag: 500,
    wanted: (cell) => /^(replies\/(empty|text)|access\/(anonymous|any-token)) suspendUser$/.test(cell),
  })
  const caught = made.cells.flatMap((cell) => ('caughtBy' in cell ? [cell.operator] : []))
  expect(caught).toEqual(['replies/empty', 'replies/text', 'access/anonymous', 'access/any-token'])
  expect(renderMatrix(made).at(-1)).toMatch(/^suspendUser .*✓/)
})
