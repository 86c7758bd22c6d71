import { expect, test } from 'vitest'
import { become, orgOfRows } from '../../src/model/org-rows.ts'
import { Org } from '../../src/model/org.ts'

const rowsOf = (org: Org) => [...org.state.log.all()]
const made = () => new Org({ apiToken: 'own', clock: { start: '2026-01-05', frozen: true } })

test('options that are others than before take effect, and the rest stays as the rows tell', () => {
  const org = made()
  org.access.makeApiToken({
    userId: org.principals.apiTokens()[0]!.userId,
    role: 'SUPER_ADMIN',
    value: 'other',
  })
  org.settings.transitionDelay = 7
  const rows = rowsOf(org)
  const same = orgOfRows(rows)
  expect([same.settings.transitionDelay, same.settings.searchLag, same.clock.iso()]).toEqual([
    7,
    0,
    '2026-01-05T00:00:00.000Z',
  ])
  expect(same.principals.apiTokens().map(({ value }) => value)).toEqual(['own', 'other'])
  const changed = orgOfRows(rows, {
    searchLag: 5,
    baseUrl: 'https://other.test',
    clock: { start: '2026-02-01', frozen: true },
    passwordPolicy: { minLength: 20 },
    apiToken: 'new',
  })
  expect([changed.settings.transitionDelay, changed.settings.searchLag, changed.clock.iso()]).toEqual([
    7,
    5,
    '2026-02-01T00:00:00.000Z',
  ])
  expect([changed.baseUrl, changed.passwordPolicy.minLength]).toEqual(['https://other.test', 20])
  expect(changed.principals.apiTokens().map(({ value }) => value)).toEqual(['new', 'other'])
  org.principals.revoke('own')
  expect(
    orgOfRows(rowsOf(org), { apiToken: 'new' })
      .principals.apiTokens()
      .map(({ value }) => value),
  ).toEqual(['other'])
})

test('ids of requests are passed over only where the process was killed', () => {
  const org = made()
  const rows = rowsOf(org)
  const next = org.ids.requestId()
  expect(orgOfRows(rows).ids.requestId()).toBe(next)
  expect(orgOfRows(rows, {}, { isInterrupted: true }).ids.requestId()).not.toBe(next)
})

test('an organisation that becomes what rows tell keeps its address, and lets go of the one that was tried', () => {
  const source = made()
  source.settings.transitionDelay = 7
  const target = new Org({ apiToken: 'mine', baseUrl: 'https://mine.test' })
  let pending = -1
  become(target, rowsOf(source), (trial) => {
    trial.clock.schedule('1h', () => {})
    pending = trial.clock.pending()
    queueMicrotask(() => (pending = trial.clock.pending()))
  })
  expect([target.baseUrl, target.apiToken, target.settings.transitionDelay, pending]).toEqual([
    'https://mine.test',
    'own',
    7,
    1,
  ])
  return Promise.resolve().then(() => expect(pending).toBe(0))
})
