import { expect, test } from 'vitest'
import { IndexedCollection } from '../../src/model/store/indexed-collection.ts'
import { testOrg } from '../support/call.ts'

/** The names under which errors speak of a collection, and snapshots know it. */
test('each collection has its name', () => {
  const { org } = testOrg()
  const found = new Map<string, string>()
  for (const [part, held] of Object.entries(org)) {
    if (held === null || typeof held !== 'object') continue
    for (const member of ['collection', 'scopes', 'assignments']) {
      const collection: unknown = (held as Record<string, unknown>)[member]
      if (collection instanceof IndexedCollection) found.set(`${part}.${member}`, collection.name)
    }
  }
  expect(Object.fromEntries(found)).toEqual({
    'users.collection': 'users',
    'groups.collection': 'groups',
    'rules.collection': 'groupRules',
    'apps.collection': 'apps',
    'apps.assignments': 'appAssignments',
    'pushMappings.collection': 'pushMappings',
    'clients.collection': 'clients',
    'authorizationServers.collection': 'authorizationServers',
    'authorizationServers.scopes': 'scopes',
    'grants.collection': 'grants',
    'refreshTokens.collection': 'refreshTokens',
    'accessTokens.collection': 'accessTokens',
    'customClaims.collection': 'claims',
  })
})
