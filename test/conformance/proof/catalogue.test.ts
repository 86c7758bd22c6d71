/** Rules for each mutant; `npm run selftest` tries them, in a separate lane in CI. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dependencies } from '../../../conformance/registry/dependencies.ts'
import { globPattern } from '../../../conformance/engine/words/text.ts'
import { listsNothing } from '../../../conformance/proof/alter/answer.ts'
import { asks, when } from '../../../conformance/proof/alter/flow.ts'
import { refuse } from '../../../conformance/proof/alter/refusal.ts'
import { catalogue } from '../../../conformance/proof/mutants/catalogue.ts'
import { mutantsIn } from '../../../conformance/proof/mutants/mutant.ts'
import { findGaps } from '../../../conformance/proof/selftest/proof.ts'
import { routes } from '../../../conformance/engine/wire/routes.ts'
import { loadChecks } from '../../../conformance/engine/plan/check-files.ts'
import { gradable } from '../../../conformance/registry/requirement.ts'
import { requirementById, requirements } from '../../../conformance/registry/requirements.ts'
import { operations } from '../../../src/contract/operations/index.ts'

test('every gradable requirement has a check and a mutant', async () => {
  expect(findGaps(await loadChecks(), catalogue)).toEqual({ withoutCheck: [], withoutMutant: [] })
})

test('no two mutants have the same id', () => {
  const ids = catalogue.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('every mutant breaks requirements that are graded, and says what it does', () => {
  for (const { id, breaks, summary } of catalogue) {
    const graded = breaks.every((requirement) => {
      const known = requirementById(requirement)
      return known !== undefined && gradable(known)
    })
    expect(graded, id).toBe(true)
    expect(summary, id).toMatch(/^[a-z].{4,}[^.]$/)
  }
})

test('a declared dependency names requirements that exist', () => {
  const ids = requirements.map(({ id }) => id as string)
  for (const [basis, fits] of dependencies)
    for (const glob of [basis, ...fits])
      expect(
        ids.filter((id) => globPattern(glob).test(id)),
        glob,
      ).not.toEqual([])
})

test('mutants know the route of every operation', () => {
  const templates = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')
  const known = Object.entries(routes).map(([name, route]) => `${name} ${templates(route)}`)
  const contract = operations.map(({ name, method, path }) => `${name} ${method} ${templates(path)}`)
  expect(known.toSorted()).toEqual(contract.toSorted())
})

test('the requirement of a broken server, and further ones, are in its id and its line', () => {
  const [plain, more] = mutantsIn('listUsers', {
    'users.list.limit/refused': when(asks('limit'), refuse()),
    'users.list.ok/not-empty': [when(() => true, listsNothing()), 'users.list.limit'],
  })
  expect(plain).toMatchObject({
    id: 'users.list.limit/refused',
    breaks: ['users.list.limit'],
    summary: `breaks "${requirementById('users.list.limit')?.statement}": refused`,
  })
  expect(more).toMatchObject({
    breaks: ['users.list.ok', 'users.list.limit'],
    summary: expect.stringMatching(/^breaks ".*": not empty$/),
  })
})

test('the page of the words of the suite names places that exist, and mutants of its row', () => {
  const page = readFileSync('docs/contributing/suite.md', 'utf8')
  const places = [...page.matchAll(/\| `([^`]+)` \|$/gm)].map(([, place]) => place)
  expect(places).toHaveLength(20)
  expect(places.filter((place) => !existsSync(`conformance/${place}`))).toEqual([])
  expect(catalogue.filter(({ id }) => id.startsWith('users.suspend.from-staged/'))).toHaveLength(3)
})
