/** What is loaded in Node only where somebody asks for it: msw for handlers, the kit for Jest. */
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { orgFixtures } from '../../src/vitest.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Has `node:module` of Node load what a test says, and tells what was loaded. */
function loading(load: (name: string) => unknown): string[] {
  const loaded: string[] = []
  const real = process.getBuiltinModule.bind(process)
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) => {
    if (name !== 'node:module') return real(name)
    const makeRequire = (from: string) => (wanted: string) => {
      loaded.push(`${wanted} from ${from.replace(/^.*\/src\//, 'src/')}`)
      return load(wanted)
    }
    return { createRequire: makeRequire, Module: { createRequire: makeRequire } }
  })
  return loaded
}

test('msw is loaded once somebody asks for handlers, and once for all organisations', async () => {
  const loaded = loading(createRequire(import.meta.url))
  const { createOrg } = await import('../../src/create-org-node.ts')
  const org = createOrg({ apiToken: 'token' })
  expect((await org.fetch('/api/v1/users', { headers: { Authorization: 'SSWS token' } })).status).toBe(200)
  expect([org.apiToken, loaded]).toEqual(['token', []])
  const handlers = org.handlers('https://id.example.com')
  const ofOther = createOrg().handlers()
  expect(loaded).toEqual(['msw from src/create-org-node.ts'])
  expect(handlers.length).toBeGreaterThan(50)
  expect(handlers.map(({ info }) => info.header.replace('https://id.example.com', ''))).toEqual(
    ofOther.map(({ info }) => info.header.replace('https://svc.example.com', '')),
  )
  expect(() => org.handlers(undefined, { onUnknownPath: 'pass' as 'refuse' })).toThrow(
    'onUnknownPath: Expected network or refuse, found "pass"',
  )
})

test('that msw is not installed is told, and any other failure of loading it as it is', async () => {
  let failure: unknown = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' })
  loading(() => {
    throw failure as Error
  })
  const { createOrg } = await import('../../src/create-org-node.ts')
  const refused = (): unknown => {
    try {
      return createOrg().handlers()
    } catch (error) {
      return error
    }
  }
  expect(refused()).toStrictEqual(
    new TypeError(
      'org.handlers() makes handlers for msw, which is not installed here: npm install --save-dev msw',
      { cause: failure },
    ),
  )
  failure = Object.assign(new SyntaxError('odd'), { code: 'ERR_REQUIRE_ESM' })
  expect(refused()).toBe(failure)
})

test.each(['own', 'that it is derived from'])(
  'the entry of Jest hands what belongs to a file to the kit that Node loads, with a require that is %s',
  async (which) => {
    const globals = { expect: {}, beforeEach: () => {}, afterEach: () => {}, jest: {} }
    const given: unknown[] = []
    const loads: unknown[] = []
    const kit = {
      jestKit: (...parts: unknown[]) => {
        given.push(...parts)
        return { useOrg: 'the kit' }
      },
    }
    const requireOf = (name: string) => (from: string) => (wanted: string) => {
      loads.push([name, wanted, from.replace(/^.*\/src\//, 'src/')])
      return kit
    }
    const Module = Object.assign(
      Object.create(which === 'own' ? {} : { createRequire: requireOf('outer') }),
      {
        createRequire: requireOf('own'),
      },
    ) as object
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ Module })
    vi.doMock('@jest/globals', () => globals)
    const { useOrg } = await import('../../src/jest.ts')
    expect(useOrg).toBe('the kit')
    expect(given).toStrictEqual([globals, globalThis])
    expect(loads).toEqual([[which === 'own' ? 'own' : 'outer', './chunks/jest-kit.js', 'src/jest.ts']])
  },
)

test('fixtures are refused what is neither options nor a function', () => {
  for (const [given, told] of [
    ['demo', 'Bad options\n  options: Expected an object, found a text'],
    [5, 'Bad options\n  options: Expected an object, found a number'],
    [[], 'Bad options\n  options: Expected an object, found a list'],
  ] as const) {
    expect(() => orgFixtures(given as never)).toThrow(new TypeError(told))
  }
})
