import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import {
  allStatuses,
  answer,
  codeOf,
  otherPassword,
  password,
  personIn,
  statusOf,
} from '../support/people.ts'

/**
 * Users, States and transitions and Errors, operation by operation. Each cell is what a user in that
 * status becomes (`=`: it stays), or how the operation is refused. The order is that of `allStatuses`:
 * STAGED, PROVISIONED, ACTIVE, RECOVERY, LOCKED_OUT, PASSWORD_EXPIRED, SUSPENDED, DEPROVISIONED.
 */
const no = '403 E0000038'
const matrix: Readonly<Record<string, readonly string[]>> = {
  activate: ['ACTIVE', no, '403 E0000016', no, no, no, no, 'ACTIVE'],
  reactivate: [no, '=', no, '=', no, no, no, no],
  deactivate: [
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    no,
  ],
  suspend: [
    '400 E0000001',
    '400 E0000001',
    'SUSPENDED',
    '400 E0000001',
    '400 E0000001',
    '400 E0000001',
    '400 E0000001',
    '400 E0000001',
  ],
  unsuspend: [
    '400 E0000001',
    '400 E0000001',
    '400 E0000001',
    '400 E0000001',
    '400 E0000001',
    '400 E0000001',
    'ACTIVE',
    '400 E0000001',
  ],
  unlock: [
    '403 E0000032',
    '403 E0000032',
    '403 E0000032',
    '403 E0000032',
    'ACTIVE',
    '403 E0000032',
    '403 E0000032',
    '403 E0000032',
  ],
  reset_password: ['RECOVERY', 'RECOVERY', 'RECOVERY', 'RECOVERY', 'RECOVERY', 'RECOVERY', no, 'RECOVERY'],
  'reset_password to federation': ['=', 'ACTIVE', '=', 'ACTIVE', 'ACTIVE', 'ACTIVE', no, '='],
  expire_password: [
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    no,
    'PASSWORD_EXPIRED',
  ],
  'expire_password with a temporary password': [
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    'PASSWORD_EXPIRED',
    no,
    'PASSWORD_EXPIRED',
  ],
  reset_factors: [no, no, '=', '=', no, '=', no, no],
  change_password: [
    '=',
    '403 E0000035',
    '=',
    'ACTIVE',
    '403 E0000035',
    'ACTIVE',
    '403 E0000035',
    '403 E0000035',
  ],
  change_recovery_question: [
    '=',
    '403 E0000036',
    '=',
    '=',
    '403 E0000036',
    '403 E0000036',
    '403 E0000036',
    '403 E0000036',
  ],
  forgot_password: [
    '403 E0000034',
    '403 E0000034',
    '=',
    '403 E0000034',
    '403 E0000034',
    '403 E0000034',
    '403 E0000034',
    '403 E0000034',
  ],
  'forgot_password with an answer': [
    '403 E0000034',
    '403 E0000034',
    '=',
    '403 E0000034',
    '403 E0000034',
    '403 E0000034',
    '403 E0000034',
    '403 E0000034',
  ],
  DELETE: [
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'DEPROVISIONED',
    'removed',
  ],
}

/** Method, path below the user's, and body of each operation of the matrix. */
const requests: Readonly<Record<string, readonly [string, string, unknown?]>> = {
  activate: ['POST', '/lifecycle/activate'],
  reactivate: ['POST', '/lifecycle/reactivate'],
  deactivate: ['POST', '/lifecycle/deactivate'],
  suspend: ['POST', '/lifecycle/suspend'],
  unsuspend: ['POST', '/lifecycle/unsuspend'],
  unlock: ['POST', '/lifecycle/unlock'],
  reset_password: ['POST', '/lifecycle/reset_password'],
  'reset_password to federation': ['POST', '/lifecycle/reset_password?provider=FEDERATION&sendEmail=false'],
  expire_password: ['POST', '/lifecycle/expire_password'],
  'expire_password with a temporary password': ['POST', '/lifecycle/expire_password?tempPassword=true'],
  reset_factors: ['POST', '/lifecycle/reset_factors'],
  change_password: [
    'POST',
    '/credentials/change_password',
    { oldPassword: { value: password }, newPassword: { value: otherPassword } },
  ],
  change_recovery_question: [
    'POST',
    '/credentials/change_recovery_question',
    { password: { value: password }, recovery_question: { question: 'What now?', answer: 'Nothing' } },
  ],
  forgot_password: ['POST', '/credentials/forgot_password'],
  'forgot_password with an answer': [
    'POST',
    '/credentials/forgot_password',
    { password: { value: otherPassword }, recovery_question: { answer } },
  ],
  DELETE: ['DELETE', ''],
}

const cells = Object.entries(matrix).flatMap(([operation, row]) =>
  row.map((cell, at) => ({ operation, status: allStatuses[at]!, cell })),
)

const accepted = cells
  .filter(({ cell }) => !/^\d/.test(cell))
  .map(({ operation, status, cell }) => ({ operation, status, next: cell === '=' ? status : cell }))

const refused = cells
  .filter(({ cell }) => /^\d/.test(cell))
  .map(({ operation, status, cell }) => ({ operation, status, code: cell }))

test('the matrix has a cell for every operation in every status', () => {
  expect(cells).toHaveLength(16 * 8)
  expect(Object.keys(requests)).toEqual(Object.keys(matrix))
})

test.for(accepted)(
  '$operation of a user who is $status makes it $next',
  async ({ operation, status, next }) => {
    const it = testOrg()
    const { id } = await personIn(it, status)
    const [method, path, body] = requests[operation]!

    const reply = await it.call(method, `/api/v1/users/${id}${path}`, body)

    expect(reply.status).toBe(operation === 'DELETE' ? 204 : 200)
    expect(await statusOf(it, id)).toBe(next)
  },
)

test.for(refused)(
  '$operation of a user who is $status is refused with $code and changes nothing',
  async ({ operation, status, code }) => {
    const it = testOrg()
    const before = await personIn(it, status)
    const hiddenBefore = it.org.users.get(before.id)
    const mails = it.control.listMails().length
    const [method, path, body] = requests[operation]!
    it.control.advanceClock({ by: '1h' })

    const reply = await it.call(method, `/api/v1/users/${before.id}${path}`, body)

    expect(codeOf(reply)).toBe(code)
    expect(reply.json.errorLink).toBe(reply.json.errorCode)
    expect((await it.call('GET', `/api/v1/users/${before.id}`)).json).toEqual(before)
    expect(it.org.users.get(before.id)).toBe(hiddenBefore)
    expect(it.control.listMails()).toHaveLength(mails)
  },
)

test.for(Object.keys(requests))('%s of an unknown user is refused with 404 E0000007', async (operation) => {
  const it = testOrg()
  const [method, path, body] = requests[operation]!

  expect(codeOf(await it.call(method, `/api/v1/users/00uNobodyHasThisIdXX${path}`, body))).toBe(
    '404 E0000007',
  )
})

test.for([
  ['suspend', 'Api validation failed: suspendUser', 'Cannot suspend a user that is not active'],
  ['unsuspend', 'Api validation failed: unsuspendUser', 'Cannot unsuspend a user that is not suspended'],
  ['reactivate', "This operation is not allowed in the user's current status.", undefined],
  ['unlock', 'Unlock is not allowed for this user.', 'The user is not locked out.'],
] as const)('%s in a wrong status says why', async ([operation, summary, cause]) => {
  const it = testOrg()
  const { id } = await personIn(it, 'STAGED')

  const { json } = await it.call('POST', `/api/v1/users/${id}/lifecycle/${operation}`)

  expect(json.errorSummary).toBe(summary)
  expect(json.errorCauses).toEqual(cause === undefined ? [] : [{ errorSummary: cause }])
})
