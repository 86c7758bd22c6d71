/** The whole suite against a second server, under many settings: `npm run test:in foreign`. */
import { beforeAll, expect, test } from 'vitest'
import type { ConformanceResult, ConformOptions } from '../../../conformance/index.ts'
import { sample } from '../../support/runs.ts'
import { judged } from '../judged.ts'
import type { Settings } from '../server.ts'

interface Case {
  readonly settings: Partial<Settings>
  /** How many requirements have to be shown all the same. */
  readonly shown: number
  readonly options?: Partial<ConformOptions>
}

const forms = { name: 'foreign', features: {}, things: {} }

const servers: Readonly<Record<string, Case>> = {
  'is as it was written': { settings: {}, shown: 810 },
  'shows null for what is not set, in whole seconds': {
    settings: { nulls: true, seconds: true },
    shown: 810,
  },
  'shows no links and no classes': { settings: { links: false }, shown: 790 },
  'has pages of one alone': { settings: { pages: { usual: 1, most: 1 } }, shown: 810 },
  'has long pages': { settings: { pages: { usual: 500, most: 1000 } }, shown: 810 },
  'lags, and takes its time': { settings: { lag: 400, transition: 300 }, shown: 810 },
  'asks for longer passwords with a sign': {
    settings: { password: { least: 14, sign: true, strict: true } },
    shown: 810,
  },
  'takes any password': {
    settings: { password: { least: 1, sign: false, strict: false } },
    shown: 810,
  },
  'takes logins that are no addresses': { settings: { login: /^[a-z0-9-]+$/ }, shown: 790 },
  'takes logins of letters and digits alone': { settings: { login: /^[a-z0-9]+$/ }, shown: 790 },
  'takes logins of digits alone, has grants in pages of one, and locks out after one mistake': {
    settings: { login: /^\d+$/, earlyAccess: true, pages: { usual: 1, most: 1 }, lockAfter: 1 },
    shown: 780,
  },
  'takes addresses of digits, enrols without a password, and asks for neither name': {
    settings: {
      login: /^\d+@foreign\.test$/,
      passwordless: 'ACTIVE',
      names: { firstName: false, lastName: false },
      transition: 0,
    },
    shown: 780,
  },
  'takes addresses of its own domain alone': { settings: { login: /@foreign\.test$/ }, shown: 790 },
  'takes logins that nobody would propose': { settings: { login: /^staff-/ }, shown: 240 },
  'takes logins of a form that the profile states, and asks for a property of its own': {
    settings: { login: /@corp\.example\.com$/, asks: 'badge' },
    shown: 790,
    options: {
      profile: { ...forms, accounts: { login: '{name}@corp.example.com', profile: { badge: 'b7' } } },
    },
  },
  'asks for no names': { settings: { names: { firstName: false, lastName: false } }, shown: 810 },
  'activates without a password': { settings: { passwordless: 'ACTIVE' }, shown: 800 },
  'locks out after one mistake': { settings: { lockAfter: 1 }, shown: 790 },
  'changes passwords of users in recovery alone': { settings: { changes: ['RECOVERY'] }, shown: 810 },
  'has several of these at once': {
    settings: {
      password: { least: 20, sign: true, strict: false },
      login: /^[a-z0-9-]+$/,
      names: { firstName: false, lastName: true },
      pages: { usual: 2, most: 3 },
      lockAfter: 1,
      seconds: true,
      nulls: true,
      passwordless: 'ACTIVE',
    },
    shown: 760,
  },
  'has early access to grants alone': { settings: { earlyAccess: true }, shown: 820 },
}

const tried = sample(Object.entries(servers), 11)

const results = new Map<string, ConformanceResult>()

// They mostly wait, and wait together.
beforeAll(async () => {
  const each = tried.map(async ([what, { settings, options }]) =>
    results.set(what, await judged(settings, options)),
  )
  await Promise.all(each)
})

test.each(tried)('the suite fails no requirement of a foreign server that %s', (what, { shown }) => {
  const result = results.get(what)
  expect(result && wrong(result)).toEqual([])
  expect(result?.counts.pass).toBeGreaterThan(shown)
})

/** Requirements that failed, and those that the suite could not decide. */
function wrong({ requirements }: ConformanceResult): readonly string[] {
  return requirements
    .filter(({ verdict }) => ['fail', 'error', 'inconclusive'].includes(verdict))
    .map(({ id, verdict, why }) => `${id}: ${verdict}: ${why}`)
}
