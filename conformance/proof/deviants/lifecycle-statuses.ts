/** Servers that move users wrongly, or allow an operation in a wrong status (Users, States and transitions). */
import { alsoRefused, moveRows, refusalRows } from '../../tables/statuses.ts'
import type { Deviant } from './deviant.ts'
import { moves, statusRefusals } from './families/statuses.ts'
import { isTemporary } from './lifecycle-steps.ts'

const moved = moveRows.filter(({ reason }) => reason === undefined)

export const lifecycleStatusDeviants: readonly Deviant[] = [
  ...moves(
    moved.map(({ id, on, from }) => ({
      clause: id,
      on,
      from,
      ...(on === 'deleteUser' ? { answer: { status: 204 } } : {}),
    })),
  ),
  ...moves([
    {
      clause: 'users.expire-password.temporary-status',
      on: 'expirePassword',
      from: 'ACTIVE',
      when: isTemporary,
      answer: { status: 200, body: { tempPassword: 'Madeup12' } },
    },
  ]),
  ...statusRefusals(refusalRows.map((row) => ({ ...row, clause: row.id, also: alsoRefused(row) }))),
  ...statusRefusals([
    { clause: 'users.reset-password.forgot', on: 'forgotPassword', from: 'RECOVERY', to: 'ACTIVE' },
  ]),
]
