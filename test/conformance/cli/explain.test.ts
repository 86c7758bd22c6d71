import { docs } from '../../../src/contract/docs-links.ts'
import { expect, test } from 'vitest'
import { explain } from '../../../conformance/cli/explain.ts'
import { loadChecks } from '../../../conformance/engine/plan/load-checks.ts'
import { clauses } from '../../../conformance/registry/clauses.ts'
import { needHint } from '../../../conformance/engine/plan/need.ts'

test('explains a clause: its text, its source, and the checks that judge it', async () => {
  const lines = (await explain('users.suspend.not-active')).split('\n')
  expect(lines.slice(0, 10)).toEqual([
    'users.suspend.not-active',
    '  Suspension in any status other than ACTIVE is refused with 400 and E0000001, and changes nothing.',
    '',
    '  Source      Users, Lifecycle operations; also 1 Errors, 3 Errors',
    `  Docs        ${docs}/the-api.md#users-lifecycle-operations`,
    '  Level       must',
    '  Operations  suspendUser',
    '  Covers      error:suspend-not-active',
    '',
    '  Judged by',
  ])
  expect(lines).toContain(
    '    what a STAGED user is not ready for is refused, and the user stays STAGED  (conformance/checks/lifecycle.check.ts)',
  )
  expect(lines.slice(10).every((line) => / {2}\(conformance\/checks\/[\w-]+\.check\.ts\)$/.test(line))).toBe(
    true,
  )
})

test('a clause that is not graded says why, and what looks at it', async () => {
  const open = await explain('users.last-updated.moves')
  expect(open).toContain(
    '\n  Level       open, not graded\n  Reason      Which changes move it is not stated for users.\n',
  )
  expect(open).toMatch(/\n {2}No check judges it\.$/)
  const checks = await loadChecks()
  const observed = checks.find(({ plan }) => (plan.observes ?? []).length > 0)!
  expect(await explain(observed.plan.observes![0]!)).toContain(
    `\n  Observed by\n    ${observed.title}  (conformance/checks/${observed.file}.check.ts)`,
  )
  const excluded = clauses.find((clause) => clause.excluded !== undefined)!
  expect(await explain(excluded.id)).toContain(`\n  Excluded    ${excluded.excluded}\n`)
})

test('shows the needs of a clause, and how to meet them', async () => {
  const first = clauses.find(({ level }) => level === 'default')!
  expect(await explain(first.id)).toContain(
    '  Needs       the defaults to be in force (--features +defaults)\n',
  )
  const needy = clauses.find(({ needs = [] }) => needs.length > 0)!
  expect(await explain(needy.id)).toContain(`  Needs       ${needHint(needy.needs![0]!)}\n`)
})

test('an area, or a glob, lists the texts of its clauses', async () => {
  expect(await explain('users.suspend.not-act*')).toBe(
    'users.suspend.not-active\n  Suspension in any status other than ACTIVE is refused with 400 and E0000001, and changes nothing.',
  )
  const area = (await explain('lifecycle')).split('\n')
  expect(area).toContain('users.suspend.not-active')
  expect(area).toHaveLength(2 * clauses.filter((each) => each.area === 'lifecycle').length)
  await expect(explain('nothing.*')).rejects.toThrow('--only nothing.*: no requirement or area matches')
})

test('an unknown id proposes at most eight similar ids, the likeliest first', async () => {
  await expect(explain('users.suspend.not-activ')).rejects.toThrow(
    /^no clause has the id 'users\.suspend\.not-activ'; near it: users\.suspend\.not-active,/,
  )
  const near = await explain('groups.list.x').catch(String)
  expect(near.split('near it: ')[1]?.split(', ')).toHaveLength(8)
  await expect(explain('nothing')).rejects.toThrow(/^no clause has the id 'nothing'$/)
})

test.each([
  ['user.suspend.not-active', 'users.suspend.'],
  ['users.suspnd.not-active', 'users.suspend.'],
  ['gropus.lsit.q', 'groups.list.'],
  ['groups.frobnicate.q', 'groups.'],
])('of %s, in which a word is misspelt, those are named that begin with %s', async (id, beginning) => {
  const near = (await explain(id).catch(String)).split('near it: ')[1]?.split(', ')
  expect(near?.length).toBeGreaterThan(3)
  expect(near?.every((each) => each.startsWith(beginning))).toBe(true)
})

test('leaves out lines without content', async () => {
  expect((await explain('conventions.one-org')).split('\n')).toEqual([
    'conventions.one-org',
    '  One base URL serves exactly one organisation.',
    '',
    '  Source      Clients, What the service does',
    `  Docs        ${docs}/the-api.md#clients-what-the-service-does`,
    '  Level       must, not graded',
    '  Excluded    A run sees one base URL and cannot tell what stands behind others.',
    '',
    '  No check judges it.',
  ])
  expect((await explain('conventions.json.body')).split('\n')).toEqual([
    'conventions.json.body',
    '  A success that has a body holds well-formed JSON.',
    '',
    '  Source      Clients, Conventions common to all areas',
    `  Docs        ${docs}/the-api.md#clients-conventions-common-to-all-areas`,
    '  Level       must',
    '',
    '  Judged by',
    '    successes of every area hold JSON and say so  (conformance/checks/conventions.check.ts)',
  ])
})

test('each need, operation and row of a clause has its place', async () => {
  expect((await explain('users.create.token-mailed')).split('\n').slice(3, 11)).toEqual([
    '  Source      Users, Create, read, list, update',
    `  Docs        ${docs}/the-api.md#users-create`,
    '  Level       must',
    '  Operations  createUser',
    '  Needs       Allow the run to make the service send e-mail to addresses under example.com. (--allow mail)',
    '  Needs       Give the run access to the mail that the service sends. (target.yaml: things: { outbox: … })',
    '',
    '  Judged by',
  ])
  expect((await explain('groups.name.min.accepted')).split('\n').slice(3, 8)).toEqual([
    '  Source      Groups, Profile for objectClass `svc:user_group`; also 2 Limits',
    `  Docs        ${docs}/the-api.md#groups-profile-for-objectclass-svc-user_group-`,
    '  Level       must',
    '  Operations  createGroup, getGroup',
    '  Covers      limit:GroupProfile.name.min.accepts',
  ])
  const two = clauses.find(({ covers = [] }) => covers.length === 2)!
  expect(await explain(two.id)).toContain(`\n  Covers      ${two.covers![0]}, ${two.covers![1]}\n`)
})

test('lists ids that begin with the text before ids that only contain it', async () => {
  const near = (await explain('users.suspend.from-s').catch(String)).split('near it: ')[1]?.split(', ')
  expect(near?.slice(0, 2)).toEqual(['users.suspend.from-staged', 'users.suspend.from-suspended'])
  // Ids that only contain the text are proposed, too.
  const inside = (await explain('unsuspend').catch(String)).split('near it: ')[1]?.split(', ')
  expect(inside?.every((id) => id.includes('unsuspend'))).toBe(true)
})
