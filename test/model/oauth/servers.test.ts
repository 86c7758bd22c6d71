import { expect, test } from 'vitest'
import { AuthorizationServers } from '../../../src/model/oauth/authorization-servers.ts'
import type { Refusal } from '../../../src/contract/errors.ts'
import { testOrg } from '../../support/call.ts'

const base = 'https://svc.example.com'

/** Authorization servers of an organisation of their own, and what they told of those that ended. */
function stage() {
  const { ids } = testOrg().org
  const servers = new AuthorizationServers({
    ids,
    baseUrl: () => base,
    apiScopes: [{ name: 'svc.read', displayName: 'Read', description: 'Reads' }, { name: 'svc.write' }],
  })
  const ended: unknown[] = []
  servers.onEnd((end) => ended.push(end))
  servers.found()
  return { servers, ended, ids }
}

/** What a refusal says, or what came of it. */
function said(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    const { refusal, causes } = error as Refusal
    return [refusal, ...(causes ?? [])]
  }
}

test('the organisation has a server of its own, with the standard scopes and those of the API', () => {
  const { servers } = stage()
  const { own } = servers
  expect(own).toStrictEqual({
    id: expect.stringMatching(/^aus/),
    name: 'Organization',
    audience: undefined,
    isOwn: true,
    isActive: true,
  })
  expect(servers.issuer(own)).toBe(base)
  expect(servers.scopesOf(own).map(({ name }) => name)).toStrictEqual(
    'openid profile email address phone offline_access groups svc.read svc.write'.split(' '),
  )
  expect(servers.resolveScope('svc.read')).toStrictEqual({
    id: expect.stringMatching(/^scp/),
    authorizationServerId: own.id,
    name: 'svc.read',
    displayName: 'Read',
    description: 'Reads',
    isActive: true,
  })
  expect(servers.resolveScope('svc.write')).toMatchObject({
    displayName: 'svc.write',
    description: 'Access to svc.write',
  })
  expect(servers.addScope(own, { name: 'x', displayName: 'The X' }).description).toBe('Access to The X')
})

test('the others have an address by id or alias, and an audience', () => {
  const { servers } = stage()
  const cars = servers.create('Cars')
  expect(cars).toStrictEqual({
    id: expect.stringMatching(/^aus/),
    name: 'Cars',
    audience: 'api://default',
    isOwn: false,
    isActive: true,
  })
  expect(Object.hasOwn(cars, 'alias')).toBe(false)
  expect(servers.issuer(cars)).toBe(`${base}/oauth2/${cars.id}`)
  const shops = servers.create('Shops', { audience: 'api://shops', id: 'shops', alias: 'stores' })
  expect(shops).toMatchObject({ id: 'shops', audience: 'api://shops', alias: 'stores' })
  expect(servers.issuer(shops)).toBe(`${base}/oauth2/stores`)
  for (const reference of ['shops', 'stores', 'Shops', `${base}/oauth2/shops`, `${base}/oauth2/stores`])
    expect(servers.resolve(reference)).toStrictEqual(shops)
  for (const reference of [undefined, base, servers.own.id, 'Organization'])
    expect(servers.resolve(reference)).toStrictEqual(servers.own)
  for (const reference of ['none', `${base}/oauth2/`, `${base}/oauth2/none`, `x${base}/oauth2/shops`, 'shop'])
    expect(said(() => servers.resolve(reference))).toMatchObject(['not-found'])
  expect([servers.atPath('shops'), servers.atPath('stores')]).toStrictEqual([shops, shops])
  expect([servers.atPath(servers.own.id), servers.atPath('Shops')]).toStrictEqual([undefined, undefined])
})

const form = 'Expected letters, digits, - and _, at most 64, and not a version'

test.for([
  ['', {}, 'name: The field cannot be left blank'],
  [' ', {}, 'name: The field cannot be left blank'],
  ['Cars', {}, 'name: There is another server named Cars'],
  ['New', { id: 'cars' }, 'id: There is another server at cars'],
  ['New', { id: 'vehicles' }, 'id: There is another server at vehicles'],
  ['New', { alias: 'cars' }, 'alias: There is another server at cars'],
  ['New', { alias: 'vehicles' }, 'alias: There is another server at vehicles'],
  ['New', { id: 'v1' }, `id: ${form}`],
  ['New', { alias: 'v12' }, `alias: ${form}`],
  ['New', { alias: '' }, `alias: ${form}`],
  ['New', { alias: 'a/b' }, `alias: ${form}`],
  ['New', { alias: 'é' }, `alias: ${form}`],
  ['New', { alias: 'a'.repeat(65) }, `alias: ${form}`],
] as const)('no server is made as %j with %j', ([name, given, cause]) => {
  const { servers } = stage()
  servers.create('Cars', { id: 'cars', alias: 'vehicles' })
  const { size } = servers.collection
  expect(said(() => servers.create(name, given))).toStrictEqual(['validation', cause])
  expect(servers.collection.size).toBe(size)
})

test.for(['v', 'v1a', 'av1', 'V1', 'v-1', '_', 'a'.repeat(64)])('a server can have the alias %s', (alias) => {
  const { servers } = stage()
  expect(servers.create('New', { alias }).alias).toBe(alias)
})

test('what is changed of a server is that alone, and null takes it away', () => {
  const { servers } = stage()
  const cars = servers.create('Cars', { id: 'cars', alias: 'vehicles' })
  servers.create('Other', { id: 'other' })
  const change = (changes: object) => servers.change(servers.resolve('cars'), changes)
  expect(change({})).toStrictEqual(cars)
  expect(change({ audience: 'api://cars' })).toStrictEqual({ ...cars, audience: 'api://cars' })
  const lifetimes = { access: 5, refresh: 6 }
  expect(change({ tokenLifetimes: lifetimes, alias: 'autos' })).toStrictEqual({
    ...cars,
    audience: 'api://cars',
    alias: 'autos',
    tokenLifetimes: lifetimes,
  })
  // Its own address is no other server's.
  expect(change({ alias: 'autos' }).alias).toBe('autos')
  expect(change({ alias: 'cars' }).alias).toBe('cars')
  expect(said(() => change({ alias: 'other' }))).toStrictEqual([
    'validation',
    'alias: There is another server at other',
  ])
  expect(change({ alias: null, tokenLifetimes: null, audience: 'api://default' })).toStrictEqual({
    id: 'cars',
    name: 'Cars',
    audience: 'api://default',
    isOwn: false,
    isActive: true,
  })
  const own = ['validation', "authorizationServer: The organisation's own server stays in use"]
  for (const changes of [{ audience: 'x' }, { alias: 'x' }, { alias: null }])
    expect(said(() => servers.change(servers.own, changes))).toStrictEqual(own)
  expect(servers.change(servers.own, { tokenLifetimes: lifetimes }).tokenLifetimes).toStrictEqual(lifetimes)
  expect(said(() => servers.setActive('Organization', false))).toStrictEqual(own)
  expect(said(() => servers.remove('Organization'))).toStrictEqual(own)
})

test('the end of a server or scope is told, and its beginning is not', () => {
  const { servers, ended } = stage()
  const { id } = servers.create('Cars')
  const drive = servers.addScope(servers.resolve(id), { name: 'drive' })
  expect(servers.setActive('Cars', false)).toMatchObject({ id, isActive: false })
  expect(servers.setActive('Cars', true)).toMatchObject({ id, isActive: true })
  expect(servers.setScopeActive(drive, false)).toStrictEqual({ ...drive, isActive: false })
  expect(servers.setScopeActive(drive, true)).toStrictEqual(drive)
  servers.removeScope(drive)
  expect(servers.scopes.get(drive.id)).toBeUndefined()
  const others = servers.scopes.size
  servers.remove('Cars')
  expect(servers.scopes.size).toBe(others - 7)
  expect(servers.collection.size).toBe(1)
  expect(ended).toStrictEqual([
    { kind: 'authorizationServer', id, isDeleted: false },
    { kind: 'scope', id: drive.id, isDeleted: false },
    { kind: 'scope', id: drive.id, isDeleted: true },
    { kind: 'authorizationServer', id, isDeleted: true },
  ])
})

test('scopes are found by name on their own server, and made where they are asked for by name', () => {
  const { servers } = stage()
  const cars = servers.create('Cars')
  const [drive] = servers.scopesNamed(cars, ['drive', 'drive'])
  expect(servers.scopesNamed(cars, ['openid', 'drive']).map(({ name }) => name)).toStrictEqual([
    'openid',
    'drive',
  ])
  expect(servers.resolveScope('drive', cars)).toBe(drive)
  expect(servers.resolveScope(drive!.id)).toBe(drive)
  expect(said(() => servers.resolveScope('drive'))).toStrictEqual(['not-found'])
  expect(servers.scopesFound(cars, ['drive', 'none', 'drive'])).toStrictEqual({
    scopes: [drive],
    unknown: ['none'],
  })
  expect(said(() => servers.addScope(cars, { name: 'drive' }))).toStrictEqual([
    'validation',
    'name: The server has another scope named drive',
  ])
  servers.setScopeActive(drive!, false)
  expect(servers.scopesFound(cars, ['drive'])).toStrictEqual({ scopes: [], unknown: ['drive'] })
  const { size } = servers.scopes
  expect(said(() => servers.scopesNamed(cars, ['park', 'drive']))).toStrictEqual([
    'validation',
    'scopes: drive is not in use',
  ])
  servers.setActive('Cars', false)
  const unused = ['validation', 'authorizationServer: The server is not in use']
  expect(said(() => servers.scopesNamed(cars, ['park']))).toStrictEqual(unused)
  servers.remove('Cars')
  expect(said(() => servers.scopesNamed(cars, ['park']))).toStrictEqual(unused)
  expect(servers.scopes.size).toBe(size - 8)
})

test.for(['!', '#', '[', ']', '~', 'a:b/c', '!#[]~'])('%s is the name of a scope', (name) => {
  const { servers } = stage()
  expect(servers.addScope(servers.own, { name }).name).toBe(name)
})

test.for(['', ' ', 'a b', '"', 'a"', '\\', 'é', '\u007f', 'a\n'])('%j is not the name of a scope', (name) => {
  const { servers } = stage()
  const { size } = servers.scopes
  const refused = (field: string) => ['validation', `${field}: "${name}" is not the name of a scope`]
  expect(said(() => servers.addScope(servers.own, { name }))).toStrictEqual(refused('name'))
  expect(said(() => servers.scopesNamed(servers.own, ['fine', name]))).toStrictEqual(refused('scopes'))
  expect(servers.scopes.size).toBe(size)
})

test('the server default is made when it is first asked for, and does not come back once it is gone', () => {
  const { servers } = stage()
  expect(servers.hasHadDefault.value).toBe(false)
  const made = servers.atPath('default')!
  expect(made).toMatchObject({ id: 'default', name: 'default', audience: 'api://default' })
  expect([servers.hasHadDefault.value, servers.atPath('default')]).toStrictEqual([true, made])
  servers.remove('default')
  expect(servers.atPath('default')).toBeUndefined()
  // It is made again by name, at its address.
  expect(servers.create('default').id).toBe('default')
})

test('a server of another id can be named default, and is the one that is asked for', () => {
  const { servers } = stage()
  const other = servers.create('default', { id: 'other' })
  expect([servers.hasHadDefault.value, servers.atPath('default')]).toStrictEqual([false, other])
  const { servers: more } = stage()
  const alias = more.create('Cars', { alias: 'default' })
  expect(more.atPath('default')).toStrictEqual(alias)
  expect(more.create('default').id).toMatch(/^aus/)
  expect(more.hasHadDefault.value).toBe(false)
})

test('a server default that was made in passing is taken away again, and nothing else', () => {
  const { servers, ids } = stage()
  const before = [servers.collection.size, servers.scopes.size]
  const undo = servers.undoOfDefault()
  undo()
  expect([servers.collection.size, servers.scopes.size]).toStrictEqual(before)
  servers.atPath('default')
  undo()
  expect([servers.collection.size, servers.scopes.size, servers.hasHadDefault.value]).toStrictEqual([
    ...before,
    false,
  ])
  const streams = ids.snapshot()
  servers.atPath('default')
  const again = servers.undoOfDefault()
  again()
  expect(servers.collection.size).toBe(2)
  expect(servers.hasHadDefault.value).toBe(true)
  ids.restore(streams)
  // What came meanwhile stays where no default was made.
  const { servers: others } = stage()
  const nothing = others.undoOfDefault()
  others.create('Cars')
  nothing()
  expect(others.collection.size).toBe(2)
})

test('what is taken away again leaves no mark on the ids that follow', () => {
  const { servers } = stage()
  const { servers: untouched } = stage()
  const undo = servers.undoOfDefault()
  servers.atPath('default')
  undo()
  const scope = (of: AuthorizationServers) => of.addScope(of.own, { name: 'x' }).id
  expect(scope(servers)).toBe(scope(untouched))
})
