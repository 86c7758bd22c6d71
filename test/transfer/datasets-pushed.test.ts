/** Datasets that are pushed by their names, and users of more groups than one can be created into. */
import { expect, test } from 'vitest'
import { seedNamed } from '../../src/transfer/push/seed-named.ts'
import type { Seed } from '../../src/fixtures/index.ts'
import { runHere } from '../cli/run-here.ts'
import { deployOrg, writeSeed } from './deployment.ts'

test('a dataset is a seed of as many users as its name says', async () => {
  const counts = async (dataset: string) => {
    const { users = [], groups = [] } = await seedNamed(dataset)
    return [users.length, groups.length]
  }
  expect(await counts('empty')).toEqual([0, 0])
  expect((await counts('large:3'))[0]).toBe(3)
  expect(await counts('demo')).toEqual([150, 22])
})

test.each(['examples', 'large:3'])(
  'writes the people of %s that `identikit seed` prints, and removes them',
  async (dataset) => {
    const there = await deployOrg()
    const printed = await runHere(['seed', '--data', dataset, '--format', 'json'])
    const { users = [], rules = [] } = JSON.parse(printed.out) as Seed
    const pushed = await there.run(`push ${dataset} --yes --password env:TOKEN`)
    expect([pushed.code, pushed.error]).toEqual([0, ''])
    const logins = there.org.data.users.all().map(({ profile }) => String(profile.login))
    expect(logins.toSorted()).toEqual(['admin@example.com', ...users.map(({ login }) => login)].toSorted())
    expect(there.org.data.rules.all()).toHaveLength(rules.length)
    const undone = await there.run('push --undo --yes')
    expect([undone.code, there.org.data.users.all().length]).toEqual([0, 1])
  },
)

test('adds a user one by one to groups beyond twenty, and to no group that the push did not make', async () => {
  const there = await deployOrg()
  await there.run(`push ${writeSeed(there, 'groups: [{ name: Theirs }]')} --yes --ledger theirs.jsonl`)
  const names = Array.from({ length: 22 }, (_, index) => `G${index}`)
  const groups = ['Theirs', ...names].map((name) => `{ name: ${name} }`)
  const file = writeSeed(
    there,
    `groups: [${groups.join(', ')}]
users:
  - { login: ada@x.test, firstName: Ada, lastName: A, groups: [Theirs, ${names.join(', ')}] }
  - { login: bob@x.test, firstName: Bob, lastName: B, groups: [Theirs, ${names.slice(0, 20).join(', ')}] }`,
  )
  const { code, error } = await there.run(`push ${file} --yes --skip-existing --concurrency 1`)
  expect([code, error]).toEqual([0, ''])
  const { org, calls } = there
  const nameOf = new Map(org.data.groups.all().map(({ id, profile }) => [id, profile.name]))
  const loginOf = new Map(org.data.users.all().map(({ id, profile }) => [id, profile.login]))
  const puts = calls.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('/'))
  expect(puts.map((words) => [nameOf.get(words.at(-3)!), loginOf.get(words.at(-1)!)])).toEqual([
    ['G20', 'ada@x.test'],
    ['G21', 'ada@x.test'],
  ])
})
