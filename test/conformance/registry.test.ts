import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadChecks } from '../../conformance/engine/plan/check-files.ts'
import { gradable, type Requirement } from '../../conformance/registry/requirement.ts'
import { renderRequirementsPage } from '../../conformance/registry/requirements-page.ts'
import { requirementById, requirements } from '../../conformance/registry/requirements.ts'
import { needs } from '../../conformance/registry/prerequisites.ts'
import { setNames } from '../../conformance/registry/requirement-names.ts'
import { frozen, requirementSets } from '../../conformance/registry/requirement-sets.ts'
import { sections } from '../../conformance/registry/sections.ts'
import { operationNames } from '../../src/contract/operation-names.ts'

/**
 * The content of the API description, copied from its text by hand: its headings, its rows and its contradictions. Rows are
 * names below a prefix: `"property:User": "id status"` is `property:User.id` and `property:User.status`.
 */
const { headings, rows, contradictions } = JSON.parse(
  readFileSync(new URL('api-description.json', import.meta.url), 'utf8'),
) as { headings: object; rows: Record<string, string>; contradictions: string[] }
const documentRows = Object.entries(rows).flatMap(([prefix, names]) =>
  names.split(' ').map((name) => (name === '' ? prefix : `${prefix}.${name}`)),
)
const operations: readonly string[] = Object.values(operationNames).flat()

function ids(found: readonly Requirement[]): string[] {
  return found.map((requirement) => requirement.id)
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('no two requirements share an id or a former id', () => {
  expect(
    repeated(
      requirements.flatMap((requirement: Requirement) => [requirement.id, ...(requirement.aliases ?? [])]),
    ),
  ).toEqual([])
})

test.each(Object.entries(requirementSets))(
  'this version has every requirement of the frozen set %s, with its statement; a changed one needs another id',
  (name, set) => {
    expect(set).toMatchObject({ name, requirements: { length: expect.toSatisfy((count) => count > 1000) } })
    const current = new Map(frozen().map(({ id, statement }) => [id, statement]))
    expect(set.requirements.filter(({ id, statement }) => current.get(id) !== statement)).toEqual([])
  },
)

test('every file of frozen requirements is a set that runs know, by the same name', () => {
  const files = readdirSync(new URL('../../requirements/', import.meta.url))
  expect(files.toSorted()).toEqual(setNames.map((name) => `${name}.json`))
  expect(Object.keys(requirementSets)).toEqual(setNames)
})

test('no two requirements state the same', () => {
  const stated = requirements.map(
    (requirement) => `${requirement.document} ${requirement.section}: ${requirement.statement}`,
  )
  expect(repeated(stated)).toEqual([])
})

test('an id is dotted lower case words and starts with its area', () => {
  const wellFormed = /^[a-z][a-z0-9-]*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/
  expect(ids(requirements.filter((requirement) => !wellFormed.test(requirement.id)))).toEqual([])
  const elsewhere = requirements.filter((requirement) => {
    const first = requirement.area === 'lifecycle' ? 'users' : requirement.area
    return !requirement.id.startsWith(`${first}.`)
  })
  expect(ids(elsewhere)).toEqual([])
})

test('a statement is one sentence that fits a line of a report', () => {
  const odd = requirements.filter(
    ({ statement }) =>
      !/^\S.*\S\.$/.test(statement) || statement.length > 200 || /\n|\. [A-Z]/.test(statement),
  )
  expect(ids(odd)).toEqual([])
})

test('a requirement that is never graded says why, and only such a requirement does', () => {
  const levelled = new Set<string>(['open', 'may-change', 'caller'])
  const silent = requirements.filter(
    ({ level, reason }: Requirement) => levelled.has(level) !== (reason !== undefined && reason !== ''),
  )
  expect(ids(silent)).toEqual([])
})

test('an excluded requirement gives its reason and is not graded', () => {
  const excluded = requirements.filter((requirement: Requirement) => requirement.excluded !== undefined)
  expect(excluded.length).toBeGreaterThan(10)
  expect(
    ids(excluded.filter((requirement: Requirement) => requirement.excluded === '' || gradable(requirement))),
  ).toEqual([])
})

test.each([
  ['must', true],
  ['default', true],
  ['edition', true],
  ['may-change', false],
  ['open', false],
  ['caller', false],
] as const)('a requirement of level %s can be graded: %s', (level, expected) => {
  const found = requirements.filter(
    (requirement: Requirement) => requirement.level === level && requirement.excluded === undefined,
  )
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(gradable)).toBe(expected)
})

test('the headings are those of the API description', () => {
  expect(JSON.parse(JSON.stringify(sections))).toEqual(headings)
})

test('every heading has a requirement, its own or one that is stated elsewhere too', () => {
  const headings = Object.entries(sections).flatMap(([document, names]) =>
    names.map((name) => `${document} ${name}`),
  )
  const stated = requirements.flatMap((requirement: Requirement) => [
    `${requirement.document} ${requirement.section}`,
    ...(requirement.alsoIn ?? []),
  ])
  expect(headings.filter((heading) => !stated.includes(heading))).toEqual([])
  expect([...new Set(stated)].filter((place) => !headings.includes(place))).toEqual([])
})

test('no requirement names its own heading as another place', () => {
  const circular = requirements.filter((requirement: Requirement) =>
    requirement.alsoIn?.includes(`${requirement.document} ${requirement.section}`),
  )
  expect(ids(circular)).toEqual([])
})

test('every need is described, and every described need is needed', () => {
  const needed = new Set<string>(requirements.flatMap((requirement: Requirement) => requirement.needs ?? []))
  expect([...needed].filter((need) => !(need in needs))).toEqual([])
  expect(Object.keys(needs).filter((need) => !needed.has(need))).toEqual([])
})

test('the API description has 57 operations, and the requirements name no other', () => {
  const succeeding = documentRows.filter((row) => row.startsWith('success:'))
  expect(succeeding.toSorted()).toEqual(operations.map((name) => `success:${name}`).toSorted())
  expect(operations).toHaveLength(57)
  const named = new Set<string>(
    requirements.flatMap((requirement: Requirement) => requirement.operations ?? []),
  )
  expect([...named].filter((name) => !operations.includes(name))).toEqual([])
})

test('every operation has a requirement that can fail', () => {
  const graded = requirements.filter(
    (requirement: Requirement) => gradable(requirement) && ['must', 'edition'].includes(requirement.level),
  )
  const named = new Set<string>(graded.flatMap((requirement: Requirement) => requirement.operations ?? []))
  expect(operations.filter((name) => !named.has(name))).toEqual([])
})

test('the success of every operation can fail', () => {
  const graded = requirements.filter((requirement: Requirement) => gradable(requirement))
  const covered = new Set<string>(graded.flatMap((requirement: Requirement) => requirement.covers ?? []))
  expect(operations.filter((name) => !covered.has(`success:${name}`))).toEqual([])
})

test('every row of the API description has a requirement', () => {
  const covered = new Set<string>(
    requirements.flatMap((requirement: Requirement) => requirement.covers ?? []),
  )
  expect(documentRows.filter((row) => !covered.has(row))).toEqual([])
})

test('no requirement claims a row that the API description does not have', () => {
  const known = new Set(documentRows)
  const claimed = requirements.flatMap((requirement: Requirement) =>
    (requirement.covers ?? []).filter((row) => !known.has(row)).map((row) => `${requirement.id}: ${row}`),
  )
  expect(claimed).toEqual([])
})

test('the list of rows holds no row twice', () => {
  expect(repeated(documentRows)).toEqual([])
})

test('each side of a limit of length or number can fail', () => {
  const sides = documentRows.filter((row) => /^limit:.*\.(accepts|refuses)$/.test(row))
  const graded = requirements.filter((requirement: Requirement) => gradable(requirement))
  const covered = new Set<string>(graded.flatMap((requirement: Requirement) => requirement.covers ?? []))
  expect(sides.length).toBeGreaterThan(50)
  expect(sides.filter((row) => !covered.has(row))).toEqual([])
})

test('a page size is never graded', () => {
  const sizes = requirements.filter((requirement: Requirement) =>
    requirement.covers?.some((row) => /^limit:list\w+\.(limit|q)\./.test(row)),
  )
  expect(sizes.length).toBeGreaterThan(10)
  expect(ids(sizes.filter(gradable))).toEqual([])
})

test('a contradiction in the API description is open', () => {
  const wrong = contradictions.filter((id) => requirementById(id)?.level !== 'open')
  expect(wrong).toEqual([])
})

test('a requirement is found by its id, and an unknown id finds none', () => {
  expect(requirementById('users.suspend.not-active')).toMatchObject({
    document: 3,
    section: 'Lifecycle operations',
    level: 'must',
    operations: ['suspendUser'],
  })
  expect(requirementById('users.suspend')).toBeUndefined()
})

test('the page of requirements shows each requirement once, under its document and section', () => {
  const page = renderRequirementsPage()
  const anchors = [...page.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1]!)
  expect(anchors.toSorted()).toEqual(ids(requirements).toSorted())
  const section = page.slice(
    page.indexOf('### Users, Lifecycle operations'),
    page.indexOf('### Users, Credential operations'),
  )
  expect(section).toContain('`users.suspend.not-active` | must |')
  expect(section).toContain('*Also in Clients, Errors; Users, Errors.*')
})

test('the page of requirements says of an open requirement why it is not graded', () => {
  const page = renderRequirementsPage(
    requirements.filter((requirement) => requirement.id === 'groups.source.shape'),
  )
  expect(page).toContain('1 requirements, of which 0 can be graded.')
  expect(page).toMatch(/`groups\.source\.shape` \| open \| .*\*Not graded: .*array of strings/)
  expect(page).toContain('| `app-group` | Name a group of type APP_GROUP. |')
})

test('every check describes its subject in its own words, without the id of a requirement', async () => {
  const keys = (await loadChecks()).map(({ file, title }) => `${file}: ${title}`)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(keys.filter((key) => /: [a-z-]+\.[a-z]+/.test(key))).toEqual([])
})
