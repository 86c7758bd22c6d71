import { expect, test } from 'vitest'
import { Notes } from '../../src/transfer/notes.ts'
import type { Deployment } from '../../src/transfer/pull/read.ts'
import { seedFrom } from '../../src/transfer/pull/seed-from.ts'

test.each<[string, boolean, string[]]>([
  ['FEDERATION', true, []],
  ['SOCIAL', true, []],
  ['ACTIVE_DIRECTORY', true, []],
  ['LDAP', true, []],
  ['IMPORT', false, ['Users of an import become users of the service itself']],
  ['SVC', false, []],
  ['MY_LDAP', false, []],
  ['', false, []],
])('a provider of type %j is carried: %s', (type, isCarried, lines) => {
  const provider = { type, name: 'Partner' }
  const user = {
    id: '00u1',
    status: 'ACTIVE',
    profile: { login: 'jo@x.test', email: 'jo@x.test', firstName: 'Jo', lastName: 'Ames' },
    credentials: { provider },
  }
  const read = { users: [user], groups: [], members: new Map(), apps: new Map(), rules: [], clients: [] }
  const notes = new Notes()
  const { users } = seedFrom(read as unknown as Deployment, notes)
  expect(users).toMatchObject([{ login: 'jo@x.test', status: 'ACTIVE' }])
  expect(users![0]!.provider).toEqual(isCarried ? provider : undefined)
  expect(notes.lines()).toEqual(lines)
})
