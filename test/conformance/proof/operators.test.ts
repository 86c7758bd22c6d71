import { expect, test } from 'vitest'
import { loadChecks } from '../../../conformance/engine/plan/check-files.ts'
import { namedIn } from '../../../conformance/engine/run/check.ts'
import { all } from '../../../conformance/proof/alter/flow.ts'
import { operatorMutants, operators } from '../../../conformance/proof/operators/operators.ts'
import { selftest } from '../../../conformance/proof/selftest/selftest.ts'
import { routes } from '../../../conformance/engine/wire/routes.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'

test('each operator fits an operation, and not one of those that another family is for', () => {
  const names = Object.keys(routes) as (keyof typeof routes)[]
  for (const { id, fits } of operators) expect(names.some(fits), id).toBe(true)
  const ids = operatorMutants.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('memory/stale getUser')
  expect(ids).not.toContain('memory/stale suspendUser')
  expect(ids).not.toContain('ignored/strict updateUser')
})

test(
  'checks that call an operation catch its operators, and nothing else',
  { timeout: 600_000 },
  async () => {
    const chosen = operatorMutants.filter(({ id }) =>
      /^(replies\/(empty|text)|access\/(anonymous|any-token)) suspendUser$|^time\/loses-one updateUser$/.test(
        id,
      ),
    )
    const idle = { ...chosen[0]!, id: 'nothing suspendUser', alter: all() }
    // Those of other areas reach neither operation: the night tries them all.
    const checks = (await loadChecks()).filter(
      ({ plan }) =>
        plan.last === true || namedIn(plan).some((each) => /^(users\.(suspend|update)|auth)\./.test(each)),
    )
    const { mutants } = await selftest({
      createTarget: createConformTarget,
      checks,
      lag: 500,
      mutants: [...chosen, idle],
    })
    expect(mutants.map(({ id, caught }) => [id, caught])).toEqual([
      ...chosen.map(({ id }) => [id, true]),
      [idle.id, false],
    ])
    expect(chosen).toHaveLength(5)
    expect(mutants.find(({ id }) => id.startsWith('replies/empty'))?.catches).toEqual([
      { requirement: 'users.suspend.ok', verdict: 'fail' },
    ])
    expect(mutants.at(-1)?.catches).toMatchObject([{ why: 'no check that it reaches noticed it' }])
  },
)
