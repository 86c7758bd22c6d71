import fs from 'node:fs'
import { expect, test } from 'vitest'
import { usualForms } from '../../../conformance/engine/plan/forms.ts'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import { clauseFilter, selectChecks } from '../../../conformance/engine/plan/selection.ts'
import { createUnique } from '../../../conformance/engine/supply/unique.ts'
import { checkOf, clause } from './suite-of.ts'

const clauses = [
  clause('users.suspend.active', { area: 'lifecycle' }),
  clause('users.suspend.not-active', { area: 'lifecycle' }),
  clause('users.get.by-id'),
  clause('groups.create', { area: 'groups', level: 'default', aliases: ['groups.made'] }),
]

function chosen(only: string[], level: ('must' | 'default')[] = []): string[] {
  return clauses.filter(clauseFilter({ only, level }, clauses)).map(({ id }) => id)
}

test.each([
  [['users.get.by-id'], ['users.get.by-id']],
  [['lifecycle'], ['users.suspend.active', 'users.suspend.not-active']],
  [['users.*'], ['users.suspend.active', 'users.suspend.not-active', 'users.get.by-id']],
  [
    ['*.active', 'groups'],
    ['users.suspend.active', 'groups.create'],
  ],
  [['groups.made'], ['groups.create']],
])('--only %j takes %j', (only, ids) => {
  expect(chosen(only)).toEqual(ids)
})

test('levels narrow the selection', () => {
  expect(chosen([], ['default'])).toEqual(['groups.create'])
  expect(chosen(['users.*'], ['default'])).toEqual([])
})

test('a pattern that fits nothing is a mistake; a dot is a dot', () => {
  expect(() => chosen(['user.suspend'])).toThrow('--only user.suspend')
  expect(() => chosen(['usersXsuspend.active'])).toThrow('--only')
})

const checks = Array.from({ length: 10 }, (_, at) =>
  checkOf(`check ${at}`, { judges: [at % 2 ? 'odd' : 'even'] }, async () => {}),
)
const titles = (list: readonly { title: string }[]): string[] => list.map(({ title }) => title)

test('the checks of the chosen clauses are run', () => {
  expect(titles(selectChecks(checks, {}, (id) => id === 'odd'))).toEqual([
    'check 1',
    'check 3',
    'check 5',
    'check 7',
    'check 9',
  ])
})

test('shards share the checks out, each exactly once', () => {
  const parts = [1, 2, 3].map((index) =>
    titles(selectChecks(checks, { shard: { index, of: 3 } }, () => true)),
  )
  expect(parts.flat().sort()).toEqual(titles(checks).sort())
})

test('a seed shuffles the same way each time', () => {
  const first = titles(selectChecks(checks, { seed: 7 }, () => true))
  expect(titles(selectChecks(checks, { seed: 7 }, () => true))).toEqual(first)
  expect(titles(selectChecks(checks, { seed: 8 }, () => true))).not.toEqual(first)
  expect([...first].sort()).toEqual(titles(checks).sort())
})

test('draws depend on the run id: the same again for one run, different in another', () => {
  const drawn = (marker: string): number[] => {
    const unique = createUnique(
      marker,
      new Ledger({ run: marker, baseUrl: '', startedAt: '', version: '' }),
      new Redactor(),
      { ...usualForms },
    )
    return Array.from({ length: 5 }, () => unique.draw(20_480))
  }
  expect(drawn('cf-abc123')).toEqual([479, 4606, 9911, 18261, 13929])
  expect(drawn('cf-abc123')).toEqual(drawn('cf-abc123'))
  expect(drawn('cf-abc124')).not.toEqual(drawn('cf-abc123'))
  expect(drawn('cf-abc124').every((each) => Number.isInteger(each) && each >= 0 && each < 20_480)).toBe(true)
})

test('every check draws from the random source of the run', () => {
  const folder = new URL('../../../conformance/checks/', import.meta.url)
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
  const own = files.filter((name) =>
    /Math\.random|Date\.now/.test(fs.readFileSync(new URL(name, folder), 'utf8')),
  )
  expect(own).toEqual([])
})
