/** Statuses of a user: the transition table, and the lifecycle operations (Users). */
import { createRows } from '../tables/creates.ts'
import { mailRows } from '../tables/mails.ts'
import {
  type LifecycleOperation,
  type MoveRow,
  moveRows,
  type Status,
  refusalRows,
  type StatusRefusalRow,
} from '../tables/statuses.ts'
import { unknownIdRequirements, unknownLifecycleIds } from '../tables/unknown-ids.ts'
import { type RequirementRow, requirementsIn, requirementsOf, inOrder } from './requirement.ts'

const table = { area: 'lifecycle', document: 3, section: 'States and transitions' } as const
const operation = { area: 'lifecycle', document: 3, section: 'Lifecycle operations' } as const
const errors = { area: 'lifecycle', document: 3, section: 'Errors' } as const

const statuses = requirementsIn(table, {
  'users.not-idempotent': [
    'Sending the same lifecycle operation again does not silently succeed: a second suspend is refused.',
    'suspendUser',
  ],
  'users.operations.profile-kept':
    'A lifecycle or credential operation leaves the profile of the user as it was.',
  'users.operations.status-kept': {
    statement: 'An operation that is stated to bring a user to no other status leaves the status as it was.',
    alsoIn: ['3 Credential operations'],
  },
  'users.operations.password-kept':
    'An operation that sets no password leaves the password of the user as it was.',
  'users.operations.question-kept':
    'An operation that sets no recovery question leaves the question of the user as it was.',
  'users.operations.times-kept':
    'An operation keeps the times of creation and last sign-in, and those of status and password unless it changes them.',
  'users.operations.sessions-kept': [
    'A read, an update of the profile or of the recovery question leaves the sessions of the user in force.',
    'needs:sign-in',
  ],
  'users.operations.groups-kept':
    'An operation on the status, the profile or the credentials of a user leaves the user in the groups.',
  'users.status.explicit': {
    statement: 'A status changes only by a lifecycle operation, a sign-in or a recovery.',
    excluded: 'That nothing happens for as long as nobody acts cannot be shown in a run.',
  },
  'users.password-expiry.at-login': {
    statement: 'A sign-in with a password that has grown too old moves the user to PASSWORD_EXPIRED.',
    needs: ['sign-in', 'clock'],
    reason: 'After which time a password expires is not shown.',
  },
  'users.locked-out.conditions': {
    statement: 'A user becomes LOCKED_OUT under some conditions.',
    reason: 'Not shown.',
  },
})

const createPlace = { ...table, operations: ['createUser'] } as const

const create = inOrder(
  requirementsOf(createPlace, createRows),
  requirementsIn(createPlace, {
    'users.create.no-password-status': {
      after: 'users.create.no-password-with-question',
      statement: 'A create with activate=true and no password makes a PROVISIONED user.',
      needs: ['mail'],
      reason: 'The table gives two next states for it.',
    },
    'users.create.password-sign-in': {
      after: 'users.create.password',
      statement: 'A user created with activate=true and a password signs in with it.',
      needs: ['sign-in'],
    },
    'users.create.change-password-status': {
      after: 'users.create.change-password',
      statement: 'A create with a password and nextLogin=changePassword makes an ACTIVE user.',
      reason:
        'The row calls the user ACTIVE and the password EXPIRED, which is a status of its own elsewhere.',
    },
    'users.create.change-password-sign-in': {
      after: 'users.create.change-password-status',
      statement:
        'A user created with nextLogin=changePassword has to change the password at the next sign-in.',
      alsoIn: ['3 Create, read, list, update'],
      needs: ['sign-in'],
    },
    'users.create.password-enrolled': {
      level: 'edition',
      statement:
        'Where passwords may be optional and the enrollment policy wants one, a create without a password makes a PROVISIONED user.',
      needs: ['optional-password', 'mail'],
      covers: ['transition:none.create-optional-required'],
    },
    'users.create.password-optional-given': {
      level: 'edition',
      statement: 'Where passwords may be optional, a create with a password makes an ACTIVE user.',
      needs: ['optional-password'],
      covers: ['transition:none.create-optional-given'],
    },
    'users.create.password-not-needed': {
      level: 'edition',
      statement: 'Where the enrollment policy wants no password, a create without one makes an ACTIVE user.',
      needs: ['optional-password', 'mail'],
      covers: ['transition:none.create-optional-free'],
    },
    'users.create.password-not-settable': {
      level: 'edition',
      statement: 'Where the enrollment policy wants no password, an administrator cannot set one.',
      operations: ['updateUser'],
      needs: ['optional-password', 'mail'],
    },
  }),
)

/** The name of an operation in a statement, before the user. */
const acts: Readonly<Record<LifecycleOperation, string>> = {
  activateUser: 'Activation of',
  reactivateUser: 'Reactivation of',
  deactivateUser: 'Deactivation of',
  suspendUser: 'Suspension of',
  unsuspendUser: 'Unsuspension of',
  unlockUser: 'Unlocking',
  resetPassword: 'reset_password of',
  expirePassword: 'expire_password of',
  resetFactors: 'reset_factors of',
  deleteUser: 'DELETE of',
}

/** A user in a status, in words. */
function userIn(status: Status): string {
  return `${/^[AEIOU]/.test(status) ? 'an' : 'a'} ${status} user`
}

/** The common parts of requirements about users in a status. */
function inStatus(row: MoveRow | StatusRefusalRow): Pick<RequirementRow, 'operations' | 'needs'> {
  return {
    operations: [row.on],
    ...(row.from === 'LOCKED_OUT' ? { needs: ['locked-out-user'] as const } : {}),
  }
}

function move<Row extends MoveRow>(row: Row): RequirementRow & Pick<Row, 'id'> {
  const { id, on, from, ends, shows, reason } = row
  const end = ends.join(' or ')
  const usual =
    on === 'resetPassword' || on === 'expirePassword'
      ? `${acts[on].replace(/ of$/, '')} moves ${userIn(from)} to ${end}.`
      : `${acts[on]} ${userIn(from)} makes it ${end}.`
  return {
    id,
    ...(reason === undefined ? {} : { level: 'open', reason }),
    statement: row.statement ?? usual,
    ...inStatus(row),
    covers: [
      `transition:${from}.${on}`,
      ...(shows === undefined ? [] : [`enum:User.status.${shows}` as const]),
    ],
  }
}

function refusal<Row extends StatusRefusalRow>(row: Row): RequirementRow & Pick<Row, 'id'> {
  const { id, on, from, stated, isListed } = row
  const refused = stated === undefined ? 'refused' : `refused with ${stated.join(' and ')}`
  const stays = from === 'RECOVERY' ? 'in RECOVERY' : from
  return {
    id,
    statement: row.statement ?? `${acts[on]} ${userIn(from)} is ${refused}, and the user stays ${stays}.`,
    ...inStatus(row),
    ...(isListed === true ? { covers: [`transition:${from}.${on}`] } : {}),
  }
}

const transitions = [
  ...requirementsOf(table, moveRows.map(move)),
  ...requirementsOf(table, refusalRows.filter(({ stated }) => stated === undefined).map(refusal)),
  ...requirementsOf(errors, refusalRows.filter(({ stated }) => stated !== undefined).map(refusal)),
  ...unknownIdRequirements(operation, unknownLifecycleIds),
] as const

const tabled = requirementsIn(table, {
  'users.activate.staged-no-password': {
    statement: 'Activation of a STAGED user without a password makes it ACTIVE.',
    reason: 'The row says ACTIVE, and that users without a password finish by an activation link.',
  },
  'users.activate.transitioning': {
    statement: 'A user being activated carries transitioningToStatus ACTIVE until it is done.',
    needs: ['slow-transitions'],
  },
  'users.activate.link-completes': {
    statement: 'A user who follows the link of activate or reactivate to its end becomes ACTIVE.',
    excluded: 'The pages behind the link are not among the operations.',
  },
  'users.activate.from-provisioned': {
    statement: 'Activation of a PROVISIONED user is refused.',
    reason: 'The table does not list it, and reactivate is there for it; no sentence rules it out.',
  },
  'users.reactivate.provisioned': [
    'A PROVISIONED user can be reactivated.',
    'transition:PROVISIONED.reactivateUser',
  ],
  'users.reactivate.recovery': ['A RECOVERY user can be reactivated.', 'transition:RECOVERY.reactivateUser'],
  'users.reactivate.status': {
    statement: 'A reactivated user keeps the status, or becomes PROVISIONED.',
    reason: 'The status after the call is not shown.',
  },
  'users.deactivate.transitioning': {
    statement: 'A user being deactivated carries transitioningToStatus DEPROVISIONED until it is done.',
    needs: ['slow-transitions'],
    covers: ['enum:User.transitioningToStatus.DEPROVISIONED'],
  },
  'users.suspend.sign-in': ['A SUSPENDED user cannot sign in.', 'needs:sign-in'],
  'users.suspend.groups-kept': {
    statement: 'Suspension leaves the groups of a user as they were.',
    operations: ['suspendUser', 'listUserGroups'],
  },
  'users.suspend.apps-kept': {
    statement: 'Suspension leaves the applications of a user as they were.',
    operations: ['suspendUser', 'listUserAppLinks'],
    needs: ['application'],
  },
  'users.suspended.dead-end': {
    statement:
      'A SUSPENDED user can only be unsuspended or deactivated; password resets and expiry are refused.',
    operations: ['resetPassword', 'expirePassword', 'deleteUser'],
    reason: 'Other rows of the table allow reset_password, expire_password and DELETE in any status.',
  },
  'users.unlock.device-block': [
    'Unlocking an ACTIVE user who is blocked from unknown devices lifts the block and leaves it ACTIVE.',
    'needs:device-block',
    'transition:ACTIVE-blocked.unlockUser',
  ],
  'users.unlock.service-sourced': {
    statement: 'Only a user whose credentials the service itself keeps can be unlocked.',
    reason: 'It needs a locked user from a directory, and the answer for one is not stated.',
  },
  'users.reset-password.sign-in': ['A user whose password is being reset cannot sign in.', 'needs:sign-in'],
  'users.reset-password.forgot': {
    statement: 'forgot_password is refused for a user whose password is being reset.',
    operations: ['forgotPassword', 'forgotPasswordWithAnswer'],
  },
  'users.reset-factors.status': {
    statement: 'reset_factors leaves an ACTIVE user ACTIVE.',
    needs: ['factor'],
    covers: ['transition:ACTIVE.resetFactors'],
  },
  'users.reset-factors.unenrolled': {
    statement: 'After reset_factors the user is enrolled in no second factor: the resetFactors link is gone.',
    needs: ['factor'],
  },
  'users.reset-factors.not-active': {
    statement: 'reset_factors in another status than ACTIVE is refused.',
    reason: 'The row lists ACTIVE; the answer in other statuses is not stated.',
  },
  'users.reset-factors.none-enrolled': {
    statement: 'reset_factors of an ACTIVE user without a second factor succeeds without effect.',
    reason: 'Not stated.',
  },
  'users.delete.removed': {
    statement: 'DELETE of a DEPROVISIONED user removes it: a get is refused with 404 and E0000007.',
    operations: ['deleteUser', 'getUser'],
    covers: ['transition:DEPROVISIONED.deleteUser'],
  },
  'users.delete.not-recoverable': ['A removed user cannot be activated again.', 'deleteUser', 'activateUser'],
  'users.delete.not-listed': {
    statement: 'After the first DELETE the plain list leaves the user out, as if it were gone.',
    operations: ['deleteUser', 'listUsers'],
    reason: 'The user still exists and needs a second DELETE; only a filter or a search shows it.',
  },
})

const operated = requirementsIn(operation, {
  ...mailRows('users.activate'),
  ...mailRows('users.reactivate'),
  'users.reactivate.wrong-status': {
    statement:
      'Reactivation in a status other than PROVISIONED and RECOVERY is refused with 403 and E0000038.',
    alsoIn: ['1 Errors', '3 Errors'],
    covers: ['error:reactivate-wrong-status'],
  },
  'users.deactivate.ok': ['deactivate answers with 200 and an empty object.', 'success:deactivateUser'],
  'users.deactivate.mail': {
    statement: 'deactivate with sendEmail=true sends the administrator an e-mail.',
    needs: ['mail', 'outbox'],
    covers: ['query:deactivateUser.sendEmail'],
  },
  'users.deactivate.mail-default': {
    statement: 'deactivate without sendEmail sends no e-mail.',
    needs: ['outbox'],
    covers: ['default:deactivateUser.sendEmail'],
  },
  'users.deactivate.asynchronous': [
    'deactivate with Prefer: respond-async succeeds, and the user becomes DEPROVISIONED in the end.',
    'header:Prefer.deactivateUser',
  ],
  'users.suspend.ok': ['suspend answers with 200 and an empty object.', 'success:suspendUser'],
  'users.suspend.not-active': {
    statement:
      'Suspension in any status other than ACTIVE is refused with 400 and E0000001, and changes nothing.',
    alsoIn: ['1 Errors', '3 Errors'],
    covers: ['error:suspend-not-active'],
  },
  'users.unsuspend.ok': ['unsuspend answers with 200 and an empty object.', 'success:unsuspendUser'],
  'users.unsuspend.not-suspended': {
    statement:
      'Unsuspension in any status other than SUSPENDED is refused with 400 and E0000001, and changes nothing.',
    alsoIn: ['1 Errors', '3 Errors'],
    covers: ['error:unsuspend-not-suspended'],
  },
  'users.unlock.ok': {
    statement: 'unlock answers with 200 and an empty object.',
    needs: ['locked-out-user'],
    covers: ['success:unlockUser'],
  },
  ...mailRows('users.reset-password'),
  'users.reset-password.revoke-sessions': {
    statement: 'reset_password with revokeSessions=true ends the sessions of the user.',
    needs: ['sign-in'],
    covers: ['query:resetPassword.revokeSessions'],
  },
  'users.reset-password.sessions-default': {
    statement: 'reset_password without revokeSessions ends no session of the user.',
    needs: ['sign-in'],
    covers: ['default:resetPassword.revokeSessions'],
  },
  'users.reset-password.own-session': {
    statement: 'reset_password with revokeSessions=true leaves the session of the caller.',
    needs: ['session-cookie'],
    reason: 'It applies to a caller with a session, and that this operation takes one is not stated.',
  },
  'users.reset-password.to-federation': {
    statement: 'reset_password with provider=FEDERATION makes the user a federated one.',
    needs: ['federation'],
    covers: ['query:resetPassword.provider'],
  },
  'users.reset-password.to-federation-unsent': {
    statement: 'reset_password with provider=FEDERATION is accepted where sendEmail is omitted.',
    needs: ['federation'],
  },
  'users.reset-password.to-federation-no-password': {
    statement: 'A user whom reset_password made a federated one has neither password nor recovery question.',
    needs: ['federation'],
    alsoIn: ['3 Credentials'],
  },
  'users.reset-password.to-federation-mail': {
    statement: 'reset_password with provider=FEDERATION and sendEmail=true is refused, and changes nothing.',
    needs: ['federation', 'mail'],
  },
  'users.reset-password.from-federation': {
    statement: 'reset_password without provider makes a federated user one of the service again.',
    needs: ['federation'],
  },
  'users.recovery-lookup': {
    statement:
      'Recovery by e-mail looks for the login, then the primary and the secondary e-mail, of users not deactivated.',
    operations: ['resetPassword'],
    excluded: 'Recovery by e-mail is not among the operations.',
  },
  'users.expire-password.user': [
    'expire_password answers with the full user.',
    'success:expirePassword',
    'default:expirePassword.tempPassword',
  ],
  'users.expire-password.temporary': [
    'expire_password with tempPassword=true answers with tempPassword, a string that is not empty.',
    'query:expirePassword.tempPassword',
  ],
  'users.expire-password.temporary-status':
    'expire_password with tempPassword=true moves an ACTIVE user to PASSWORD_EXPIRED.',
  'users.expire-password.temporary-set':
    'The temporary password is the password of the user from then on, and the old one is not.',
  'users.reset-factors.ok': {
    statement: 'reset_factors answers with 200 and an empty object.',
    needs: ['factor'],
    covers: ['success:resetFactors'],
  },
  'users.delete.no-content': [
    'The first and the second DELETE of a user are answered with 204.',
    'success:deleteUser',
  ],
  'users.delete.mail': {
    statement: 'DELETE with sendEmail=true sends the administrator an e-mail.',
    needs: ['mail', 'outbox'],
    covers: ['query:deleteUser.sendEmail'],
  },
  'users.delete.mail-default': {
    statement: 'DELETE without sendEmail sends no e-mail.',
    needs: ['outbox'],
    covers: ['default:deleteUser.sendEmail'],
  },
  'users.delete.asynchronous': [
    'DELETE with Prefer: respond-async succeeds, and the user becomes DEPROVISIONED in the end.',
    'header:Prefer.deleteUser',
  ],
})

export const lifecycleRequirements = [...statuses, ...create, ...transitions, ...tabled, ...operated] as const
