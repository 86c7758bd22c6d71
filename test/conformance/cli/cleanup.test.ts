/** Cleans up our server, which has groups of two runs. cleaned-up.txt shows the output and what is left. */
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { deployOrg } from '../../transfer/deployment.ts'

/** Deployments: with groups that are months old, with young ones, and one that deletes nothing. */
const clocks = { old: '2020-01-01T00:00:00Z', young: '2100-01-01T00:00:00Z' }
async function deployed(kind: string | undefined) {
  const start = kind === 'young' ? clocks.young : clocks.old
  const org = createOrganisation({ seed: 'reaped', clock: { start, frozen: true } })
  const there = await deployOrg(org, ({ method }) =>
    kind === 'refusing' && method === 'DELETE' ? { status: 403, body: {} } : undefined,
  )
  const make = async (name: string): Promise<string> => {
    const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ profile: { name } })
    const request = new Request(`${org.baseUrl}/api/v1/groups`, { method: 'POST', body, headers })
    return ((await (await org.fetch(request)).json()) as { id: string }).id
  }
  const ids = { $mine: await make('cf-abc123-1'), $other: await make('cf-abc1234-1') }
  return { ...there, ids }
}

/** Writes ledgers: of what was made, of another target, of a create without an answer, and what is none. */
function writeLedgers({ folder, baseUrl, ids }: Awaited<ReturnType<typeof deployed>>): void {
  const ledger = (name: string, of: string): Ledger => {
    const head = { run: 'abc123', baseUrl: of, startedAt: '2026-01-01T00:00:00.000Z', version: '0' }
    return new Ledger(head, path.join(folder, name))
  }
  const made = ledger('made.jsonl', `${baseUrl}/`)
  made.created(made.intend('group', 'cf-abc123-1'), ids.$mine)
  ledger('other.jsonl', 'https://other.example.com')
  const unclear = ledger('unclear.jsonl', baseUrl)
  unclear.intend('group', 'cf-abc123-1')
  unclear.created(unclear.intend('rule', 'cf-abc123-2'), 'gone')
  fs.writeFileSync(path.join(folder, 'broken.jsonl'), 'no ledger')
}

test('lists what a run left behind, and removes it after a confirmation', async () => {
  await expectGolden(new URL('cleaned-up.txt', import.meta.url), async (line) => {
    const [, kind, flags = ''] = /^(?:(\w+): )?(.*)$/.exec(line) ?? []
    const there = await deployed(kind)
    writeLedgers(there)
    const before = fs.readdirSync(there.folder)
    const { code, out, error } = await there.run(`conform cleanup ${flags}`)
    const left = there.org.data.groups.all().map(({ profile }) => String(profile.name))
    const after = fs.readdirSync(there.folder)
    const told = [
      ...[out, error].filter((text) => text !== ''),
      `exit ${code}; left: ${left.filter((name) => name.startsWith('cf-')).join(', ')}`,
      ...before.filter((name) => !after.includes(name)).map((name) => `${name} is gone`),
    ].join('\n')
    return Object.entries(there.ids)
      .reduce((text, [name, id]) => text.replaceAll(id, name), told)
      .replaceAll(there.folder, 'HERE')
      .replaceAll(there.baseUrl, 'TARGET')
  })
})
