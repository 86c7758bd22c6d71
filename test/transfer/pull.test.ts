import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadDataset, parseSeed, type Seed } from '../../src/fixtures/index.ts'
import { createOrganisation, type Organisation } from '../../src/organisation.ts'
import { createForeignServer } from '../foreign/server.ts'
import { isThorough } from '../support/runs.ts'
import { deploy, type Deployment, deployOrg } from './deployment.ts'

async function orgOf(seed: Seed | string): Promise<Organisation> {
  const org = createOrganisation()
  await loadDataset(org, seed)
  return org
}

async function pulled(there: Deployment, options = ''): Promise<Seed> {
  const { code, error } = await there.run(`seed --from deployment --out pulled.yaml --force${options}`)
  if (code !== 0) throw new Error(error)
  return parseSeed(fs.readFileSync(path.join(there.folder, 'pulled.yaml'), 'utf8'))
}

/** The parts of a seed that are the same in every deployment: no times, and lists in one order. */
function shapeOf({ users = [], groups = [], rules = [], clients = [], schema }: Seed): unknown {
  const byName = <Item extends object>(items: readonly Item[], key: keyof Item): Item[] =>
    items.toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1))
  const bare = (item: object): object =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([name]) => !['created', 'statusChanged', 'lastLogin', 'client_id'].includes(name))
        .map(([name, value]) => [
          name,
          name === 'groups' || name === 'members' ? [...(value as string[])].toSorted() : value,
        ]),
    )
  return {
    schema,
    users: byName(users, 'login').map(bare),
    groups: byName(groups, 'name').map(bare),
    rules: byName(rules, 'name').map(bare),
    clients: byName(clients, 'client_name').map(bare),
  }
}

test('reads what was loaded, and a second pull of what it made reads the same', async () => {
  const first = await pulled(await deployOrg(await orgOf('demo')))
  const second = await pulled(await deployOrg(await orgOf(first)))

  expect(first.users).toHaveLength(150)
  expect(first.groups).toHaveLength(22)
  expect(first.schema?.user).toEqual([
    { name: 'badgeNumber', type: 'integer' },
    { name: 'skills', type: 'array' },
  ])
  const statuses = new Set(first.users!.map(({ status }) => status))
  expect(statuses.size).toBe(8)
  expect(shapeOf(second)).toEqual(shapeOf(first))
})

test('keeps empty lists and texts, also when the seed is pushed', async () => {
  const seed: Seed = {
    schema: { user: [{ name: 'skills', type: 'array' }], group: [{ name: 'tags', type: 'array' }] },
    groups: [{ name: 'Crew', profile: { tags: [] } }],
    users: [
      {
        login: 'ada@x.test',
        firstName: 'Ada',
        lastName: 'X',
        password: 'Only-Mine-4242',
        profile: { skills: [], mobilePhone: '' },
        groups: ['Crew'],
      },
    ],
    rules: [{ name: 'R', expression: 'user.title == "x"', groups: ['Crew'], exclude: [] }],
  }
  const first = await pulled(await deployOrg(await orgOf(seed)))
  expect(first).toMatchObject({
    groups: [{ profile: { tags: [] } }],
    users: [{ profile: { skills: [], mobilePhone: '' } }],
    rules: [{ exclude: [] }],
  })
  const empty = await deployOrg(await orgOf({ schema: seed.schema! }))
  const file = path.join(empty.folder, 'seed.json')
  fs.writeFileSync(file, JSON.stringify(first))
  expect((await empty.run(`push ${file} --yes`)).code).toBe(0)
  expect(shapeOf(await pulled(empty))).toEqual(shapeOf(first))
})

test('has no secret in the seed, and says what it could not carry', async () => {
  const there = await deployOrg(
    await orgOf({
      users: [
        {
          login: 'a@x.test',
          firstName: 'A',
          lastName: 'X',
          password: 'Only-Mine-4242',
          recoveryQuestion: { question: 'Pet?', answer: 'Rex-the-dog' },
        },
      ],
      clients: [
        {
          client_name: 'App',
          client_secret: 'client-secret-4242',
          application_type: 'service',
          grant_types: ['client_credentials'],
          response_types: ['token'],
        },
      ],
    }),
  )
  const { code, out, error } = await there.run('seed --from deployment')

  expect(code).toBe(0)
  for (const secret of ['Only-Mine-4242', 'Rex-the-dog', 'client-secret-4242', there.org.apiToken]) {
    expect(out + error).not.toContain(secret)
  }
  expect(parseSeed(out).users).toHaveLength(1)
  expect(error).toContain('1 user, 0 groups, 0 rules, 1 client. Not carried:')
  expect(error).toContain('Passwords, which nobody is shown')
  expect(there.calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('overwrites a file only with --force', async () => {
  const there = await deployOrg()
  expect((await there.run('seed --from deployment --out seed.json')).code).toBe(0)
  expect(await there.run('seed --from deployment --out seed.json')).toMatchObject({
    code: 1,
    error: expect.stringContaining('is there already; --force writes over it'),
  })
  expect(JSON.parse(fs.readFileSync(path.join(there.folder, 'seed.json'), 'utf8'))).toEqual({
    defaultPassword: 'Tulip-Meadow-42',
  })
})

test('puts made-up people everywhere, the same each time', async () => {
  const people = ['marie.curie', 'irene.joliot', 'jean.perrin'].map((name) => {
    const [firstName = '', lastName = ''] = name.split('.')
    return { login: `${name}@lab.fr`, firstName, lastName, manager: 'marie.curie@lab.fr' }
  })
  const there = await deployOrg(
    await orgOf({
      groups: [{ name: 'marie curie fans', description: 'Ask marie.curie@lab.fr; see wiki.lab.fr' }],
      users: people,
      rules: [
        {
          name: 'Rule of jean perrin',
          expression: 'user.login == "jean.perrin@lab.fr"',
          groups: ['marie curie fans'],
          exclude: ['irene.joliot@lab.fr'],
        },
      ],
    }),
  )
  const text = JSON.stringify(await pulled(there, ' --fake-names'))
  expect(text).not.toMatch(/marie|curie|irene|joliot|jean|perrin|lab\.fr/i)
  expect(JSON.stringify(await pulled(there, ' --fake-names'))).toBe(text)
  expect(JSON.stringify(await pulled(there, ' --fake-names --seed other'))).not.toBe(text)
})

/** The demo data without the parts that need its custom properties. */
const withoutCustom = (seed: Seed): unknown => {
  const { users = [], groups = [], rules = [], ...rest } = seed
  const bare = shapeOf({
    ...rest,
    schema: {},
    users: users.map(
      ({
        provider: _provider,
        profile: { badgeNumber: _badge, skills: _skills, ...profile } = {},
        ...user
      }) => ({
        ...user,
        profile,
      }),
    ),
    groups: groups.map(({ profile: _profile, ...group }) => group),
    rules: rules.filter(({ expression }) => !expression.includes('user.skills')),
  })
  return bare
}

// A commit tries the server of other making below.
test.runIf(isThorough)('pushes the demo data to an organisation, and pulls the same out of it', async () => {
  const there = await deployOrg()
  expect((await there.run('push demo --yes --concurrency 8')).code).toBe(0)
  const seed = await pulled(there)
  const pushedAgain = await deployOrg()
  fs.copyFileSync(path.join(there.folder, 'pulled.yaml'), path.join(pushedAgain.folder, 'pulled.yaml'))
  const { code, error } = await pushedAgain.run(`push ${path.join(pushedAgain.folder, 'pulled.yaml')} --yes`)

  expect([code, error]).toEqual([0, ''])
  expect(withoutCustom(await pulled(pushedAgain))).toEqual(withoutCustom(seed))
  expect(seed.users).toHaveLength(150)
  expect((await there.run('push --undo --yes')).code).toBe(0)
  expect(there.org.data.users.count()).toBe(1)
})

const administrator = 'root@foreign.test'
const notUnderstood = ['Leadership by title', 'Old wiki readers']

test('pushes the demo data to a server of other making, and pulls the same out of it', async () => {
  const server = createForeignServer({ lag: 0, transition: 0, passwordless: 'PROVISIONED' })
  const foreign = await deploy({ fetch: (request) => server.fetch(request), token: server.token })
  const pushed = await foreign.run('push demo --yes --concurrency 8')
  // Its language of rules has neither words between comparisons nor functions of groups.
  expect(pushed.code).toBe(1)
  expect(pushed.error.split('\n').map((line) => line.split(':')[0]!.trim())).toEqual([
    'identikit push',
    ...notUnderstood.map((name) => `rule ${name}`),
  ])
  const there = await deployOrg()
  await there.run('push demo --yes --concurrency 8')

  const { users = [], ...rest } = await pulled(foreign)
  const seed = { ...rest, users: users.filter(({ login }) => login !== administrator) }
  expect(seed.users).toHaveLength(150)
  expect(seed.groups).toHaveLength(22)
  const ours = await pulled(there)
  const rules = ours.rules!.filter(({ name }) => !notUnderstood.includes(name))
  expect(withoutCustom(seed)).toEqual(withoutCustom({ ...ours, rules }))
  expect(await foreign.run('push --undo --yes')).toMatchObject({ code: 0, error: '' })
  expect((await pulled(foreign)).users!.map(({ login }) => login)).toEqual([administrator])
})
