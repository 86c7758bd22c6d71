/** A run writes to its own, to what it was lent and to ids of nobody; mail needs leave. */
import { test } from 'vitest'
import { Ledger, type AccessScope } from '../../../conformance/engine/clean-up/ledger.ts'
import type { Permission } from '../../../conformance/engine/plan/rights.ts'
import { guardWrite, type Write } from '../../../conformance/engine/run/write-guard.ts'
import { expectGolden } from '../../support/golden-cases.ts'

/** The run made u1, g1, r1 and c1, and named none1 as nobody; u9 and g9 may be lent. */
function ledgerWith(lent: AccessScope | undefined): Ledger {
  const ledger = new Ledger()
  ledger.created(ledger.intend('user', 'cf-abc123-1@example.com'), 'u1')
  ledger.created(ledger.intend('group', 'cf-abc123-2'), 'g1')
  ledger.created(ledger.intend('rule', 'cf-abc123-3'), 'r1')
  ledger.created(ledger.intend('client', 'cf-abc123-4'), 'c1')
  ledger.addNonexistentId('none1')
  if (lent !== undefined) {
    ledger.grantAccess('user', 'u9', lent)
    ledger.grantAccess('group', 'g9', lent, { name: 'Everyone', description: null })
  }
  return ledger
}

test('each write is sent or refused as writes.txt shows', async () => {
  await expectGolden(new URL('writes.txt', import.meta.url), (line) => {
    const [call = '', given = '{}'] = line.split(' with ')
    const [, method = '', path = '', query = '', body] = /^(\S+) ([^ ?]+)\??(\S*)(?: (.*))?$/.exec(call) ?? []
    const { allowed, lent, ...more } = JSON.parse(given) as Partial<Write> & {
      allowed?: Permission[]
      lent?: AccessScope
    }
    const write = {
      method,
      path,
      query: new URLSearchParams(query),
      body: body === undefined ? undefined : JSON.parse(body),
      ...more,
    }
    try {
      const made = guardWrite(write, ledgerWith(lent), new Set(allowed), 'cf-abc123')
      return made === undefined ? 'sent' : `makes the ${made.kind} '${made.name}'`
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`
    }
  })
})
