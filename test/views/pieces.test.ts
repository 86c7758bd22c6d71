import { expect, test, vi } from 'vitest'
import { DerivedTexts } from '../../src/views/derived-texts.ts'
import { oneTimeLinkPatterns, oneTimePath } from '../../src/views/links.ts'
import { RecentTexts } from '../../src/views/recent-texts.ts'
import { SessionView } from '../../src/views/session-view.ts'
import { viewsOf, Views } from '../../src/views/index.ts'
import { testOrg } from '../support/call.ts'
import { registered, webClient } from '../support/clients.ts'
import { parties } from '../support/consents.ts'
import { person } from '../support/people.ts'

const base = 'https://svc.example.com'

test('a recent text is found until twenty thousand came after it, or those after it was last asked for', () => {
  const after = (...steps: readonly (number | 'asked')[]) => {
    const texts = new RecentTexts<object>()
    const record = {}
    expect(texts.get(record)).toBeUndefined()
    expect(texts.set(record, 'text')).toBe('text')
    for (const step of steps) {
      if (step === 'asked') texts.get(record)
      else for (let index = 0; index < step; index++) texts.set({}, 'other')
    }
    return texts.get(record)
  }
  expect(after()).toBe('text')
  expect(after(9999)).toBe('text')
  expect(after(10_000)).toBe('text')
  expect(after(19_999)).toBe('text')
  expect(after(20_000)).toBeUndefined()
  expect(after(10_000, 'asked', 19_998)).toBe('text')
  expect(after(10_000, 'asked', 19_999)).toBeUndefined()
  // Whom it is asked for among the younger it stays where it is.
  expect(after(5000, 'asked', 14_999)).toBe('text')
  expect(after(5000, 'asked', 15_000)).toBeUndefined()
})

test('no text is found once all are forgotten, be they young or old', () => {
  const texts = new RecentTexts<object>()
  const [old, young] = [{}, {}]
  texts.set(old, '')
  for (let index = 0; index < 10_000; index++) texts.set({}, 'other')
  texts.set(young, 'young')
  texts.clear()
  expect([texts.get(old), texts.get(young)]).toStrictEqual([undefined, undefined])
  texts.set(old, '')
  expect(texts.get(old)).toBe('')
})

test('a text is made anew when one of its sources is another, and only then', () => {
  const texts = new DerivedTexts<object>()
  const [one, two] = [{}, {}]
  let made = 0
  const of = (record: object, ...sources: readonly unknown[]) => texts.of(record, sources, () => `${++made}`)
  const source = {}
  expect([of(one, 1, source), of(one, 1, source), of(two, 1, source)]).toStrictEqual(['1', '1', '2'])
  expect([of(one, 2, source), of(one, 2, {}), of(one, 2), of(one, 2, undefined)]).toStrictEqual([
    '3',
    '4',
    '5',
    '6',
  ])
  expect([of(one, 2, undefined), of(two, 1, source), of(one), of(one)]).toStrictEqual(['6', '2', '7', '7'])
})

test('a scope of another name is shown under it', async () => {
  const it = testOrg()
  const { userId: user, clientId: client } = await parties(it)
  const scopes = ['openid', 'offline_access']
  it.control.grantConsent({ user, client, scopes: ['openid'] })
  await it.control.issueTokens({ user, client, scopes })
  const { grants, refreshTokens } = viewsOf(it.org)
  const [grant] = it.org.grants.collection.values()
  const [token] = it.org.refreshTokens.collection.values()
  const texts = () => [refreshTokens.text(token!), grants.text(grant!)]
  expect(JSON.parse(texts()[0]!).scopes).toStrictEqual(scopes)
  const { scopes: all } = it.org.authorizationServers
  const scope = all.values().find(({ name }) => name === 'openid')!
  all.put({ ...scope, name: 'other', displayName: 'Other' })
  const [ofToken, ofGrant] = texts().map((text) => JSON.parse(text))
  expect(ofToken.scopes).toStrictEqual(['other', 'offline_access'])
  expect(ofGrant._links.scope.title).toBe('Other')
  all.remove(scope.id)
  expect(JSON.parse(refreshTokens.text(token!)).scopes).toStrictEqual(['offline_access'])
  it.org.clients.collection.remove(client)
  it.org.users.collection.remove(user)
  const { _links: links } = JSON.parse(refreshTokens.text(token!))
  expect([links.app.title, links.client.title, links.user.title]).toStrictEqual(['', '', ''])
})

test('what is asked of views first is whole', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const user = it.org.users.get(id)!
  const single = new Views(it.org).users.single(user)
  const listed = new Views(it.org).users.listed(user)
  const { _links: links, ...shown } = (await it.call('GET', `/api/v1/users/${id}`)).json
  const texts = [new Views(it.org).users.unkeptText(user), new Views(it.org).users.singleText(user)]
  expect(texts.map((text) => JSON.parse(text))).toStrictEqual([
    { ...shown, _links: links },
    { ...shown, _links: links },
  ])
  const [element] = new Views(it.org).users.listedTexts([user])
  expect(element).toBe(new Views(it.org).users.listedText(user))
  expect(JSON.parse(JSON.stringify(single))).toStrictEqual({ ...shown, _links: links })
  expect(JSON.parse(JSON.stringify(listed))).toStrictEqual({
    ...shown,
    _links: { self: { href: `${base}/api/v1/users/${id}` } },
  })
  expect(single['profile']).toMatchObject({ secondEmail: null, mobilePhone: null })
  expect(viewsOf(it.org)).toBe(viewsOf(it.org))
})

test('what a reply about a user leaves out is left out, and nothing else', async () => {
  const it = testOrg({ transitionDelay: '1m' })
  const { id } = await person(it)
  it.control.blockUser({ user: id, appliesTo: 'UNKNOWN_DEVICES' })
  const { users } = new Views(it.org)
  const user = it.org.users.get(id)!
  const whole = users.single(user)
  const { credentials, transitioningToStatus, _links: links, ...others } = whole
  expect(transitioningToStatus).toBe('ACTIVE')
  expect(Object.hasOwn(whole, '_embedded')).toBe(false)
  expect(users.single(user, { omitCredentials: true })).toStrictEqual({
    ...others,
    transitioningToStatus,
    _links: links,
  })
  expect(users.single(user, { omitTransitioningToStatus: true })).toStrictEqual({
    ...others,
    credentials,
    _links: links,
  })
  expect(users.single(user, { expandBlock: true })).toStrictEqual({
    ...whole,
    _embedded: { block: user.hidden.block },
  })
  it.control.advanceClock({ by: '1m' })
  it.control.enrollFactor({ user: id, factor: 'sms' })
  const active = it.org.users.get(id)!
  const relations = (options = {}) => Object.keys(users.links(active, options)).toSorted()
  const kept = ['deactivate', 'expirePassword', 'schema', 'self', 'suspend', 'type']
  const ofCredentials = [
    'changePassword',
    'changeRecoveryQuestion',
    'forgotPassword',
    'resetFactors',
    'resetPassword',
  ]
  expect(relations()).toStrictEqual([...kept, ...ofCredentials, 'unlock'].toSorted())
  expect(relations({ omitCredentialsLinks: true })).toStrictEqual(kept)
  it.control.setUserStatus({ user: id, status: 'LOCKED_OUT' })
  const locked = it.org.users.get(id)!
  const ofLocked = (options = {}) => Object.keys(users.links(locked, options))
  expect(ofLocked()).toContain('unlock')
  expect(ofLocked({ omitCredentialsLinks: true })).toStrictEqual(
    ofLocked().filter((relation) => !ofCredentials.includes(relation) && relation !== 'unlock'),
  )
})

test('the password of all but federated users can be made to expire', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const { users } = new Views(it.org)
  const canExpire = (['SERVICE', 'ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION'] as const).map((type) => {
    it.control.setUserProvider({ user: id, type })
    return 'expirePassword' in users.links(it.org.users.get(id)!)
  })
  expect(canExpire).toEqual([true, true, true, false])
})

test('texts of grants and refresh tokens are those of what they show, with scopes where asked for alone', async () => {
  const it = testOrg()
  const { id: user } = await person(it)
  const { client_id: client } = await registered(it, webClient())
  it.control.grantConsent({ user, client, scopes: ['email'] })
  await it.control.issueTokens({ user, client, scopes: ['openid', 'offline_access'], refreshToken: true })
  const { grants, refreshTokens } = new Views(it.org)
  const [grant] = it.org.grants.list(user, { after: undefined, limit: 1 }).items
  const [token] = it.org.refreshTokens.list(user, client, { after: undefined, limit: 1 }).items
  const plain = [grants.text(grant!), refreshTokens.text(token!)]
  expect(plain).toEqual([JSON.stringify(grants.of(grant!)), JSON.stringify(refreshTokens.of(token!))])
  expect(plain.filter((text) => text.includes('_embedded'))).toEqual([])
  expect([grants.text(grant!, true), refreshTokens.text(token!, true)]).toEqual([
    JSON.stringify(grants.of(grant!, true)),
    JSON.stringify(refreshTokens.of(token!, true)),
  ])
  expect(grants.of(grant!, true)).toMatchObject({ _embedded: { scope: { name: 'email' } } })
})

test.for([
  ['activation', '/welcome/abc', '/welcome/abc', '/welcome/'],
  ['verify', '/tokens/abc/verify', '/tokens/abc/verify/', '/tokens/abc'],
  ['password-reset', '/reset_password/abc', '/reset_password/abc/', '/x/reset_password/abc'],
  [
    'forgot-password',
    '/signin/reset-password/abc',
    '/signin/reset-password/A1z',
    '/signin/reset-password/a-b',
  ],
  ['email-verification', '/verify/abc', '/verify/abc/', '/verify/abc/x'],
] as const)('a link for %s leads to a page of its own', ([purpose, path, alike, other]) => {
  expect(oneTimePath({ purpose, value: 'abc' })).toBe(path)
  const matching = (text: string) =>
    oneTimeLinkPatterns.filter(({ pattern }) => pattern.test(text)).map((row) => row.purpose)
  expect([matching(path), matching(alike), matching(other)]).toStrictEqual([[purpose], [purpose], []])
})

test.for([
  ['https://svc.example.com', 'Path=/; HttpOnly; SameSite=None; Secure'],
  ['https://svc.example.com/a/b', 'Path=/a/b; HttpOnly; SameSite=None; Secure'],
  ['http://localhost:4010/a', 'Path=/a; HttpOnly; SameSite=Lax'],
])('a cookie of %s is for %s', ([baseUrl, attributes]) => {
  const view = new SessionView({ baseUrl: baseUrl!, settings: { sessionCookie: 'sid' } })
  const session = {
    id: '102abc',
    cookie: 'secret',
    userId: '00u1',
    clients: [{ clientId: '0oa1' }, { clientId: '0oa2' }, { clientId: '0oa1' }],
    created: '2026-01-05T09:30:00.000Z',
    expiresAt: Date.parse('2026-01-05T11:30:00.000Z'),
  } as never
  const shown = {
    sessionId: '102abc',
    sessionCookie: 'sid=secret',
    created: '2026-01-05T09:30:00.000Z',
    expiresAt: '2026-01-05T11:30:00.000Z',
  }
  expect(view.setCookie(session)).toBe(`sid=secret; ${attributes}`)
  expect(view.setCookie()).toBe(`sid=; ${attributes}; Max-Age=0`)
  expect(view.of(session)).toStrictEqual({ ...shown, clients: ['0oa1', '0oa2'] })
  const { created: _, ...opened } = shown
  const success = { status: 'SUCCESS', userId: '00u1', ...opened }
  expect(view.opened({ session } as never)).toStrictEqual(success)
  expect(view.signIn({ status: 'SUCCESS', session } as never)).toStrictEqual(success)
  const failure = { status: 'FAILURE', reason: 'LOCKED_OUT' } as never
  expect([view.signIn(failure), view.link(failure)]).toStrictEqual([failure, failure])
  const linked = { status: 'SUCCESS', purpose: 'verify', userId: '00u1' } as const
  expect(view.link({ ...linked, session })).toStrictEqual({ ...linked, sessionCookie: 'sid=secret' })
  expect(view.link({ ...linked, session: undefined } as never)).toStrictEqual(linked)
})

test('a mail tells the address of its link and its token, where it has them', () => {
  const { mails } = viewsOf(testOrg().org)
  const mail = {
    number: 1,
    kind: 'activation',
    to: 'ada@example.com',
    userId: '00u1',
    subject: 'Welcome',
    sentAt: '2026-01-05T09:30:00.000Z',
  } as const
  expect(mails.of(mail as never)).toStrictEqual(mail)
  expect(Object.keys(mails.of(mail as never))).toHaveLength(6)
  expect(mails.of({ ...mail, link: 'sign-in' } as never)).toStrictEqual({ ...mail, url: `${base}/signin` })
  const link = { purpose: 'activation', value: 'abc' }
  expect(mails.of({ ...mail, link } as never)).toStrictEqual({
    ...mail,
    url: `${base}/welcome/abc`,
    token: 'abc',
  })
})

test('pages of ten users or more are written once while they are among the eight most recent', () => {
  const { users } = new Views(testOrg().org)
  const listedText = vi.spyOn(users, 'listedText').mockImplementation(({ id }) => id)
  const page = (length: number) => Array.from({ length }, (_, index) => ({ id: `${index}` })) as never[]
  const written = (list: never[]) => {
    listedText.mockClear()
    expect(users.listedTexts(list)).toStrictEqual(list.map((user) => (user as { id: string }).id))
    return listedText.mock.calls.length
  }
  const [short, long] = [page(9), page(10)]
  expect([written(short), written(short), written(long), written(long)]).toStrictEqual([9, 9, 10, 0])
  const others = Array.from({ length: 8 }, () => page(10))
  for (const other of others.slice(0, 7)) written(other)
  expect([written(long), written(others[0]!)]).toStrictEqual([0, 0])
  written(others[7]!)
  expect([written(others[0]!), written(long)]).toStrictEqual([0, 10])
})

test.for([
  ['ACTIVE', 'SVC', 'UNKNOWN_DEVICES', true],
  ['SUSPENDED', 'SVC', 'UNKNOWN_DEVICES', false],
  ['ACTIVE', 'FEDERATION', 'UNKNOWN_DEVICES', false],
  ['ACTIVE', 'SVC', 'ANY_DEVICES', false],
] as const)(
  'a user who is %s, from %s and blocked on %s can be unlocked: %j',
  async ([status, type, appliesTo, expected]) => {
    const it = testOrg()
    const { id } = await person(it)
    it.control.blockUser({ user: id, appliesTo })
    const { users } = viewsOf(it.org)
    const user = { ...it.org.users.get(id)!, status, provider: { type, name: type } }
    expect(Object.hasOwn(users.links(user), 'unlock')).toBe(expected)
    expect(users.unkeptText(user).includes('"unlock"')).toBe(expected)
  },
)

test('the text of a group is written once, until the base URL is another', () => {
  const { org } = testOrg()
  const { groups } = new Views(org)
  const [everyone] = org.groups.collection.values()
  const written = vi.spyOn(groups, 'of')
  const [one, two] = [groups.text(everyone!), groups.text(everyone!)]
  expect([one === two, written.mock.calls.length]).toStrictEqual([true, 1])
  org.baseUrl = 'https://moved.example.com'
  expect(groups.text(everyone!)).toContain('https://moved.example.com')
  expect(written).toHaveBeenCalledTimes(2)
})
