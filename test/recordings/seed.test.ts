/** `identikit seed --from recording`: a seed from recordings, without their people and secrets. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDataset, parseSeed } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import { runHere } from '../cli/run-here.ts'
import { harOf, recordedSession, recorderOf } from './session.ts'

const folder = mkdtempSync(join(tmpdir(), 'recorded-seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const users = '/api/v1/users'
const groups = '/api/v1/groups'
let file: string

beforeAll(async () => {
  const org = createOrg({ prefix: 'acme' })
  org.control.setSchemaProperty({ schema: 'user', name: 'badge', type: 'string' })
  org.control.setSchemaProperty({ schema: 'user', name: 'floor', type: 'integer' })
  const { call, exchanges } = recorderOf(org)
  const person = (name: string, more: object = {}) => ({
    profile: {
      firstName: name,
      lastName: 'Quillfeather',
      email: `${name}@real.example`,
      login: `${name}@real.example`,
      ...more,
    },
    credentials: { password: { value: 'Very-Secret-77' } },
  })
  const boss = await call('POST', users, person('Zenobia', { department: 'Kilns' }))
  const worker = await call(
    'POST',
    users,
    person('Yannick', { managerId: boss.json.id, badge: 'QF-1', floor: 3, department: 'Kilns' }),
  )
  const kilns = await call('POST', groups, { profile: { name: 'Kiln keepers' } })
  const glaze = await call('POST', groups, { profile: { name: 'Glaze mixers' } })
  await call('PUT', `${groups}/${kilns.json.id}/users/${worker.json.id}`)
  await call('PUT', `${groups}/${kilns.json.id}/users/${boss.json.id}`)
  await call('DELETE', `${groups}/${kilns.json.id}/users/${boss.json.id}`)
  const rule = await call('POST', `${groups}/rules`, {
    type: 'group_rule',
    name: 'Kilns mix',
    conditions: {
      people: { users: { exclude: [boss.json.id] } },
      expression: { type: 'urn:acme:expression:1.0', value: 'user.department=="Kilns"' },
    },
    actions: { assignUserToGroups: { groupIds: [glaze.json.id] } },
  })
  await call('POST', `${groups}/rules/${rule.json.id}/lifecycle/activate`)
  await call('POST', `${users}/${boss.json.id}/lifecycle/suspend`)
  await call('POST', '/oauth2/v1/clients', {
    client_name: 'Pottery shop',
    redirect_uris: ['https://shop.example/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_basic',
  })
  file = written('own.har', harOf(exchanges))
})

test('keeps members, rules, managers and custom properties, and no name or secret', async () => {
  const { out, error, code } = await runHere(['seed', '--from', 'recording', file])
  expect(code).toBe(0)
  expect(error).toMatch(/^2 users, 2 groups, 1 rule, 1 client\. Not carried:/)
  expect(out).not.toMatch(/Quillfeather|Zenobia|Yannick|real\.example|QF-1|Very-Secret/)
  const org = createOrg()
  await loadDataset(org, parseSeed(out, 'seed.yaml'))
  const [boss, worker] = (['SUSPENDED', 'ACTIVE'] as const).map((status) =>
    org.data.users.all().find((user) => user.status === status && user.profile.department === 'Kilns'),
  )
  expect(worker!.profile).toMatchObject({
    managerId: boss!.id,
    floor: expect.any(Number) as number,
    badge: 'badge 1',
  })
  const namesOf = async (id: string): Promise<string[]> => {
    const reply = await org.fetch(`${users}/${id}/groups`, {
      headers: { authorization: `SSWS ${org.apiToken}` },
    })
    return ((await reply.json()) as { profile: { name: string } }[]).map(({ profile }) => profile.name)
  }
  expect(await namesOf(worker!.id)).toEqual(['Everyone', 'Kiln keepers', 'Glaze mixers'])
  expect(await namesOf(boss!.id)).toEqual(['Everyone'])
  expect(org.data.clients.findFirst()).toMatchObject({ settings: { client_name: 'Pottery shop' } })
})

test('is written to a file that serves, the same from the same names', async () => {
  const [one, other] = [join(folder, 'one.yaml'), join(folder, 'other.json')]
  const first = await runHere(['seed', '--from', 'recording', file, '--out', one, '--seed', 'x'])
  expect(first.error).toContain(`to ${one}`)
  await runHere(['seed', '--from', 'recording', file, '--out', other, '--seed', 'x'])
  expect(parseSeed(readFileSync(one, 'utf8'), one)).toEqual(parseSeed(readFileSync(other, 'utf8'), other))
  // The groups are there already, from the seed.
  const { out } = await runHere(['compare', file, '--data', one])
  expect(out).toContain('createGroup answers 200 there (2 of 2), 400 E0000001 here')
})

test('takes several recordings as of one deployment: a login and a name are one record', async () => {
  const second = written('second.har', harOf(await recordedSession(createOrg({ seed: 'second' }))))
  const third = written('third.har', harOf(await recordedSession(createOrg({ seed: 'third' }))))
  const { out, error } = await runHere(['seed', '--from', 'recording', second, third, '--format', 'json'])
  expect(error).toMatch(/^3 users, 2 groups, 1 rule, 2 clients/)
  await loadDataset(createOrg(), parseSeed(out, 'seed.json'))
})

const refused: readonly (readonly [name: string, text: string, message: string])[] = [
  ['no recording', '{"a":1}', 'expected a recording (HAR 1.2'],
  [
    'nothing shown',
    '{"log":{"entries":[]}}',
    'expected recordings that show users, groups, rules or clients, got no such reply',
  ],
]

test.each(refused)('refuses %s', async (_, text, message) => {
  const { error, code } = await runHere(['seed', '--from', 'recording', written('refused.har', text)])
  expect(error).toContain(message)
  expect(code).toBe(2)
})
