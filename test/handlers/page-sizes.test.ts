/** How many records a page of each list holds: the conformance suite reports these sizes and grades none. */
import { beforeAll, expect, test } from 'vitest'
import { newUser, testOrg, type TestOrg } from '../support/call.ts'
import { registered, webClient } from '../support/clients.ts'
import { parties, type Parties } from '../support/consents.ts'
import { createGroup, createRule } from '../support/groups.ts'

let it: TestOrg
let group: string
let mine: Parties
beforeAll(async () => {
  it = testOrg()
  const { call, control, org } = it
  group = (await createGroup(call, { name: 'Crew' })).id
  mine = await parties(it)
  for (let index = 0; index < 1001; index++)
    org.members.add(group, org.registration.create(newUser(), { activate: false }).id)
  for (let index = 0; index < 300; index++) await createGroup(call, { name: `Many ${index}` })
  for (let index = 0; index < 201; index++) {
    await createRule(call, 'true', [group], { activate: false })
    await registered(it, webClient())
    const application = control.setApplication({ label: `App ${index}` }).id
    control.assignApplication({ application, group })
  }
  const names = Array.from({ length: 205 }, (_, index) => `s:${index}`)
  control.grantConsent({ user: mine.userId, client: mine.clientId, scopes: names })
  const { own: server } = org.authorizationServers
  const scopes = org.authorizationServers.scopesNamed(server, ['offline_access'])
  for (let index = 0; index < 205; index++) org.refreshTokens.issue({ ...mine, scopes, server })
})

const managed = encodeURIComponent('type eq "SVC_GROUP"')
const many = encodeURIComponent('profile.name sw "Many"')

/** A list, its usual page and its largest. */
const sizes = [
  ['/api/v1/users?', 200, 200],
  ['/api/v1/users?q=test', 10, 200],
  ['/api/v1/groups?', 200, 200],
  [`/api/v1/groups?search=${many}`, 10, 200],
  [`/api/v1/groups?filter=${managed}`, 10, 200],
  ['/api/v1/groups?q=Many', 300, 300],
  ['/api/v1/groups/{group}/users?', 1000, 1000],
  ['/api/v1/groups/{group}/apps?', 20, 200],
  ['/api/v1/groups/rules?', 50, 200],
  ['/oauth2/v1/clients?', 20, 200],
  ['/api/v1/users/{user}/grants?', 20, 200],
  ['/api/v1/users/{user}/clients/{client}/grants?', 20, 200],
  ['/api/v1/users/{user}/clients/{client}/tokens?', 20, 200],
] as const

test.for(sizes)('%s holds %i records on a page, and %i at most', async ([list, usual, largest]) => {
  const path = list
    .replace('{group}', group)
    .replace('{user}', mine.userId)
    .replace('{client}', mine.clientId)
  const count = async (more: string): Promise<number> => (await it.call('GET', path + more)).json.length
  expect(await count('')).toBe(usual)
  for (const [limit, held] of [
    [1, 1],
    [largest, largest],
    [largest + 1, largest],
  ] as const)
    expect(await count(`&limit=${limit}`), `limit=${limit}`).toBe(held)
})

test('the link to the next page keeps what the list was asked for', async () => {
  const { headers } = await it.call('GET', `${mine.grants}?limit=150&expand=scope`)
  const [, next = ''] = /^<https:\/\/[^/]+(.+)>; rel="next"$/.exec(headers.link?.[1] ?? '') ?? []
  const { json } = await it.call('GET', next)
  expect(json).toHaveLength(55)
  expect(json[0]._embedded.scope.name).toBe('s:150')
})
