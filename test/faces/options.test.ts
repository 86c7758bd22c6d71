import { expect, test } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/index.ts'
import { setupServer } from '../../src/node.ts'
import { serve } from '../../src/server.ts'
import { orgFixtures } from '../../src/vitest.ts'

/** Wherever an organisation's options are taken. */
const faces: Readonly<Record<string, (options: object) => unknown>> = {
  createOrg,
  setupServer,
  orgFixtures,
}

test.for(Object.entries(faces))('%s refuses unknown options with the nearest known ones', ([, make]) => {
  const options = {
    serchLag: 5,
    colour: 'red',
    transitionDelay: -1,
    pageSizes: { listUser: { max: 5 }, listUsers: { maxx: 5 } },
    features: { earlyAcces: true },
    passwordHook: 'ftp://x',
  }
  expect(() => make(options)).toThrow(TypeError)
  const lines = mistakesOf(() => make(options))
  expect(lines).toEqual(
    expect.arrayContaining([
      'options.serchLag: unknown option, did you mean searchLag?',
      'options.colour: unknown option',
      'transitionDelay: expected 0 or more, and at most 10,000 years, got -1',
      'pageSizes.listUser: unknown option, did you mean listUsers?',
      'pageSizes.listUsers.maxx: unknown option, did you mean max?',
      'features.earlyAcces: unknown option, did you mean earlyAccess?',
      'passwordHook: expected a URL, got a text of 7 characters',
    ]),
  )
  expect(lines).toHaveLength(7)
})

test('createOrg names the function that loads a sample data set', () => {
  expect(mistakesOf(() => createOrg({ world: 'demo' } as never))).toEqual([
    "options.world: unknown option; use loadWorld(org, 'demo') from identikit/fixtures",
  ])
})

test('orgFixtures of a shared server refuses what it does not take, with the nearest that it does', () => {
  const mistaken = { serverUrl: 'localhost:4010', controlTokn: 'x', world: 5, searchLag: 5 }
  expect(mistakesOf(() => orgFixtures(mistaken as never))).toEqual([
    "serverUrl: expected a URL, got 'localhost:4010'",
    'world: expected a text, got a number',
    'options.controlTokn: unknown option, did you mean controlToken?',
    'options.searchLag: unknown option',
  ])
})

test('handlers refuses what it does not take', () => {
  expect(
    mistakesOf(() => createOrg().handlers('https://svc.example.com', { onUnknownPth: 'x' } as never)),
  ).toEqual(['options.onUnknownPth: unknown option, did you mean onUnknownPath?'])
  expect(() => createOrg().handlers('/x', { onUnknownPath: 'drop' } as never)).toThrow(TypeError)
})

test('reads every duration alike, in milliseconds or as a text', () => {
  const spans = (half: string | number, two: string | number) =>
    createOrg({
      searchLag: half,
      transitionDelay: half,
      refreshTokenGrace: half,
      sessionLifetime: two,
      tokenLifetimes: { access: two },
      oneTimeTokenLifetimes: { activation: two },
      rateLimit: { window: two },
      passwordPolicy: { minAge: two, maxAge: two },
    }).control.readSettings()
  const inMilliseconds = spans(500, 120_000)
  expect(inMilliseconds).toMatchObject({
    searchLag: 500,
    sessionLifetime: 120_000,
    passwordPolicy: { minAge: 120_000 },
  })
  expect(spans('500ms', '2m')).toEqual(inMilliseconds)
  expect(spans('500', 'PT2M')).toEqual(inMilliseconds)
})

test('an option that is undefined takes no default away', () => {
  const undefinedOnes = {
    searchLag: undefined,
    rateLimit: { limit: undefined },
    vocabulary: { word: undefined },
  }
  expect(createOrg(undefinedOnes as object).control.readSettings()).toEqual(
    createOrg().control.readSettings(),
  )
})

test('takes what the API description page, by operation', () => {
  expect(createOrg({ pageSizes: { listUsers: { max: 5 } } }).control.readSettings()).toMatchObject({
    pageSizes: { listUsers: { max: 5 } },
  })
})

test('serve lists every mistake in its own options and those of the organisation', async () => {
  const mistaken = { prt: 1, port: 70_000, host: '', options: { serchLag: 1 }, org: {} }
  const error = await serve(mistaken as object).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect(linesOf(error)).toEqual(
    expect.arrayContaining([
      'options.prt: unknown option, did you mean port?',
      expect.stringMatching(/^port: expected at most 65535/),
      'host: expected an address, got ""',
      'options.serchLag: unknown option, did you mean searchLag?',
      'org: expected an organisation that createOrg() made',
    ]),
  )
  expect(linesOf(error)).toHaveLength(5)
})

test('createClient lists every mistake in its options', () => {
  const mistaken = { baseUr: 'https://svc.example.com', tken: 'x', headers: 5, fetch: 'no' }
  expect(mistakesOf(() => createClient(mistaken as never))).toEqual([
    'options.baseUr: unknown option, did you mean baseUrl?',
    'options.tken: unknown option, did you mean token?',
    'baseUrl: expected an absolute URL such as https://svc.example.com, got "undefined"',
    'headers: expected an object',
    'fetch: expected a function',
  ])
})

test('an action of the control plane names the nearest field that it takes', () => {
  const { control } = createOrg()
  expect(() => control.listMails({ usrId: 'x' } as object)).toThrow(
    'listMails: input.usrId: unknown field, did you mean userId?',
  )
})

test('options that need no schema are refused, and taken, as those that do', () => {
  const wrong = { apiToken: 'two words', baseUrl: 'ftp://x', seed: true }
  expect(mistakesOf(() => createOrg(wrong as never))).toEqual(
    mistakesOf(() => createOrg({ ...wrong, searchLag: 0 } as never)),
  )
  expect(mistakesOf(() => createOrg(wrong as never))).toHaveLength(3)
  const given = { apiToken: 'one-word', baseUrl: 'https://id.test', seed: 'a', secretSeed: undefined }
  const sound = createOrg(given as { apiToken: string })
  given.apiToken = 'changed'
  expect(sound.model.options).toEqual({ apiToken: 'one-word', baseUrl: 'https://id.test', seed: 'a' })
  expect(sound.model.options).not.toHaveProperty('secretSeed')
})

function mistakesOf(step: () => unknown): readonly string[] {
  try {
    step()
  } catch (error) {
    return linesOf(error)
  }
  return []
}

function linesOf(error: unknown): readonly string[] {
  const [head, ...lines] = (error as Error).message.split('\n')
  expect(head).toBe('Bad options')
  return lines.map((line) => line.trim())
}

test.for(Object.entries(faces))(
  '%s says where records are loaded when a seed of records is given',
  ([, make]) => {
    expect(mistakesOf(() => make({ seed: { users: [] } }))).toEqual([
      'seed: expected a text or a number, from which ids come; records are loaded with await loadWorld(org, seed)',
    ])
  },
)
