import { expect, test } from 'vitest'
import { changeSettings } from '../../../src/model/kernel/setting-changes.ts'
import {
  type OrgSettings,
  settingsCoding,
  settingsFrom,
  underSettings,
} from '../../../src/model/kernel/settings.ts'

const byDefault = {
  searchLag: 0,
  transitionDelay: 0,
  pageSizes: {},
  rateLimit: { limit: 600, window: 60_000, enforce: false },
  trustedOrigins: undefined,
  sessionCookie: 'sid',
  sessionLifetime: 7_200_000,
  passwordHook: undefined,
  optionalPassword: 'off',
  activationWithoutPassword: 'PROVISIONED',
  oneTimeTokenLifetimes: { activation: 604_800_000, passwordReset: 3_600_000, emailVerification: 3_600_000 },
  features: { earlyAccess: true, newerEngine: true },
  largePageTimeout: undefined,
  uniqueClientNames: false,
  strictSpelling: false,
  beyond: true,
  deactivation: { applications: 'removed', credentials: 'kept' },
  clientUpdate: 'every-setting',
  endedGrants: 'gone',
  tokenLifetimes: {
    access: 3_600_000,
    id: 3_600_000,
    refresh: 604_800_000,
    code: 300_000,
    deviceCode: 600_000,
  },
  refreshTokenRotation: 'public-clients',
  refreshTokenGrace: 0,
  scopeClaim: 'scp',
  quickSignIn: false,
  secondFactor: false,
} as const

/** Every setting as it is not by default. */
const others: OrgSettings = {
  searchLag: 1,
  transitionDelay: 2,
  pageSizes: { listUsers: { max: 3 } },
  rateLimit: { limit: 4, window: 5, enforce: true },
  trustedOrigins: ['https://app.example.com'],
  sessionCookie: 'other',
  sessionLifetime: 6,
  passwordHook: 'https://hook.example.com',
  optionalPassword: 'required',
  activationWithoutPassword: 'ACTIVE',
  oneTimeTokenLifetimes: { activation: 7, passwordReset: 8, emailVerification: 9 },
  features: { earlyAccess: false, newerEngine: false },
  largePageTimeout: 10,
  uniqueClientNames: true,
  strictSpelling: true,
  beyond: false,
  deactivation: { applications: 'kept', credentials: 'removed' },
  clientUpdate: 'required-settings',
  endedGrants: 'shown',
  tokenLifetimes: { access: 11, id: 12, refresh: 13, code: 14, deviceCode: 15 },
  refreshTokenRotation: 'off',
  refreshTokenGrace: 16,
  scopeClaim: 'both',
  quickSignIn: true,
  secondFactor: true,
}

const given = others as Parameters<typeof settingsFrom>[0] & Parameters<typeof changeSettings>[1]

test('options that say nothing make these settings', () => {
  expect(settingsFrom({})).toEqual(byDefault)
})

test('each option is a setting, and each can be changed later', () => {
  expect(settingsFrom(given)).toEqual(others)
  const org = { settings: settingsFrom({}) }
  changeSettings(org, given)
  expect(org.settings).toEqual(others)
})

test('in settings with several values, omitted values stay', () => {
  const some = {
    rateLimit: { limit: 4 },
    oneTimeTokenLifetimes: { passwordReset: 8 },
    features: { newerEngine: false },
    deactivation: { credentials: 'removed' },
    tokenLifetimes: { code: 14 },
  } as const
  const expected = {
    ...byDefault,
    rateLimit: { limit: 4, window: 60_000, enforce: false },
    oneTimeTokenLifetimes: { activation: 604_800_000, passwordReset: 8, emailVerification: 3_600_000 },
    features: { earlyAccess: true, newerEngine: false },
    deactivation: { applications: 'removed', credentials: 'removed' },
    tokenLifetimes: { ...byDefault.tokenLifetimes, code: 14 },
  }
  expect(settingsFrom(some)).toEqual(expected)
  const org = { settings: settingsFrom({}) }
  changeSettings(org, { ...some, searchLag: undefined })
  expect(org.settings).toEqual(expected)
})

test('page sizes are changed as a whole, and null takes away what can be absent', () => {
  const org = { settings: settingsFrom(given) }
  changeSettings(org, {
    pageSizes: { listGroups: { default: 1 } },
    trustedOrigins: null,
    passwordHook: null,
    largePageTimeout: null,
  })
  expect(org.settings).toEqual({
    ...others,
    pageSizes: { listGroups: { default: 1 } },
    trustedOrigins: undefined,
    passwordHook: undefined,
    largePageTimeout: undefined,
  })
})

test('a step under other settings leaves those that there were, also when it fails', () => {
  const org = { settings: settingsFrom({}) }
  const seen = underSettings(org, { searchLag: 5, passwordHook: 'https://hook.example.com' }, () => ({
    ...org.settings,
  }))
  expect(seen).toEqual({ ...byDefault, searchLag: 5, passwordHook: 'https://hook.example.com' })
  expect(org.settings).toEqual(byDefault)
  const failing = () =>
    underSettings(org, { searchLag: 5 }, () => {
      throw new Error('failed')
    })
  expect(failing).toThrow('failed')
  expect(org.settings).toEqual(byDefault)
})

test('a password hook that is a function is kept as one, and comes from the options again', () => {
  const hook = () => true
  const made = settingsFrom({ passwordHook: hook })
  const kept = (settings = settingsFrom({}), from = made) => {
    const coding = settingsCoding(from)
    const row: unknown = JSON.parse(JSON.stringify(coding.encode(settings)))
    return { row, state: coding.decode(row) }
  }
  expect(kept(made).row).toMatchObject({ passwordHook: { isFunction: true }, searchLag: 0 })
  expect(kept(made).state.passwordHook).toBe(hook)
  expect(kept(made, settingsFrom({ passwordHook: 'https://hook.example.com' })).state.passwordHook).toBe(
    undefined,
  )
  const asUrl = { url: 'https://hook.example.com', headers: { key: 'x' }, timeout: 1 }
  expect(kept(settingsFrom({ passwordHook: asUrl })).state.passwordHook).toEqual(asUrl)
  expect(kept(settingsFrom({ passwordHook: 'https://a.example' })).state.passwordHook).toBe(
    'https://a.example',
  )
  expect(kept().state.passwordHook).toBe(undefined)
})
