import { expect, test } from 'vitest'
import { judgedBy } from '../../../conformance/engine/judge/assemble.ts'
import { failuresOf } from '../../../conformance/engine/judge/causes.ts'
import { loadChecks } from '../../../conformance/engine/plan/check-files.ts'
import { seeded } from '../../../conformance/engine/supply/unique.ts'
import { all } from '../../../conformance/proof/alter/flow.ts'
import { catalogue } from '../../../conformance/proof/mutants/catalogue.ts'
import { runAltered } from '../../../conformance/proof/selftest/run-altered.ts'
import { requirements } from '../../../conformance/registry/requirements.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'
import { isThorough, sample } from '../../support/runs.ts'

/** `STACKED=40` draws as many from the catalogue; `FIRST=41` begins with the forty-first. */
const { STACKED: count = '0', FIRST: first = '1' } = process.env
/** The defects of a run without `STACKED`, by name: a draw changes with every broken server that comes or goes. */
const usual = [
  [
    'users.create.federation-active/ends-in-staged',
    'users.path.slash/cut',
    'credentials.change-password.wrong-old/refused-but-set',
  ],
  [
    'users.search.profile/first-version',
    'group-apps.visibility/without-visibility.hide.web',
    'users.reactivate.from-password-expired/wrong-code',
  ],
  [
    'clients.response-types.client-credentials/null-without-grants',
    'users.links.reset-factors/other-host',
    'users.app-links.direct/empty',
  ],
  ['users.get.ok/another', 'users.unsuspend.from-provisioned/refused-but-done'],
  [
    'users.create.password-enrolled/ends-in-active',
    'auth.required.groups/access-refused-but-done-updateGroup',
    'users.reset-factors.unknown/wrong-code',
  ],
  ['users.groups.ok/refused', 'groups.operations.kept/side-effects-group-removeUserFromGroup'],
  ['users.update.password/another', 'credentials.change-question.unknown/wrong-status'],
  [
    'conventions.paging.next-after/other-name-listClients',
    'clients.secret-expires-at.zero/negative',
    'rules.activate.no-content/refused',
  ],
].map((ids) => ids.map((id) => catalogue.find((each) => each.id === id)!))

const drawn = Array.from({ length: Number(count) }, (_, at) => {
  const random = seeded((Number(first) + at) * 7919)
  const chosen = new Set<(typeof catalogue)[number]>()
  const many = random() < 0.5 ? 2 : 3
  while (chosen.size < many) chosen.add(catalogue[Math.floor(random() * catalogue.length)]!)
  return [...chosen]
})

const stacks = (drawn.length > 0 ? drawn : sample(usual, 2)).map((chosen) => ({
  ids: chosen.map(({ id }) => id).join(' and '),
  chosen,
}))

/** The failures that a report names for a server with all of these defects, and the requirements that fail. */
async function failuresWith(
  defects: typeof catalogue,
): Promise<{ named: ReadonlySet<string>; failed: ReadonlySet<string> }> {
  const { checks } = await runAltered(
    { createTarget: createConformTarget },
    await loadChecks(),
    { alter: all(...defects.map(({ alter }) => alter)) },
    { concurrency: 8, cleanUp: true },
  )
  const results = judgedBy(checks, requirements)
  return {
    named: new Set(failuresOf(results, checks, requirements).map(({ requirement }) => requirement)),
    failed: new Set(results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)),
  }
}

test.each(stacks)('names each of several defects: $ids', { timeout: 900_000 }, async ({ chosen }) => {
  const { named, failed } = await failuresWith(chosen)
  const missed: string[] = []
  for (const each of chosen) {
    const { id, breaks } = each
    if (breaks.some((requirement) => named.has(requirement))) continue
    // A report on this defect alone may name another requirement first.
    const [first = ''] = (await failuresWith([each])).named
    if (named.has(first)) continue
    // One defect may keep another from showing, or make its requirement fail as well: then there is nothing to name.
    const others = await failuresWith(chosen.filter((other) => other.id !== id))
    if (breaks.some((requirement) => failed.has(requirement) && !others.failed.has(requirement)))
      missed.push(id)
  }
  expect(missed).toEqual([])
})

test('names first what others are read through: the record before the write, the session before what it ends', async () => {
  const ids = [
    'auth.cookie.cors/any-origin',
    'clients.jwks.kty.ec/without-x',
    'groups.get.ok/another',
    'rules.status.inactive/shown-as-draft',
    'tokens.id/shown-as-42',
    'users.create.password/ends-in-provisioned',
    'users.list.limit/ignored',
  ]
  const first = sample(ids, 2).map(async (id) => {
    const { named } = await failuresWith(catalogue.filter((each) => each.id === id))
    return `${id}: ${[...named][0]}`
  })
  expect(await Promise.all(first)).toEqual(
    sample(ids, 2).map((id) => `${id}: ${id.slice(0, id.indexOf('/'))}`),
  )
})

// The share in the whole catalogue is 96 %.
test.runIf(isThorough)('names first what a broken server breaks', { timeout: 900_000 }, async () => {
  const chosen = catalogue.filter((_, at) => at % 60 === 7)
  let right = 0
  for (const each of chosen) {
    const [first = ''] = (await failuresWith([each])).named
    right += Number((each.breaks as readonly string[]).includes(first))
  }
  expect(right / chosen.length).toBeGreaterThan(0.9)
})
