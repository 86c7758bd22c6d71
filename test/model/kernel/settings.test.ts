import { expect, test } from 'vitest'
import { changeSettings } from '../../../src/model/kernel/setting-changes.ts'
import {
  type OrgSettings,
  settingsCoding,
  settingsFrom,
  underSettings,
} from '../../../src/model/kernel/settings.ts'

const byDefault = {
  interpretations: {
    ...settingsFrom({}).interpretations,
    'revoked-grants': 'gone',
    'large-page-time-out': 'never',
    'profile-locale': 'described',
  },
  delays: { search: 0, transition: 0 },
  pageSizes: {},
  rateLimit: { limit: 600, window: 60_000, enforce: false },
  trustedOrigins: undefined,
  signIn: { quick: false, secondFactor: false, cookie: 'sid' },
  lifetimes: {
    session: 7_200_000,
    access: 3_600_000,
    id: 3_600_000,
    refresh: 604_800_000,
    code: 300_000,
    deviceCode: 600_000,
    activation: 604_800_000,
    passwordReset: 3_600_000,
    emailVerification: 3_600_000,
  },
  refreshTokens: { rotation: 'public-clients', grace: 0 },
  passwordHook: undefined,
  optionalPassword: 'off',
  features: { earlyAccess: true, newerEngine: true },
} as const

/** Every setting as it is not by default. */
const others: OrgSettings = {
  interpretations: {
    ...byDefault.interpretations,
    'activation-without-password': 'ACTIVE',
    'deactivated-applications': 'kept',
    'deactivated-credentials': 'removed',
    'revoked-grants': 'shown',
    'client-name-unique': 'unique',
    'client-update-missing': 'required-settings',
    'access-token-scopes': 'both',
    'large-page-time-out': 10,
    tolerances: 'refused',
    'beyond-the-description': 'absent',
  },
  delays: { search: 1, transition: 2 },
  pageSizes: { listUsers: { max: 3 } },
  rateLimit: { limit: 4, window: 5, enforce: true },
  trustedOrigins: ['https://app.example.com'],
  signIn: { quick: true, secondFactor: true, cookie: 'other' },
  lifetimes: {
    session: 6,
    access: 11,
    id: 12,
    refresh: 13,
    code: 14,
    deviceCode: 15,
    activation: 7,
    passwordReset: 8,
    emailVerification: 9,
  },
  refreshTokens: { rotation: 'off', grace: 16 },
  passwordHook: 'https://hook.example.com',
  optionalPassword: 'required',
  features: { earlyAccess: false, newerEngine: false },
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
    lifetimes: { passwordReset: 8, code: 14 },
    features: { newerEngine: false },
    interpretations: { 'deactivated-credentials': 'removed' },
  } as const
  const expected = {
    ...byDefault,
    rateLimit: { limit: 4, window: 60_000, enforce: false },
    lifetimes: { ...byDefault.lifetimes, passwordReset: 8, code: 14 },
    features: { earlyAccess: true, newerEngine: false },
    interpretations: { ...byDefault.interpretations, 'deactivated-credentials': 'removed' },
  }
  expect(settingsFrom(some)).toEqual(expected)
  const org = { settings: settingsFrom({}) }
  changeSettings(org, { ...some, delays: undefined })
  expect(org.settings).toEqual(expected)
})

test('page sizes are changed as a whole, and null takes away what can be absent', () => {
  const org = { settings: settingsFrom(given) }
  changeSettings(org, {
    pageSizes: { listGroups: { default: 1 } },
    trustedOrigins: null,
    passwordHook: null,
    interpretations: { 'large-page-time-out': 'never' },
  })
  expect(org.settings).toEqual({
    ...others,
    pageSizes: { listGroups: { default: 1 } },
    trustedOrigins: undefined,
    passwordHook: undefined,
    interpretations: { ...others.interpretations, 'large-page-time-out': 'never' },
  })
})

test('a step under other settings leaves those that there were, also when it fails', () => {
  const org = { settings: settingsFrom({}) }
  const seen = underSettings(
    org,
    { delays: { search: 5 }, passwordHook: 'https://hook.example.com' },
    () => ({
      ...org.settings,
    }),
  )
  expect(seen).toEqual({
    ...byDefault,
    delays: { search: 5, transition: 0 },
    passwordHook: 'https://hook.example.com',
  })
  expect(org.settings).toEqual(byDefault)
  const failing = () =>
    underSettings(org, { delays: { search: 5 } }, () => {
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
  expect(kept(made).row).toMatchObject({ passwordHook: { isFunction: true }, delays: { search: 0 } })
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
