/** Whether an organisation answers as recorded, as a matcher. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createBuilders, loadDataset } from '../../src/fixtures/index.ts'
import { expectThat } from '../../src/testing.ts'
import { type Exchanged, harOf, recordedSession } from '../recordings/session.ts'

const folder = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

let session: Exchanged[]
let file: string
beforeAll(async () => {
  session = await recordedSession(createOrg())
  file = join(folder, 'session.har')
  writeFileSync(file, harOf(session))
})

/** The session, with another name of its client. */
const renamedIn = (exchanges: readonly Exchanged[]): Exchanged[] =>
  exchanges.map((each) => ({ ...each, body: each.body.replaceAll('Pottery shop', 'Quilt shop') }))

test('an organisation that answers as recorded passes, and stays as it is', async () => {
  const org = createOrg({ seed: 'another', delays: { search: 0 } })
  await loadDataset(org, createBuilders().seed(createBuilders().user()))
  const before = org.exportState()
  await expectThat(org).toReplay(file)
  await expectThat(org).toReplay([folder])
  await expectThat(org).toReplay(pathToFileURL(file))
  await expectThat(org).toReplay(JSON.parse(harOf(session)) as { log: object })
  expect(org.exportState().rows).toEqual(before.rows)
  await expect(expectThat(org).not.toReplay(file)).rejects.toThrow(
    /^Expected the organisation not to answer as recorded, and nothing differs\. Compared 76 calls/,
  )
})

test('replays a recording from the data that the organisation already has', async () => {
  const recorded = createOrg()
  await loadDataset(recorded, 'demo')
  await recorded.fetch('/api/v1/groups', {
    method: 'POST',
    headers: { authorization: `SSWS ${recorded.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profile: { name: 'Engineering' } }),
  })
  const har = recorded.control.readJournal({ as: 'har' })
  await expectThat(createOrg()).not.toReplay(har)
  const org = createOrg()
  await loadDataset(org, 'demo')
  await expectThat(org).toReplay(har)
})

test('one that answers otherwise fails with what differs, where, and what to do', async () => {
  const org = createOrg({ interpretations: { 'revoked-grants': 'shown' } })
  const other = join(folder, 'other.har')
  writeFileSync(other, harOf(renamedIn(session)))
  const failure = await expectThat(org)
    .toReplay(other)
    .then(
      () => new Error('it passed'),
      (error: Error) => error,
    )
  expect(failure.message).toMatch(
    /^Expected the organisation to answer as recorded \(there\); it answers otherwise \(here\) in 2 ways:\n\n/,
  )
  expect(failure.message).toContain('  `client_name` of clients is another there (')
  expect(failure.message).toContain(`    First: ${other}, call `)
  expect(failure.message).toContain('Compared 76 calls of 1 recording')
  const [, ids = ''] = /\{ baseline: \[(.*)\] \}$/.exec(failure.message) ?? []
  const known = [...ids.matchAll(/'([^']+)'/g)].map(([, id]) => id!)
  await expectThat(org).toReplay(other, { baseline: known })
  await expectThat(org).not.toReplay(other, { baseline: known.slice(1) })
  const baseline = join(folder, 'known.txt')
  writeFileSync(baseline, JSON.stringify({ known }))
  await expectThat(org).toReplay(other, { baseline })
})

test('shows values with showValues', async () => {
  const failure = async (options: { showValues?: boolean }): Promise<string> => {
    const har = JSON.parse(harOf(renamedIn(session))) as { log: object }
    return expectThat(createOrg())
      .toReplay(har, options)
      .then(
        () => '',
        ({ message }: Error) => message,
      )
  }
  expect(await failure({})).toContain('`client_name` of clients is another there')
  expect(await failure({})).not.toContain('Quilt shop')
  expect(await failure({ showValues: true })).toContain('    There: "Quilt shop"')
})

const mistakes: readonly (readonly [
  name: string,
  subject: () => unknown,
  args: unknown[],
  message: string,
])[] = [
  [
    'no organisation',
    () => 'ada',
    ['x.har'],
    'toReplay: expected an organisation of this process, got "ada"',
  ],
  ['no file', createOrg, ['no.har'], 'toReplay: no.har: expected a file or folder, got nothing of this name'],
  ['no source', createOrg, [undefined], 'toReplay: expected a file or folder of recordings, several of them'],
  ['no files', createOrg, [[]], 'toReplay: expected a file or folder of recordings'],
  ['a stray option', createOrg, ['x', { baselin: 'y' }], 'toReplay: its last argument has no "baselin"'],
  ['no baseline', createOrg, ['x', { baseline: 'no.json' }], 'toReplay: baseline: there is no file no.json'],
  ['another document', createOrg, [{ log: {} }], 'toReplay: the recording: expected a recording (HAR 1.2'],
  [
    'an empty recording',
    createOrg,
    [{ log: { entries: [] } }],
    'toReplay: nothing could be compared. Compared 0 calls of 1 recording',
  ],
]

test.each(mistakes)('refuses %s, whatever is expected', async (_, subject, args, message) => {
  const call = (assertions: object): Promise<void> =>
    (assertions as { toReplay: (...given: unknown[]) => Promise<void> }).toReplay(...args)
  await expect(call(expectThat(subject()))).rejects.toThrow(message)
  await expect(call(expectThat(subject()).not)).rejects.toThrow(message)
})

test('refuses a recording of a deployment with another name prefix, and says what to do', async () => {
  const acme = createOrg({ prefix: 'acme' })
  const har = harOf(await recordedSession(acme))
  const recording = JSON.parse(har) as { log: object }
  await expect(expectThat(createOrg()).toReplay(recording)).rejects.toThrow(
    "make the organisation with { prefix: 'acme' }",
  )
  await expectThat(createOrg({ prefix: 'acme' })).toReplay(recording)
})
