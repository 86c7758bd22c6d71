import { expect, test } from 'vitest'
import type { OrgOptions } from '../../../../src/model/kernel/org-options.ts'
import { Org } from '../../../../src/model/org.ts'
import {
  checkPassword,
  defaultPasswordPolicy,
  passwordPolicy,
  passwordRefusal,
} from '../../../../src/model/users/password/index.ts'
import { expectGolden } from '../../../support/golden-cases.ts'

test('the default policy asks for 8 characters, one of each kind, and keeps the login out', () => {
  expect(defaultPasswordPolicy).toMatchObject({
    minLength: 8,
    minLowerCase: 1,
    minUpperCase: 1,
    minNumber: 1,
    minSymbol: 0,
    excludeUsername: true,
    maxAttempts: 10,
  })
})

test('settings left out or undefined keep their default', () => {
  expect(passwordPolicy({ minLength: undefined, maxAttempts: 3 })).toEqual({
    ...defaultPasswordPolicy,
    maxAttempts: 3,
  })
})

/** Reads a login, a password, and perhaps settings of the policy. Says what is missing, or which settings are wrong. */
function outcome(line: string): string {
  const [login, password, settings] = JSON.parse(line) as [string, string, OrgOptions['passwordPolicy']?]
  try {
    void (settings && new Org({ passwordPolicy: settings }))
    const policy = passwordPolicy(settings as Parameters<typeof passwordPolicy>[0])
    const unmet = checkPassword(password, login, policy)
    if (unmet.length === 0) return 'taken'
    return settings === undefined
      ? unmet.join('; ')
      : `${unmet.join('; ')}\n${passwordRefusal(policy, unmet)}`
  } catch (error) {
    return String(error)
  }
}

test('passwords are taken, or lack what passwords.txt says', async () => {
  await expectGolden(new URL('passwords.txt', import.meta.url), outcome)
})
