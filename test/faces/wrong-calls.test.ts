import { expect, test } from 'vitest'
import { createClient } from '../../src/client.ts'
import { checkPacts, providerState, providerStates, recordPact, verifyPacts } from '../../src/pact.ts'
import { createBuilders } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import { setupServer } from '../../src/node.ts'
import { serve } from '../../src/server.ts'
import { createTestKit, expectThat } from '../../src/testing.ts'
import { signInBrowser } from '../../src/testing/sign-in-browser.ts'
import { orgFixtures } from '../../src/vitest.ts'
import { createWorker } from '../../src/worker.ts'

const org = createOrg()
const build = createBuilders()
const { baseUrl } = org
const client = createClient({ baseUrl, fetch: org.fetch, token: org.apiToken })
const context = { addCookies: async () => {} }
const store = { write: () => {} }

/** Entry, call and error message of calls that the types forbid, but JavaScript allows. */
const wrong: readonly (readonly [
  entry: string,
  call: (value: never) => unknown,
  value: unknown,
  message: string,
])[] = [
  ['createOrg', createOrg, null, 'options: expected an object, got null'],
  ['createOrg', createOrg, () => {}, 'options: expected an object, got a function'],
  ['createOrg', createOrg, new Map([['seed', 'x']]), 'options: expected an object'],
  ['createOrg', createOrg, { row: [] }, 'options.row: unknown option'],
  ['createOrg', createOrg, { rows: 5 }, 'rows: expected rows [part, key, value], got a number'],
  ['createOrg', createOrg, { isInterrupted: 'yes' }, 'isInterrupted: expected a boolean, got a text'],
  ['org.handlers', (value) => org.handlers(undefined, value), 5, 'options: expected an object, got a number'],
  [
    'org.handlers',
    (value) => org.handlers(undefined, value),
    { onUnknownPaths: 'refuse' },
    'did you mean onUnknownPath?',
  ],
  ['org.rows.persist', (value) => org.rows.persist(value), {}, 'expected a store with write(rows) first'],
  ['org.rows.persist', (value) => org.rows.persist(store, value), { withall: true }, 'did you mean withAll?'],
  [
    'org.exportSeed',
    (value) => org.exportSeed(value),
    { secret: true },
    'options.secret: unknown option, did you mean secrets?',
  ],
  [
    'org.exportSeed',
    (value) => org.exportSeed(value),
    { secrets: 'no' },
    'secrets: expected a boolean, got a text',
  ],
  ['org.events.on', (value) => org.events.on('*', value), undefined, 'listener: expected a function'],
  ['org.events.list', (value) => org.events.list(value), { typ: 'user.created' }, 'did you mean type?'],
  [
    'org.events.list',
    (value) => org.events.list(value),
    { limit: '5' },
    'limit: expected a number, got a text',
  ],
  [
    'org.events.waitFor',
    async (value) => org.events.waitFor('*', value),
    { timeOut: 5 },
    'did you mean timeout?',
  ],
  ['org.data', (value) => org.data.users.findMany(undefined, value), { tak: 5 }, 'did you mean take?'],
  ['org.data', (value) => org.data.users.hooks.on(value, () => {}), 'updat', 'did you mean update?'],
  ['setupServer', setupServer, 5, 'options: expected an object, got a number'],
  ['setupServer', setupServer, null, 'options: expected an object, got null'],
  [
    'createClient',
    createClient,
    { baseUrl, headers: new Headers({ a: 'b' }) },
    'headers: expected an object',
  ],
  ['createClient', createClient, { baseUrl, headers: ['a'] }, 'headers: expected an object'],
  ['createClient', createClient, { baseUrl, retry: [] }, 'retry: expected an object'],
  ['createClient', createClient, { baseUrl, retry: { times: 'x' } }, 'retry.times: expected a number'],
  ['createClient', createClient, { baseUrl, retry: { wait: 5 } }, 'retry.wait: expected a function'],
  [
    'client',
    (value) => client.listUsers(value),
    null,
    'listUsers: expected an object with params, query, body, headers, signal',
  ],
  ['client', (value) => client.listUsers(value), 'ada', 'listUsers: expected an object with params'],
  [
    'client',
    (value) => client.getUser(value),
    { params: 'ada' },
    'getUser: params: expected an object of values by name',
  ],
  [
    'client',
    (value) => client.listUsers(value),
    { query: 'limit=5' },
    'listUsers: query: expected an object',
  ],
  [
    'client',
    (value) => client.listUsers(value),
    { query: new URLSearchParams('limit=5') },
    'listUsers: query: expected an object',
  ],
  [
    'client',
    (value) => client.listUsers(value),
    { query: { q: {} } },
    'listUsers: query.q: expected a text, a number',
  ],
  [
    'client',
    (value) => client.listUsers(value),
    { headers: new Headers() },
    'listUsers: headers: expected an object',
  ],
  ['serve', serve, { prot: 0 }, 'options.prot: unknown option, did you mean port?'],
  ['organisations.create', create, { wrld: 'demo' }, 'options.wrld: unknown option, did you mean world?'],
  ['organisations.create', create, { name: 5 }, 'name: expected a text, got a number'],
  ['organisations.create', create, 5, 'options: expected an object, got a number'],
  [
    'createWorker',
    createWorker,
    { world: 'dmo' },
    "Expected empty, demo, examples, large or large:N, got 'dmo'; did you mean demo?",
  ],
  ['createTestKit', createTestKit, { per: 'worker' }, 'options.per: unknown option'],
  ['orgFixtures', orgFixtures, null, 'options: expected an object, got null'],
  [
    'signInBrowser',
    (value) => signInBrowser(value, org, { user: 'x' }),
    {},
    'expected a browser context of Playwright first',
  ],
  [
    'signInBrowser',
    (value) => signInBrowser(context, org, value),
    { usr: 'x' },
    'options.usr: unknown option, did you mean user?',
  ],
  ['expectThat', (value) => expectThat('x').toHaveStatus('ACTIVE', value), { ogr: org }, 'did you mean org?'],
  [
    'createBuilders',
    createBuilders,
    { vocabulary: { wrd: 'x' } },
    'vocabulary.wrd: unknown option, did you mean word?',
  ],
  ['build.user', (value) => build.user(value), 5, 'expected traits by name, and overrides, got 5'],
  ['build.client', (value) => build.client('web', value), { client_nam: 'x' }, 'did you mean client_name?'],
  [
    'build.rule',
    (value) => build.rule(value),
    { groupIds: [], nam: 'x' },
    'options.nam: unknown option, did you mean name?',
  ],
  ['build.application', (value) => build.application(value), { labl: 'x' }, 'did you mean label?'],
  [
    'build.consent',
    (value) => build.consent(value),
    { user: 'x', client: 'y', scope: [] },
    'did you mean scopes?',
  ],
  ['build.refreshToken', (value) => build.refreshToken(value), { user: 'x' }, 'client: Required'],
  ['checkPacts', checkPacts, { pacts: [], orgs: {} }, 'options.orgs: unknown option, did you mean org?'],
  ['checkPacts', checkPacts, { pacts: 'a.json' }, 'pacts: expected a list, got a text'],
  ['verifyPacts', verifyPacts, {}, 'pacts: Required'],
  [
    'recordPact',
    (value) => recordPact(org, value),
    { consumer: 'x', prvider: 'y' },
    'did you mean provider?',
  ],
  ['recordPact', (value) => recordPact(org, value), {}, 'consumer: Required'],
  [
    'recordPact',
    (value) => recordPact(value, { consumer: 'x' }),
    {},
    'expected an organisation, a server or a recording first',
  ],
  ['providerStates', providerStates, {}, 'expected an organisation, or a server of serve()'],
  ['providerState', providerState, 'organisation exists', 'there is no provider state "organisation exists"'],
  [
    'providerState',
    (value) => providerState('user {id} is {status}', value),
    { idd: 'x', status: 'ACTIVE' },
    'did you mean id?',
  ],
]

async function create(value: never): Promise<void> {
  const server = await serve({ port: 0 })
  try {
    await server.organisations.create(value)
  } finally {
    await server.close()
  }
}

test.for(wrong.map(([entry, call, value, message]) => ({ entry, call, value, message })))(
  '$entry refuses a wrong call: $message',
  async ({ call, value, message }) => {
    await expect((async () => call(value as never))()).rejects.toThrow(message)
  },
)
