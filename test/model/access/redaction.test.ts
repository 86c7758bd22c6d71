import { expect, test } from 'vitest'
import type { TrafficEntry } from '../../../src/model/access/journal.ts'
import { isSecretParameter, withoutSecrets, withoutUrlSecrets } from '../../../src/model/access/redaction.ts'
import { expectGolden } from '../../support/golden-cases.ts'

const open = new Set(['opens-it', 'opensit1', 'with space', 'a+b', '%zz'])
const secrets = {
  isCredential: (text: string) => open.has(text),
  clients: { hasSecret: (text: string) => text === 'client' },
}
const entry = (more: Partial<TrafficEntry>): TrafficEntry => ({
  requestId: 'r',
  method: 'GET',
  path: '/p',
  status: 400,
  ...more,
})

/** How the journal shows an entry or an address, or whether a name is that of a secret. */
function shown(line: string): string {
  const [, what = '', given = ''] = /^(\w+) (.*)$/.exec(line) ?? []
  if (what === 'url') return withoutUrlSecrets(given)
  // Asked twice, since answers are remembered.
  if (what === 'name') return [isSecretParameter(given), isSecretParameter(given)].join()
  const { path, query, hint } = withoutSecrets(secrets, entry(JSON.parse(given) as Partial<TrafficEntry>))
  return JSON.stringify({ path, query, hint })
}

test('names of secrets are known, and secrets are redacted of entries and addresses', async () => {
  await expectGolden(new URL('redaction.txt', import.meta.url), shown)
})

test('a name is looked at to its end, however long', () => {
  expect([isSecretParameter(`${'x'.repeat(64)}_token`), isSecretParameter(`${'x'.repeat(64)}limit`)]).toEqual(
    [true, false],
  )
})

test('an entry without secrets is the same one', () => {
  for (const more of [{}, { query: 'x=1' }, { status: 200, query: 'x=1' }, { hint: 'h' }]) {
    const given = entry(more)
    expect(withoutSecrets(secrets, given)).toBe(given)
  }
})
