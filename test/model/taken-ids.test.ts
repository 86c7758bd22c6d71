import { expect, test } from 'vitest'
import type { IdKind } from '../../src/model/kernel/ids.ts'
import { takenIds } from '../../src/model/taken-ids.ts'

const holder = (id: string) => ({ has: (value: string) => value === id })

const isTaken = takenIds({
  users: { collection: holder('a user') },
  groups: { collection: holder('a group') },
  rules: { collection: holder('a rule') },
  apps: { collection: holder('an application'), assignments: holder('an assignment') },
  clients: { collection: holder('a client') },
  grants: { collection: holder('a grant') },
  refreshTokens: { collection: holder('a token') },
  authorizationServers: { collection: holder('a server'), scopes: holder('a scope') },
})

const ids = [
  'a user',
  'a group',
  'a rule',
  'an application',
  'an assignment',
  'a client',
  'a grant',
  'a token',
  'a server',
  'a scope',
]

test.each<[IdKind, ...taken: string[]]>([
  ['user', 'a user'],
  ['group', 'a group'],
  ['groupRule', 'a rule'],
  ['client', 'an application', 'a client'],
  ['appAssignment', 'an assignment'],
  ['grant', 'a grant'],
  ['refreshToken', 'a token'],
  ['authorizationServer', 'a server'],
  ['scope', 'a scope'],
  ['session'],
])('an id of a %s is taken by %j', (kind, ...taken) => {
  expect(ids.filter((id) => isTaken(kind, id))).toStrictEqual(taken)
  expect(isTaken(kind, 'none')).toBe(false)
})
