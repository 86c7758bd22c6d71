import { expect, test } from 'vitest'
import type { Seed } from '../../src/fixtures/index.ts'
import { Notes } from '../../src/transfer/notes.ts'
import { withFakeNames } from '../../src/transfer/pull/fake-names.ts'
import { loadableSeed, withoutMembersByRule } from '../../src/transfer/pull/loadable-seed.ts'
import type { Deployment } from '../../src/transfer/pull/read.ts'
import { seedFrom } from '../../src/transfer/pull/seed-from.ts'

const when = '2031-01-01T00:00:00.000Z'

const user = (id: string, profile: object = {}, more: object = {}): object => ({
  id,
  status: 'ACTIVE',
  created: when,
  statusChanged: null,
  lastLogin: null,
  profile: { login: `${id}@x.test`, email: `${id}@x.test`, firstName: 'F', lastName: 'L', ...profile },
  ...more,
})

test('a deployment as a seed', async () => {
  const notes = new Notes()
  const deployment = {
    users: [
      user(
        'a',
        {
          email: 'other@x.test',
          managerId: 'b',
          manager: 'B',
          title: 'Head',
          middleName: null,
          badge: 1,
          size: 1,
          tags: ['x'],
          odd: 1,
        },
        {
          statusChanged: when,
          lastLogin: when,
          credentials: { provider: { type: 'SVC', name: 'SVC' }, recovery_question: { question: 'Pet?' } },
        },
      ),
      user(
        'b',
        { managerId: 'gone', manager: 'Gone', badge: 2, size: 1.5, odd: 'x', flag: true },
        { credentials: { provider: { type: 'FEDERATION', name: 'P' } } },
      ),
      user(
        'c',
        {},
        { status: 'STAGED', lastLogin: when, credentials: { provider: { type: 'IMPORT', name: 'I' } } },
      ),
      user(
        'd',
        {},
        { status: 'PROVISIONED', lastLogin: when, credentials: { provider: { type: 'XLDAPX', name: 'I' } } },
      ),
    ],
    groups: [
      {
        id: 'e',
        type: 'BUILT_IN',
        created: when,
        objectClass: [],
        profile: { name: 'Everyone', description: 'All' },
      },
      {
        id: 'g',
        type: 'SVC_GROUP',
        created: when,
        objectClass: [],
        profile: { name: 'G', description: 'Gs', owner: 'a', nothing: null },
      },
      {
        id: 'h',
        type: 'SVC_GROUP',
        created: when,
        objectClass: [],
        profile: { name: 'H', description: null },
      },
      {
        id: 'i',
        type: 'APP_GROUP',
        created: when,
        objectClass: ['x', 'svc:directory_security_principal'],
        source: { id: 'app1' },
        profile: { name: 'I', dn: 'CN=I' },
      },
      {
        id: 'j',
        type: 'APP_GROUP',
        created: when,
        objectClass: ['svc:user_group'],
        source: { id: 'unseen' },
        profile: { name: 'J' },
      },
      { id: 'k', type: 'APP_GROUP', created: when, profile: { name: 'K' } },
    ],
    members: new Map([
      ['g', ['a', 'b']],
      ['h', ['a']],
      ['i', ['b', 'gone']],
    ]),
    apps: new Map([
      ['e', [{ id: 'app1', label: 'Wiki', name: 'wiki', signOnMode: 'SAML_2_0' }]],
      [
        'g',
        [
          { id: 'app1', label: 'Wiki', name: 'wiki', signOnMode: 'SAML_2_0' },
          { id: 'app2', label: 'WIKI', name: 'wiki2', signOnMode: 'BOOKMARK' },
        ],
      ],
    ]),
    rules: [
      {
        id: 'r',
        name: 'R',
        status: 'ACTIVE',
        created: when,
        conditions: {
          expression: { value: 'isMemberOfGroup("g")' },
          people: { users: { exclude: ['a', 'gone'] } },
        },
        actions: { assignUserToGroups: { groupIds: ['g', 'h'] } },
      },
      {
        id: 's',
        name: 'S',
        status: 'INACTIVE',
        created: when,
        conditions: { expression: { value: 'isMemberOfAnyGroup("g", "h") or isMemberOfAnyGroup("g","zz")' } },
        actions: { assignUserToGroups: { groupIds: ['h'] } },
      },
      {
        id: 't',
        name: 'T',
        status: 'INVALID',
        created: when,
        conditions: { expression: { value: 'true' } },
        actions: { assignUserToGroups: { groupIds: ['h', 'zz'] } },
      },
      { id: 'u', name: 'U', status: 'ACTIVE', created: when, conditions: undefined, actions: undefined },
    ],
    clients: [
      {
        client_id: 'c1',
        client_name: 'C',
        client_secret: 'hidden',
        client_secret_expires_at: 0,
        client_id_issued_at: 1_924_992_000,
        _links: {},
        logo_uri: null,
        redirect_uris: ['https://c.test/'],
      },
      { client_id: 'c2', client_name: 'D' },
    ],
  } as unknown as Deployment
  await expect(seedFrom(deployment, notes)).toMatchFileSnapshot('seed-of-deployment.txt')
  expect(notes.lines()).toMatchInlineSnapshot(`
    [
      "Members of groups that the deployment does not list: I",
      "Answers to recovery questions; "annual flower" instead",
      "Users of an import become users of the service itself",
      "Users whom rules skip and that the deployment does not list: R (gone)",
      "Groups of rules that the deployment does not list: T (zz)",
    ]
  `)
  const empty = { users: [], groups: [], members: new Map(), apps: new Map(), rules: [], clients: [] }
  expect(seedFrom(empty, new Notes())).toEqual({ defaultPassword: 'Tulip-Meadow-42' })
})

test('leaves out and notes each item or property that no organisation takes', async () => {
  const notes = new Notes()
  const person = { login: 'ada@x.test', firstName: 'Ada', lastName: 'B' }
  const seed = {
    groups: [{ name: 'G' }, { name: 'G' }, { name: '' }],
    users: [
      { ...person, profile: { countryCode: 'ZZ', city: 'B' }, groups: ['G', 'Nope'] },
      { ...person, login: 'no' },
      { ...person, login: 'bob@x.test', provider: { type: 'ODD' } },
      { ...person, login: 'eve@x.test', email: 'none' },
    ],
    rules: [
      { name: 'R', expression: 'oops(', groups: ['G'] },
      { name: 'S', expression: 'true', groups: ['Nope'] },
      { name: 'T', expression: 'true', groups: ['G'], exclude: ['nobody@x.test', 'ada@x.test'] },
    ],
    apps: [{ label: 'A', signOnMode: 'NONE' }, { label: '' }, { label: 'B', groups: ['G', 'Nope'] }],
    clients: [
      {
        client_name: 'C',
        application_type: 'web',
        redirect_uris: ['https://c.test/'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        logo_uri: 'nonsense',
      },
      { client_name: '' },
    ],
  } as unknown as Seed
  const given = structuredClone(seed)
  await expect(loadableSeed(seed, notes)).toMatchFileSnapshot('loadable-seed.txt')
  await expect(notes.lines()).toMatchFileSnapshot('left-out.txt')
  expect(seed).toEqual(given)
  const sound = { users: [person] }
  const none = new Notes()
  expect([loadableSeed(sound, none), none.lines()]).toEqual([sound, []])
  const [named, left] = [{ name: 'badge', type: 'string' as const }, new Notes()]
  const user = [named, { ...named, name: 'not a name' }]
  expect(loadableSeed({ schema: { user } }, left)).toEqual({ schema: { user: [named] } })
  expect(left.lines()[0]).toMatch(/^Left out, .*: schema\.user\.1\.name: expected a letter/)
})

test('leaves memberships by a rule to the rule', async () => {
  const notes = new Notes()
  const person = (name: string, department: string, groups?: string[]) => ({
    login: `${name}@x.test`,
    firstName: name,
    lastName: 'B',
    profile: { department },
    ...(groups ? { groups } : {}),
  })
  const seed = {
    groups: ['Sales', 'Lab', 'Idle'].map((name) => ({ name })),
    users: [
      person('ann', 'Sales', ['Sales', 'Lab']),
      person('ben', 'Sales'),
      person('cem', 'Lab', ['Sales', 'Idle']),
      person('dan', 'Sales', ['Sales']),
      person('eve', 'Sales'),
    ],
    rules: [
      { name: 'R', expression: 'user.department == "Sales"', groups: ['Sales'], status: 'ACTIVE' },
      { name: 'S', expression: 'user.department == "Lab"', groups: ['Idle'], status: 'INACTIVE' },
    ],
  } as Seed
  const left = await withoutMembersByRule(seed, notes)
  expect(left.users!.map(({ login, groups }) => [login, groups])).toEqual([
    ['ann@x.test', ['Lab']],
    ['ben@x.test', undefined],
    ['cem@x.test', ['Sales', 'Idle']],
    ['dan@x.test', undefined],
    ['eve@x.test', undefined],
  ])
  expect(left.users![1]).not.toHaveProperty('groups')
  expect({ ...left, users: [] }).toEqual({ ...seed, users: [] })
  expect(notes.lines()).toEqual([
    'Groups to which the rules add users that are not in them at the deployment: Sales (2)',
  ])
  const idle = { ...seed, rules: seed.rules!.slice(1) }
  expect(await withoutMembersByRule(idle, notes)).toBe(idle)
  expect(await withoutMembersByRule({}, notes)).toEqual({})
})

test('made-up people in the places of real ones, property by property', async () => {
  const shared = { team: 'red', level: 3, langs: ['fr', 'common'] }
  const seed = {
    $schema: 'x',
    groups: [
      {
        name: 'Marie Curie fans',
        description:
          'Ask MARIE@lab.fr, "Irene Joliot"; see wiki.lab.fr or other.example, and "no such" thing',
      },
      { name: "Marie Curie's", members: ['marie@lab.fr', 'nobody@else.org'] },
    ],
    users: [
      {
        login: 'marie@lab.fr',
        firstName: 'Marie',
        lastName: 'Curie',
        manager: 'paul@home.org',
        recoveryQuestion: { question: 'Maiden name?', answer: 'x' },
        groups: ['Marie Curie fans'],
        profile: {
          displayName: 'Mme Curie',
          nickName: 'Manya',
          middleName: 'S',
          secondEmail: 's@x.fr',
          profileUrl: 'https://lab.fr/marie',
          primaryPhone: '1',
          mobilePhone: '2',
          streetAddress: 'a',
          postalAddress: 'b',
          zipCode: 'c',
          employeeNumber: 'd',
          managerId: 'e',
          manager: 'f',
          title: 'Assistant of Irene Joliot',
          department: 'Physics',
          city: 'Berlin',
          countryCode: 'DE',
          badge: 'polonium',
          badges: ['one', 'two'],
          age: 66,
          active: true,
          alias: 'marie@lab.fr',
          ...shared,
        },
      },
      {
        login: 'irene@lab.fr',
        email: 'irene@home.org',
        firstName: 'Irene',
        lastName: 'Joliot',
        manager: 'unknown@x.y',
        profile: { ...shared, badge: 'polonium', age: 66, countryCode: 'GB' },
      },
      {
        login: 'paul@home.org',
        firstName: 'Paul',
        lastName: 'Langevin',
        profile: { ...shared, badge: 'radium', age: 7 },
      },
      { login: 'bot', email: 'bot@lab.fr' },
    ],
    rules: [
      {
        name: 'R',
        expression: 'user.login == "irene@lab.fr" or String.stringContains(user.email, "@sub.lab.fr")',
        groups: ['Marie Curie fans'],
        exclude: ['paul@home.org'],
      },
    ],
    settings: { delays: { search: 5 }, trustedOrigins: ['https://LAB.fr', 'https://xlab.fr'] },
  } as unknown as Seed
  const faked = withFakeNames(seed, 'seed')
  await expect(faked).toMatchFileSnapshot('fake-names.txt')
  expect(withFakeNames(seed, 'seed')).toEqual(faked)
  expect(withFakeNames(seed, 'other')).not.toEqual(faked)
  expect(withFakeNames({ groups: [{ name: 'A' }] }, 'x')).toEqual({ groups: [{ name: 'A' }] })
  // Users with the same name also get a number.
  const many = Array.from({ length: 3 }, (_, index) => ({
    login: `USER${index}@lab.fr`,
    firstName: 'A',
    lastName: 'B',
  }))
  expect(new Set(withFakeNames({ users: many }, 'x').users!.map(({ login }) => login)).size).toBe(3)
})

test('of a list that an organisation takes in part, what it takes stays', () => {
  const uris = ['none', 'https://ok.example.com/cb', 'no other', 'https://too.example.com/cb']
  const client: NonNullable<Seed['clients']>[number] = {
    client_name: 'A',
    application_type: 'web',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: uris,
  }
  const { clients } = loadableSeed({ clients: [client] }, new Notes())
  expect(clients?.[0]?.redirect_uris).toEqual([uris[1], uris[3]])
})
