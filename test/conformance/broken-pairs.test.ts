/** The first failure in a report on a server that accepts calls and does not carry them out. */
import { expect, test } from 'vitest'
import { conform } from '../../conformance/index.ts'
import { all } from '../../conformance/proof/alter/flow.ts'
import { alteredFetch } from '../../conformance/proof/alter/sender.ts'
import type { Alteration } from '../../conformance/proof/alter/wire.ts'
import { cell } from '../../conformance/proof/operators/operators.ts'
import { requirements } from '../../conformance/registry/requirements.ts'
import { terminalSummary } from '../../conformance/report/terminal.ts'
import type { OperationName } from '../../src/contract/operation-names.ts'
import { createConformTarget } from '../../src/server/conform-target.ts'
import { sample } from '../support/runs.ts'

const forgotten: readonly OperationName[] = [
  ...(['suspendUser', 'unsuspendUser', 'activateUser', 'deactivateUser', 'expirePassword'] as const),
  ...(['resetPassword', 'updateUser', 'replaceUser', 'deleteUser', 'updateGroup', 'deleteGroup'] as const),
  ...(['addUserToGroup', 'removeUserFromGroup', 'activateGroupRule', 'deactivateGroupRule'] as const),
  ...(['deleteGroupRule', 'updateClient', 'deleteClient', 'revokeUserGrants'] as const),
]

/** Servers with one fault, and the beginnings of the requirements that may be named first. */
const faults: Readonly<Record<string, readonly [alter: Alteration, about: readonly string[]]>> = {
  ...Object.fromEntries(
    forgotten.map((operation) => {
      const { id = '' } = requirements.find(({ covers }) => covers?.includes(`success:${operation}`)) ?? {}
      const subject = id.slice(0, id.lastIndexOf('.'))
      const also = /^rules\.(de)?activate/.test(id) ? ['rules.active', 'rules.inactive'] : []
      return [`forgotten ${operation}`, [cell('memory/forgotten', operation), [subject, ...also]]]
    }),
  ),
  'ignored limit': [cell('ignored/limit', 'listUsers'), ['users.list.limit', 'conventions.paging']],
  'ignored after': [
    cell('parameters/after-ignored', 'listGroups'),
    ['groups.list.after', 'conventions.paging'],
  ],
}
const names = Object.keys(faults)

/** Each fault, with one of another kind. */
const pairs = names.map((name, at) => [name, names[(at + 8) % names.length]!] as const)

test.concurrent.each(sample(pairs, 3))('a report on %s and %s begins with one of them', async (...pair) => {
  const chosen = pair.map((name) => faults[name]!)
  const through = all(...chosen.map(([alter]) => alter))
  const { baseUrl, token, fetch, control } = await createConformTarget()
  const result = await conform({
    baseUrl,
    token,
    fetch: alteredFetch(fetch!, baseUrl, through),
    ...(pair.includes('forgotten revokeUserGrants') ? { adapter: control } : {}),
    // Where nothing is deleted, a removal would be tried again and again.
    cleanUp: false,
    ledger: false,
    lag: 300,
    explore: 1500,
    seed: 7,
  })
  const text = terminalSummary(result, { colour: false, columns: 100 })
  const named = [...text.matchAll(/✗ (\S+)/g)].map(([, id]) => id)
  const failed = new Set(result.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))
  expect(chosen.flatMap(([, about]) => about).some((each) => named[0]?.startsWith(each))).toBe(true)
  expect(named[0]).not.toMatch(/\.(unknown|not-)/)
  // One story once, and nothing is put down to a requirement that did not fail.
  expect(named).toEqual([...new Set(named)])
  const blamed = [...text.matchAll(/(?:Fix|Look at) (\S+) first/g)].map(([, id]) => id!)
  expect([...named, ...blamed].filter((id) => !failed.has(id!))).toEqual([])
  // No demand as the suite writes it, nothing said twice, and no name that only a story has.
  expect(text).not.toMatch(
    /<(?:one of|an? )|expected {2}(.+): "?\1"?\n|after \d+ calls?,|\b(?:of|lacks|holds) [ugrc]\d\b/,
  )
  // A write that was not carried out is shown with the read after it.
  const first = text.slice(0, text.indexOf('\n\n'))
  if (first.includes(' still ')) expect(first).toMatch(/sent {6}(?!GET).*\n {2}answer {4}2\d\d/)
})
