import { createHash, pbkdf2Sync } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { answer, codeOf, otherPassword, password, person, statusOf } from '../support/people.ts'

const change = (oldPassword: string, newPassword: string, more: object = {}): unknown => ({
  oldPassword: { value: oldPassword },
  newPassword: { value: newPassword },
  ...more,
})

async function canSignIn(it: TestOrg, login: string, candidate: string): Promise<boolean> {
  return (await it.control.signIn({ login, password: candidate })).status === 'SUCCESS'
}

test('change_password with strict holds to the minimum age, without it does not', async () => {
  const it = testOrg({ passwordPolicy: { minAge: '1h' } })
  const { id } = await person(it)
  const url = `/api/v1/users/${id}/credentials/change_password`
  it.control.advanceClock({ by: 60 * 60_000 - 1 })

  const early = await it.call('POST', `${url}?strict=true`, change(password, otherPassword))
  expect(codeOf(early)).toBe('403 E0000014')
  expect(early.json.errorCauses[0].errorSummary).toContain('60 minutes')
  it.control.advanceClock({ by: 1 })
  expect((await it.call('POST', `${url}?strict=true`, change(password, otherPassword))).status).toBe(200)
  expect((await it.call('POST', url, change(otherPassword, password))).status).toBe(200)
})

test('change_password with strict refuses the latest passwords, without it takes them', async () => {
  const it = testOrg({ passwordPolicy: { historyCount: 3 } })
  const { id } = await person(it)
  const url = `/api/v1/users/${id}/credentials/change_password`
  const [second, third, fourth] = ['Sec0ndPassword', 'Th1rdPassword', 'F0urthPassword'] as const
  await it.call('POST', url, change(password, second))
  await it.call('POST', url, change(second, third))

  for (const known of [password, second, third]) {
    const reply = await it.call('POST', `${url}?strict=true`, change(third, known))
    expect(codeOf(reply)).toBe('403 E0000014')
    expect(reply.json.errorCauses).toEqual([{ errorSummary: 'The password has been used too recently' }])
  }
  expect((await it.call('POST', `${url}?strict=true`, change(third, fourth))).status).toBe(200)
  expect((await it.call('POST', `${url}?strict=true`, change(fourth, password))).status).toBe(200)
  expect((await it.call('POST', url, change(password, fourth))).status).toBe(200)
})

const imported = {
  'SHA-256': {
    algorithm: 'SHA-256',
    value: createHash('sha256').update(`salt${password}`).digest('base64'),
    salt: Buffer.from('salt').toString('base64'),
    saltOrder: 'PREFIX',
  },
  BCRYPT: (() => {
    const [, , workFactor, rest = ''] = hashSync(password, 4).split('$')
    return {
      algorithm: 'BCRYPT',
      workFactor: Number(workFactor),
      salt: rest.slice(0, 22),
      value: rest.slice(22),
    }
  })(),
  PBKDF2: {
    algorithm: 'PBKDF2',
    value: pbkdf2Sync(password, 'salt', 4096, 32, 'sha256').toString('base64'),
    salt: Buffer.from('salt').toString('base64'),
    iterationCount: 4096,
    keySize: 32,
    digestAlgorithm: 'SHA256_HMAC',
  },
} as const

test.for(Object.keys(imported) as (keyof typeof imported)[])(
  'change_password verifies an imported %s hash, and the user is one of the service then',
  async (algorithm) => {
    const it = testOrg()
    const user = await person(it, { credentials: { password: { hash: imported[algorithm] } } })
    const url = `/api/v1/users/${user.id}/credentials/change_password`
    expect(user.credentials.provider.type).toBe('IMPORT')

    expect(codeOf(await it.call('POST', url, change(otherPassword, password)))).toBe('403 E0000014')
    const again = await it.call('POST', `${url}?strict=true`, change(password, password))
    expect(again.json.errorCauses).toEqual([{ errorSummary: 'The password has been used too recently' }])
    const changed = await it.call('POST', `${url}?strict=true`, change(password, otherPassword))
    expect(changed.json.provider.type).toBe('SVC')
    const back = await it.call('POST', `${url}?strict=true`, change(otherPassword, password))
    expect(codeOf(back)).toBe('403 E0000014')
    expect(await canSignIn(it, user.profile.login, otherPassword)).toBe(true)
  },
)

test.for(['PUT', 'POST'])('%s with strict verifies an imported hash of the history', async (method) => {
  const it = testOrg()
  const { id, profile } = await person(it, { credentials: { password: { hash: imported.BCRYPT } } })
  const set = (value: string): unknown => ({ profile, credentials: { password: { value } } })

  const first = await it.call(method, `/api/v1/users/${id}?strict=true`, set(password))
  expect(codeOf(first)).toBe('400 E0000001')
  expect(first.json.errorCauses).toEqual([
    { errorSummary: 'password: The password has been used too recently' },
  ])
  expect((await it.call(method, `/api/v1/users/${id}?strict=true`, set(otherPassword))).status).toBe(200)
  expect((await it.call(method, `/api/v1/users/${id}?strict=true`, set(password))).status).toBe(400)
  expect((await it.call(method, `/api/v1/users/${id}`, set(password))).status).toBe(200)
})

test.for(['PUT', 'POST'])('%s with strict holds a password to the minimum age', async (method) => {
  const it = testOrg({ passwordPolicy: { minAge: '10m' } })
  const { id, profile } = await person(it)
  const body = { profile, credentials: { password: { value: otherPassword } } }

  expect(codeOf(await it.call(method, `/api/v1/users/${id}?strict=true`, body))).toBe('400 E0000001')
  expect((await it.call(method, `/api/v1/users/${id}?strict=true`, { profile })).status).toBe(200)
  it.control.advanceClock({ by: '10m' })
  expect((await it.call(method, `/api/v1/users/${id}?strict=true`, body)).status).toBe(200)
})

test('sees changes made while it verified a hash, before it writes anything', async () => {
  const it = testOrg()
  const { id, profile } = await person(it, { credentials: { password: { hash: imported.BCRYPT } } })
  const url = `/api/v1/users/${id}/credentials/change_password`

  const late = it.call('POST', url, change(password, 'L4terPassword'))
  await it.call('POST', `/api/v1/users/${id}`, { credentials: { password: { value: otherPassword } } })

  expect(codeOf(await late)).toBe('403 E0000014')
  expect(await canSignIn(it, profile.login, otherPassword)).toBe(true)
})

test('a user who is suspended while a hash is verified does not change its password', async () => {
  const it = testOrg()
  const { id } = await person(it, { credentials: { password: { hash: imported.BCRYPT } } })

  const late = it.call(
    'POST',
    `/api/v1/users/${id}/credentials/change_password`,
    change(password, otherPassword),
  )
  await it.call('POST', `/api/v1/users/${id}/lifecycle/suspend`)

  expect(codeOf(await late)).toBe('403 E0000035')
  expect(await statusOf(it, id)).toBe('SUSPENDED')
})

test('a user who is removed while a hash is verified is not found', async () => {
  const it = testOrg()
  const { id } = await person(it, { credentials: { password: { hash: imported.BCRYPT } } })

  const late = it.call(
    'POST',
    `/api/v1/users/${id}/credentials/change_password`,
    change(password, otherPassword),
  )
  await it.call('DELETE', `/api/v1/users/${id}`)
  await it.call('DELETE', `/api/v1/users/${id}`)

  expect(codeOf(await late)).toBe('404 E0000007')
})

test('a body decides between the two forms of forgot_password', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const url = `/api/v1/users/${id}/credentials/forgot_password?sendEmail=false`

  const withoutBody = await it.call('POST', url)
  const withBlanks = await it.call('POST', url, ' \n')
  const withEmptyObject = await it.call('POST', url, {})
  const withBody = await it.call('POST', url, {
    password: { value: otherPassword },
    recovery_question: { answer },
  })

  expect(withoutBody.json).toEqual({ resetPasswordUrl: expect.any(String) })
  expect(withBlanks.json).toEqual({ resetPasswordUrl: expect.any(String) })
  expect(codeOf(withEmptyObject)).toBe('400 E0000001')
  expect(withBody.json.provider).toEqual({ type: 'SVC', name: 'SVC' })
  expect(it.control.listMails()).toEqual([])
})

test('the newer spelling of forgot_password with an answer does the same', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)

  const reply = await it.call('POST', `/api/v1/users/${id}/credentials/forgot_password_recovery_question`, {
    password: { value: otherPassword },
    recovery_question: { answer },
  })

  expect(reply.status).toBe(200)
  expect(await canSignIn(it, profile.login, otherPassword)).toBe(true)
})

test('unlock lifts a block from unknown devices of an ACTIVE user, and no other', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const url = `/api/v1/users/${id}`
  it.control.setUser({ user: id, block: 'UNKNOWN_DEVICES' })
  const blocked = (await it.call('GET', `${url}?expand=block`)).json
  expect(blocked._embedded.block).toEqual({ type: 'DEVICE_BASED', appliesTo: 'UNKNOWN_DEVICES' })
  expect(blocked._links.unlock).toEqual({
    href: `https://svc.example.com${url}/lifecycle/unlock`,
    method: 'POST',
  })

  expect((await it.call('POST', `${url}/lifecycle/unlock`)).status).toBe(200)
  expect(await statusOf(it, id)).toBe('ACTIVE')
  expect(await canSignIn(it, profile.login, password)).toBe(true)
  expect(codeOf(await it.call('POST', `${url}/lifecycle/unlock`))).toBe('403 E0000032')

  it.control.setUser({ user: id, block: 'ANY_DEVICES' })
  expect(codeOf(await it.call('POST', `${url}/lifecycle/unlock`))).toBe('403 E0000032')
  expect(await canSignIn(it, profile.login, password)).toBe(false)
})
