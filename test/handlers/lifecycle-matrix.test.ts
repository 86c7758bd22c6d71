import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import {
  allStatuses,
  answer,
  codeOf,
  otherPassword,
  password,
  personIn,
  type Status,
  statusOf,
} from '../support/people.ts'

/** A cell for every status: the usual one, and those of single statuses. */
const row = (usual: string, others: Partial<Record<Status, string>> = {}): Record<Status, string> => ({
  ...(Object.fromEntries(allStatuses.map((status) => [status, usual])) as Record<Status, string>),
  ...others,
})

const no = '403 E0000038'
const noPasswordChange = '403 E0000035'
const noQuestionChange = '403 E0000036'
const noRecovery = '403 E0000034'

/**
 * Users, States and transitions and Errors, operation by operation. Each cell is what a user in that status becomes (`=`:
 * it stays), or how the operation is refused.
 */
const matrix: Readonly<Record<string, Record<Status, string>>> = {
  activate: row(no, { STAGED: 'ACTIVE', DEPROVISIONED: 'ACTIVE', ACTIVE: '403 E0000016' }),
  reactivate: row(no, { PROVISIONED: '=', RECOVERY: '=' }),
  deactivate: row('DEPROVISIONED', { DEPROVISIONED: no }),
  suspend: row('400 E0000001', { ACTIVE: 'SUSPENDED' }),
  unsuspend: row('400 E0000001', { SUSPENDED: 'ACTIVE' }),
  unlock: row('403 E0000032', { LOCKED_OUT: 'ACTIVE' }),
  reset_password: row('RECOVERY', { SUSPENDED: no }),
  'reset_password to federation': row('ACTIVE', {
    STAGED: '=',
    DEPROVISIONED: '=',
    SUSPENDED: no,
  }),
  expire_password: row('PASSWORD_EXPIRED', { SUSPENDED: no }),
  'expire_password with a temporary password': row('PASSWORD_EXPIRED', { SUSPENDED: no }),
  reset_factors: row(no, { ACTIVE: '=', RECOVERY: '=', PASSWORD_EXPIRED: '=' }),
  change_password: row(noPasswordChange, {
    STAGED: '=',
    ACTIVE: '=',
    RECOVERY: 'ACTIVE',
    PASSWORD_EXPIRED: 'ACTIVE',
  }),
  change_recovery_question: row(noQuestionChange, { STAGED: '=', ACTIVE: '=', RECOVERY: '=' }),
  forgot_password: row(noRecovery, { ACTIVE: '=' }),
  'forgot_password with an answer': row(noRecovery, { ACTIVE: '=' }),
  DELETE: row('DEPROVISIONED', { DEPROVISIONED: 'removed' }),
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

const cells = Object.entries(matrix).flatMap(([operation, cellOf]) =>
  allStatuses.map((status) => ({ operation, status, cell: cellOf[status] })),
)

const accepted = cells
  .filter(({ cell }) => !/^\d/.test(cell))
  .map(({ operation, status, cell }) => ({ operation, status, next: cell === '=' ? status : cell }))

const refused = cells
  .filter(({ cell }) => /^\d/.test(cell))
  .map(({ operation, status, cell }) => ({ operation, status, code: cell }))

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
