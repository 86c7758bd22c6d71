import { expect, test } from 'vitest'
import { createIdGenerator, type IdKind, idPrefixes } from '../../../src/model/kernel/ids.ts'
import { createRandom } from '../../../src/model/kernel/random.ts'

const generator = (seed = 'ids', secretSeed?: string) =>
  createIdGenerator(createRandom(seed), ...(secretSeed === undefined ? [] : [createRandom(secretSeed)]))
type Generator = ReturnType<typeof generator>
const letters = (ids: Generator) => ids.letters('BCDFGHJKLMNPQRSTVWXZ', 8)

/** One text of each kind, in an order that is always the same. */
const everything = (ids: Generator) => ({
  user: ids('user'),
  group: ids('group'),
  errorId: ids.errorId(),
  requestId: ids.requestId(),
  token: ids.token(10),
  letters: letters(ids),
  oneTimeToken: ids.oneTimeToken(),
  clientSecret: ids.clientSecret(),
  apiTokenValue: ids.apiTokenValue(),
  temporaryPassword: ids.temporaryPassword(),
})

test('a seed makes these texts from one release to the next: tests that people wrote name them', () => {
  expect(everything(generator())).toMatchInlineSnapshot(`
    {
      "apiTokenValue": "00M_ZxIwCMFK1G-xf02Npk-W9AvVkPJrQwUBM2s_4k",
      "clientSecret": "J0CjiJjJLveuDnQwy12m2be3bm8VLqo5FACNXrVB",
      "errorId": "oaephHCF7XmBQU5e30tTYjlde",
      "group": "00gXwYMcV7eaiB5WEBjo",
      "letters": "HSHSZBDS",
      "oneTimeToken": "Gh3jE2sr9DetHak4Vlgh",
      "requestId": "zP2tySFLoJDBZkikY",
      "temporaryPassword": "F6YhufMp",
      "token": "1I1pmnpqiz",
      "user": "00ugc0Cim4zLN8cBfHLt",
    }
  `)
})

test('what opens something is drawn from the seed of secrets, and all else is not', () => {
  const plain = everything(generator('a'))
  const other = everything(generator('a', 'b'))
  const same = Object.keys(plain).filter(
    (name) => plain[name as keyof typeof plain] === other[name as keyof typeof plain],
  )
  expect(same).toEqual(['user', 'group', 'errorId', 'requestId'])
  expect(everything(generator('b'))).toMatchObject({
    token: other.token,
    letters: other.letters,
    oneTimeToken: other.oneTimeToken,
    clientSecret: other.clientSecret,
    apiTokenValue: other.apiTokenValue,
    temporaryPassword: other.temporaryPassword,
  })
})

test('every kind has its prefix', () => {
  expect(idPrefixes).toEqual({
    user: '00u',
    group: '00g',
    groupRule: '0pr',
    client: '0oa',
    grant: 'oag',
    refreshToken: 'oar',
    accessToken: 'oat',
    session: '102',
    apiToken: '00T',
    userType: 'oty',
    schema: 'osc',
    scope: 'scp',
    authorizationServer: 'aus',
    appAssignment: '0ua',
    pushMapping: 'gPm',
    factor: 'mfa',
    device: 'guo',
    authorization: 'oaz',
    claim: 'ocl',
  })
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const serialOf = (id: string) =>
  Array.from(id.slice(-8)).reduce((sum, letter) => sum * 62n + BigInt(alphabet.indexOf(letter)), 0n)
const range = 62n ** 8n

test('ids walk through their whole range: no step shares a factor with it', () => {
  const shared: bigint[] = []
  for (let seed = 0; seed < 30; seed += 1) {
    const ids = generator(`step ${seed}`)
    for (const kind of Object.keys(idPrefixes) as IdKind[]) {
      const step = (range + -serialOf(ids(kind)) + serialOf(ids(kind))) % range
      if (step % 2n === 0n || step % 31n === 0n) shared.push(step)
    }
  }
  expect(shared).toEqual([])
})

test('a chosen id is made once, of its kind alone, and not after going back', () => {
  const ids = generator()
  const [first, second] = [generator()('user'), generator()('group')]
  ids.choose('user', '00uChosen')
  expect([ids('group'), ids('user'), ids('user')]).toEqual([second, '00uChosen', first])
  ids.choose('user', '00uOther')
  ids.restore(new Map())
  expect(ids('user')).toBe(first)
})

test('an id that something has is passed over, and the next is made', () => {
  const plain = generator()
  const [one, two, three] = [plain('user'), plain('user'), plain('user')]
  const ids = generator()
  const asked: unknown[] = []
  ids.avoid((kind, id) => {
    asked.push([kind, id])
    return id === one || id === two
  })
  expect(ids('user')).toBe(three)
  expect(asked).toEqual([
    ['user', one],
    ['user', two],
    ['user', three],
  ])
  // A chosen one is taken as it is.
  ids.choose('user', one)
  expect(ids('user')).toBe(one)
})

test('a temporary password is looked for a thousand times', () => {
  let asked = 0
  expect(() => generator().temporaryPassword(() => ++asked > 2000)).toThrow(
    new Error('temporaryPassword: every one of 1000 candidates was refused'),
  )
  expect(asked).toBe(1000)
  asked = 0
  expect(generator().temporaryPassword(() => ++asked === 1000)).toMatch(/^[A-Za-z2-9]{8}$/)
})

test('a temporary password has no letters that look alike, and each of its classes anywhere', () => {
  const ids = generator()
  const made = Array.from({ length: 500 }, () => ids.temporaryPassword())
  expect(made.filter((each) => /[IOl01]/.test(each))).toEqual([])
  const places = (letter: RegExp) => new Set(made.map((each) => each.search(letter)))
  for (const letter of [/[A-Z]/, /[a-z]/, /\d/]) expect(places(letter).size).toBeGreaterThan(5)
})

test('each text marks its stream, those that every reply draws from as minor', () => {
  const ids = generator()
  const marks: unknown[] = []
  ids.rows.track((...mark) => marks.push(mark))
  everything(ids)
  expect([...new Set(marks.map((mark) => JSON.stringify(mark)))]).toEqual([
    '["user",false]',
    '["group",false]',
    '["error",true]',
    '["request",true]',
    '["token",false]',
    '["letters",false]',
    '["oneTimeToken",false]',
    '["clientSecret",false]',
    '["apiTokenValue",false]',
    '["temporaryPassword",false]',
  ])
  // Going back changes those that there are, and those that come back.
  marks.length = 0
  const two = generator()
  two('claim')
  ids.restore(two.snapshot())
  expect(marks.map((mark) => (mark as unknown[])[0])).toEqual([
    'user',
    'group',
    'error',
    'request',
    'token',
    'letters',
    'oneTimeToken',
    'clientSecret',
    'apiTokenValue',
    'temporaryPassword',
    'claim',
  ])
})

test('streams are rows: what they tell makes a generator that goes on alike', () => {
  const ids = generator()
  everything(ids)
  const { rows } = ids
  const state = ids.snapshot()
  expect([...rows.keys()]).toEqual([...state.keys()])
  expect([...rows.keys(new Map([['user', state.get('user')!]]))]).toEqual(['user'])
  const told = new Map([...rows.keys()].map((key) => [String(key), rows.read(key)] as const))
  expect(told.get('user')).toEqual({
    random: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
    serial: expect.any(Number),
  })
  expect(rows.read('user', state)).toBe(state.get('user'))
  expect([rows.read('none'), rows.read('none', state), rows.read('group', new Map())]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const copy = generator()
  copy.restore(rows.stateOf(told))
  expect(everything(copy)).toEqual(everything(ids))
  // Rows that differ from a state: null takes a stream away.
  const base = rows.stateOf(
    new Map<string, unknown>([
      ['user', null],
      ['claim', told.get('group')],
    ]),
    state,
  )
  expect([...base.keys()]).toEqual([...[...state.keys()].filter((label) => label !== 'user'), 'claim'])
  expect(base.get('claim')).toEqual(told.get('group'))
  expect(state.has('user')).toBe(true)
})

test('a state that is adopted keeps its own secrets', () => {
  const one = generator('same', 'one')
  const two = generator('same', 'two')
  everything(one)
  const before = one.snapshot()
  everything(two)
  two('user')
  one.restore(one.adopted(two.snapshot()))
  const after = one.snapshot()
  const own = [...after.keys()].filter(
    (label) => after.get(label)!.random.join() === before.get(label)?.random.join(),
  )
  expect(own).toEqual(
    expect.arrayContaining([
      'token',
      'letters',
      'oneTimeToken',
      'clientSecret',
      'apiTokenValue',
      'temporaryPassword',
    ]),
  )
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
  expect(one('user')).toBe(two('user'))
})

test('after a process was killed, ids of errors and requests go on far behind those that it may have told', () => {
  const ids = generator()
  ids('user')
  const far = generator()
  const [firstError, firstRequest] = [far.errorId(), far.requestId()]
  const stepOf = (first: string, second: string) => (range + serialOf(second) - serialOf(first)) % range
  const requestStep = stepOf(firstRequest, far.requestId())
  ids.skipUnkept()
  expect(ids.errorId()).not.toBe(firstError)
  // As if it had told 2^20 before.
  expect(serialOf(ids.requestId())).toBe((serialOf(firstRequest) + requestStep * 2n ** 20n) % range)
  expect(ids('user')).toBe([generator()].map((again) => [again('user'), again('user')][1])[0])
})
