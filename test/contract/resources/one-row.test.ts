import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes a user and a group with the property, clients and applications with the setting, and finds them. */
const script = `
import { createOrg } from './src/index.ts'
import { openApiDocument } from './src/contract.ts'

const org = createOrg()
const call = async (method, path, body) => {
  const request = new Request(org.baseUrl + path, {
    method,
    headers: { authorization: 'SSWS ' + org.apiToken, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const reply = await org.fetch(request)
  return { status: reply.status, body: await reply.json() }
}
const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
const found = async (parameter, expression) => {
  const { body } = await call('GET', '/api/v1/users?' + new URLSearchParams({ [parameter]: expression }))
  return body.map(({ profile: { login } }) => login)
}
const made = await call('POST', '/api/v1/users?activate=false', { profile: { ...profile, shoeSize: '38' } })
const searched = await found('search', 'profile.shoeSize sw "3"')
const filtered = await found('filter', 'profile.shoeSize eq "38"')
await found('filter', 'profile.city eq "x"').catch(() => undefined)
const { explanation } = org.control.readExchange()
const seeded = (await org.exportSeed()).seed.users.find(({ login }) => login === 'ada@example.com')
const long = await call('POST', '/api/v1/users/' + made.body.id, { profile: { shoeSize: '12345' } })
const unset = await call('POST', '/api/v1/users/' + made.body.id, { profile: { shoeSize: null } })
const web = { client_name: 'Web', redirect_uris: ['https://app.example.com/'] }
const client = await call('POST', '/oauth2/v1/clients', { ...web, software_id: 'web-1', software_key: 'k-1' })
const journalled = org.control.readExchange().request.body
const without = await call('POST', '/oauth2/v1/clients', web)
const wrong = await call('POST', '/oauth2/v1/clients', { ...web, software_id: 7 })
const controlled = org.control.registerClient({ ...web, client_id: 'spa', software_id: 'spa-1' })
const group = await call('POST', '/api/v1/groups', { profile: { name: 'Team', costCode: 'c-1' } })
const groups = await call('GET', '/api/v1/groups?search=' + encodeURIComponent('profile.costCode eq "c-1"'))
const noted = org.control.setApplication({ label: 'Wiki', notes: 'Ask Ada' })
const plain = org.control.setApplication({ label: 'Chat' })
const changed = org.control.setApplication({ application: plain.id, notes: 'Closed' })
for (const { id } of [noted, plain])
  org.control.assignApplication({ application: id, group: group.body.id })
const assigned = await call('GET', '/api/v1/groups/' + group.body.id + '/apps')
const { clients, groups: seededGroups, apps } = (await org.exportSeed()).seed
const { UserProfile, Client, GroupProfile, GroupApplication } = openApiDocument().components.schemas
console.log(JSON.stringify({
  shown: made.body.profile.shoeSize,
  searched,
  filtered,
  explained: explanation.accepted,
  seeded: seeded.profile.shoeSize,
  long: long.body.errorCauses,
  unset: unset.body.profile.shoeSize,
  documented: UserProfile.properties.shoeSize,
  client: {
    shown: [client, without].map(({ body }) => body.software_id),
    wrong: wrong.body,
    journalled: [journalled.software_id, journalled.software_key],
    controlled: controlled.software_id,
    seeded: clients.map(({ software_id }) => software_id),
    documented: Client.properties.software_id,
  },
  group: {
    shown: group.body.profile.costCode,
    found: groups.body.map(({ profile: { name } }) => name),
    seeded: seededGroups.find(({ name }) => name === 'Team').profile,
    documented: GroupProfile.properties.costCode,
  },
  app: {
    shown: assigned.body.map(({ notes }) => notes),
    byDefault: plain.notes,
    changed: changed.notes,
    seeded: apps.map(({ notes }) => notes),
    documented: GroupApplication.properties.notes,
  },
}))
`

test('a property or a setting of users, groups, clients and applications is one row: everything follows', () => {
  const copy = mkdtempSync(join(tmpdir(), 'one-row-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const folder of ['src', 'generated'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true })
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  insert('profiles.ts', '  middleName: {},\n', {
    shoeSize: "{ maxLength: 4, alwaysShown: true, isFiltered: true, says: 'In Europe.' }",
  })
  insert('client-settings.ts', '  client_uri: ', {
    software_id: "{ schema: z.string, says: 'Of its maker.', default: 'none' }",
  })
  insert('client-settings.ts', '  client_uri: ', {
    software_key: "{ schema: z.string, says: 'Of its maker.', secret: 'token' }",
  })
  insert('profiles.ts', '  description: { minLength: 0', {
    costCode: "{ maxLength: 8, says: 'Who pays.' }",
  })
  insert('app.ts', '  /** Features that are switched on', {
    notes: '{ schema: () => z.string().nullable(), given: () => z.string().nullish(), default: null }',
  })
  writeFileSync(join(copy, 'ask.ts'), script)
  const said = execFileSync(process.execPath, ['--import', 'tsx', 'ask.ts'], { cwd: copy, encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual({
    shown: '38',
    searched: ['ada@example.com'],
    filtered: ['ada@example.com'],
    explained: expect.stringContaining('profile.shoeSize'),
    seeded: '38',
    long: [{ errorSummary: expect.stringContaining('shoeSize') }],
    unset: null,
    documented: { type: ['string', 'null'], description: 'In Europe.', maxLength: 4 },
    client: {
      shown: ['web-1', 'none'],
      wrong: { error: 'invalid_client_metadata', error_description: expect.stringContaining('software_id') },
      journalled: ['web-1', '[secret]'],
      controlled: 'spa-1',
      seeded: ['web-1', 'none', 'spa-1'],
      documented: { type: ['string', 'null'], description: 'Of its maker.' },
    },
    group: {
      shown: 'c-1',
      found: ['Team'],
      seeded: { costCode: 'c-1' },
      documented: { type: ['string', 'null'], description: 'Who pays.', maxLength: 8 },
    },
    app: {
      shown: ['Ask Ada', 'Closed'],
      byDefault: null,
      changed: 'Closed',
      seeded: ['Ask Ada', 'Closed'],
      documented: { type: ['string', 'null'] },
    },
  })

  function insert(file: string, before: string, row: Readonly<Record<string, string>>): void {
    const table = join(copy, 'src/contract/resources', file)
    const [[name, stated]] = Object.entries(row) as [[string, string]]
    writeFileSync(
      table,
      readFileSync(table, 'utf8').replace(before, () => `  ${name}: ${stated},\n${before}`),
    )
  }
})
