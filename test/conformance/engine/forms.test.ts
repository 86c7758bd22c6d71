import { expect, test } from 'vitest'
import { findForms, type Forms, usualForms } from '../../../conformance/engine/plan/forms.ts'
import { type Answer, fakeApi } from './fake-api.ts'

/** Looks for forms at a target that takes some logins and passwords. */
async function finding(
  takes: (login: string, password: string | undefined) => Answer,
  fixed: Partial<Forms> = {},
  me: Answer = [200, { profile: { login: 'boss@corp.example.com' } }],
  others: Answer = [200, []],
) {
  const forms: Forms = { ...usualForms, ...fixed }
  const sent: unknown[] = []
  const { api, calls } = fakeApi((call, body) => {
    if (call === 'GET /api/v1/users/me') return me
    if (call.startsWith('GET /api/v1/users?')) return others
    const { profile, credentials } = body as {
      profile: { login: string }
      credentials?: { password: { value: string } }
    }
    sent.push(body)
    return takes(profile.login, credentials?.password.value)
  })
  const unique = Object.assign(() => 'n', {
    login: () => forms.login.replace('{name}', 'n'),
    email: () => 'n@example.com',
    names: () => ({ firstName: 'F', lastName: 'L' }),
    password: () => forms.password.replaceAll('{random}', 'r'),
  })
  const found = await findForms({ api, unique: unique as never }, forms, fixed)
  return { found, forms, calls, sent }
}

test('usual forms that are taken are kept, after one user that stays STAGED', async () => {
  const { found, forms, calls, sent } = await finding(() => 200)
  expect(found).toEqual({})
  expect(forms).toEqual({ login: '{name}@example.com', password: 'Kx-{random}_7Q', profile: {} })
  expect(calls).toEqual(['POST /api/v1/users?activate=false'])
  expect(sent).toEqual([
    {
      profile: { login: 'n@example.com', email: 'n@example.com', firstName: 'F', lastName: 'L' },
      credentials: { password: { value: 'Kx-r_7Q' } },
    },
  ])
})

test.each([399, 401, 403, 404, 405, 415, 429, 500])('%i reveals nothing about forms', async (status) => {
  const { found, calls } = await finding(() => status)
  expect(found).toEqual({})
  expect(calls).toHaveLength(1)
})

test('logins without signs, of digits, and like those of others are proposed', async () => {
  const taken = async (form: RegExp, others: Answer = [200, []]): Promise<string> =>
    (await finding((login) => (form.test(login) ? 200 : 400), {}, 404, others)).forms.login
  expect(await taken(/^[a-z]+\{plain\}$/)).toBe('{name}@example.com')
  expect(await taken(/^\{plain\}$/)).toBe('{plain}')
  expect(await taken(/^\{digits\}$/)).toBe('{digits}')
  expect(await taken(/^\{digits\}@example\.com$/)).toBe('{digits}@example.com')
  const staff: Answer = [200, [{ profile: { login: 'staff-7@corp.example.com' } }, { profile: {} }]]
  expect(await taken(/^staff-\{plain\}@corp/, staff)).toBe('staff-{plain}@corp.example.com')
  expect(await taken(/^staff-\{plain\}$/, staff)).toBe('staff-{plain}')
})

test('a login of the domain of the owner of the token is proposed, then one without a domain', async () => {
  const corp = await finding((login) => (login.endsWith('@corp.example.com') ? 200 : 400))
  expect(corp.forms.login).toBe('{name}@corp.example.com')
  expect(corp.found).toEqual({
    found: 'the target refuses users of the usual form (400) and takes logins like {name}@corp.example.com',
  })
  const plain = await finding((login) => (login.includes('@') ? 499 : 299))
  expect(plain.forms.login).toBe('{name}')
  expect(plain.found.found).toBe(
    'the target refuses users of the usual form (499) and takes logins like {name}',
  )
  const noOwner = await finding((login) => (login.includes('@') ? 400 : 200), {}, 404)
  expect(noOwner.forms.login).toBe('{name}')
  const bare = await finding((login) => (login.includes('@') ? 400 : 200), {}, [
    200,
    { profile: { login: 'boss' } },
  ])
  expect(bare.calls.filter((call) => call.startsWith('POST'))).toHaveLength(4)
})

test('passwords that are longer, or without signs, are proposed', async () => {
  const long = await finding((_login, password) =>
    password !== undefined && password.length < 12 ? 400 : 200,
  )
  expect(long.forms).toMatchObject({
    login: '{name}@example.com',
    password: 'Kx-{random}_7Q.vB!{random}+m9Z*4830T',
  })
  expect(long.found.found).toBe(
    'the target refuses users of the usual form (400) and takes passwords like Kx-{random}_7Q.vB!{random}+m9Z*4830T',
  )
  const both = await finding((login, password) =>
    login.includes('@') || (password !== undefined && /\W/.test(password)) ? 400 : 200,
  )
  expect(both.found.found).toBe(
    'the target refuses users of the usual form (400) and takes logins like {name} and passwords like Kx{random}7Q',
  )
})

test('a create that passes the second time did not fail because of its form', async () => {
  let count = 0
  expect((await finding(() => (++count === 1 ? 400 : 200))).found).toEqual({})
})

test('where no form is accepted, the message says what the operator can state', async () => {
  const login = await finding(() => 400)
  expect(login.forms.login).toBe('{name}@example.com')
  expect(login.found).toEqual({
    denial: {
      why: 'the target takes no user of the proposed forms (400): an administrator may have set another',
      hint: 'Say what a login looks like there. (target.yaml: accounts: { login: … })',
      passwords: false,
    },
  })
  const password = await finding((_login, given) => (given === undefined ? 200 : 400))
  expect(password.forms.password).toBe('Kx-{random}_7Q')
  expect(password.found).toEqual({
    denial: {
      why: 'the target takes no user with a password of the proposed forms (400): an administrator may have set another',
      hint: 'Say what a password looks like there. (target.yaml: accounts: { password: … })',
      passwords: true,
    },
  })
})

test('proposes no other form for a part that the target profile states', async () => {
  const fixed = await finding(() => 400, { login: '{name}@fixed.example.com' })
  expect(fixed.calls).toEqual(Array(2).fill('POST /api/v1/users?activate=false'))
  const password = await finding((_login, given) => (given === undefined ? 200 : 400), {
    password: 'Fixed-{random}',
  })
  expect(password.found.denial?.passwords).toBe(true)
  expect(password.sent).toHaveLength(3)
})

test.each<[login: string, proposed: string | undefined]>([
  ['staff-7@corp.example.com', 'staff-{plain}@corp.example.com'],
  ['STAFF_7', 'STAFF_{plain}'],
  ['staff.seven@corp.example.com', 'staff.{plain}@corp.example.com'],
  ['abcdefghijkl-7', 'abcdefghijkl-{plain}'],
  ['abcdefghijklm-7', undefined],
  ['7-staff-7', undefined],
  ['staff', undefined],
  ['staff@x-y.example.com', undefined],
  ['-7', undefined],
])('like the login %s is proposed: %s', async (login, proposed) => {
  const { sent } = await finding(() => 400, {}, 404, [200, [null, { profile: { login } }]])
  const logins = sent.map((body) => (body as { profile: { login: string } }).profile.login)
  const like = logins.filter((each) => /^[a-z]+[-_.]\{plain\}/i.test(each))
  expect(like[0]).toBe(proposed)
})

test('proposes each login once, and at most sixteen in addition to the usual one', async () => {
  const others = Array.from({ length: 12 }, (_, at) => ({
    profile: { login: `s${'abcdefghijkl'[at]}-1@d${at}.test` },
  }))
  const { sent, forms, found } = await finding(() => 400, {}, 404, [200, [...others, ...others]])
  const logins = sent.slice(1).map((body) => (body as { profile: { login: string } }).profile.login)
  expect(logins).toHaveLength(17)
  expect(new Set(logins).size).toBe(17)
  expect(logins[0]).toBe('n@example.com')
  expect(forms.login).toBe('{name}@example.com')
  expect(found.denial).toEqual({
    why: 'the target takes no user of the proposed forms (400): an administrator may have set another',
    hint: 'Say what a login looks like there. (target.yaml: accounts: { login: … })',
    passwords: false,
  })
})
