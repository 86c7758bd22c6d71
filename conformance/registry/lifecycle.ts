/** Statuses of a user: the transition table, and the lifecycle operations (document 3). */
import { clausesIn } from './clause.ts'

const table = { area: 'lifecycle', document: 3, section: 'States and transitions' } as const
const operation = { area: 'lifecycle', document: 3, section: 'Lifecycle operations' } as const
const errors = { area: 'lifecycle', document: 3, section: 'Errors' } as const

const statuses = clausesIn(table, [
  {
    id: 'users.not-idempotent',
    statement:
      'Sending the same lifecycle operation again does not silently succeed: a second suspend is refused.',
    operations: ['suspendUser'],
  },
  {
    id: 'users.operations.profile-kept',
    statement: 'A lifecycle or credential operation leaves the profile of the user as it was.',
  },
  {
    id: 'users.status.explicit',
    statement: 'A status changes only by a lifecycle operation, a sign-in or a recovery.',
    excluded: 'That nothing happens for as long as nobody acts cannot be shown in a run.',
  },
  {
    id: 'users.password-expiry.at-login',
    level: 'open',
    statement: 'A sign-in with a password that has grown too old moves the user to PASSWORD_EXPIRED.',
    needs: ['sign-in', 'clock'],
    reason: 'After which time a password expires is not shown.',
  },
  {
    id: 'users.locked-out.conditions',
    level: 'open',
    statement: 'A user becomes LOCKED_OUT under some conditions.',
    reason: 'Not shown.',
  },
])

const create = clausesIn({ ...table, operations: ['createUser'] }, [
  {
    id: 'users.create.staged',
    statement: 'A create with activate=false and no credentials makes a STAGED user.',
    covers: ['transition:none.create-inactive', 'enum:User.status.STAGED'],
  },
  {
    id: 'users.create.staged-with-password',
    statement: 'A create with activate=false and a password makes a STAGED user.',
  },
  {
    id: 'users.create.staged-with-question',
    statement: 'A create with activate=false and a recovery question makes a STAGED user.',
  },
  {
    id: 'users.create.no-password',
    statement: 'A create with activate=true and no credentials makes a PROVISIONED or an ACTIVE user.',
    needs: ['mail'],
    covers: ['transition:none.create-without-password', 'enum:User.status.PROVISIONED'],
  },
  {
    id: 'users.create.no-password-with-question',
    statement:
      'A create with activate=true, a recovery question and no password makes a PROVISIONED or an ACTIVE user.',
    needs: ['mail'],
  },
  {
    id: 'users.create.no-password-status',
    level: 'open',
    statement: 'A create with activate=true and no password makes a PROVISIONED user.',
    needs: ['mail'],
    reason: 'The table gives two next states for it.',
  },
  {
    id: 'users.create.password',
    statement: 'A create with activate=true and a password makes an ACTIVE user.',
    covers: ['transition:none.create-with-password', 'enum:User.status.ACTIVE'],
  },
  {
    id: 'users.create.password-sign-in',
    statement: 'A user created with activate=true and a password signs in with it.',
    needs: ['sign-in'],
  },
  {
    id: 'users.create.change-password',
    statement:
      'A create with a password and nextLogin=changePassword makes an ACTIVE or a PASSWORD_EXPIRED user.',
    alsoIn: ['3 Create, read, list, update'],
    covers: ['transition:none.create-change-password', 'query:createUser.nextLogin'],
  },
  {
    id: 'users.create.change-password-status',
    level: 'open',
    statement: 'A create with a password and nextLogin=changePassword makes an ACTIVE user.',
    reason: 'The row calls the user ACTIVE and the password EXPIRED, which is a status of its own elsewhere.',
  },
  {
    id: 'users.create.change-password-sign-in',
    statement: 'A user created with nextLogin=changePassword has to change the password at the next sign-in.',
    alsoIn: ['3 Create, read, list, update'],
    needs: ['sign-in'],
  },
  {
    id: 'users.create.federation-active',
    statement: 'A create with provider=true, FEDERATION and activate=true makes an ACTIVE user.',
    needs: ['federation'],
    covers: ['transition:none.create-federated'],
  },
  {
    id: 'users.create.social-active',
    statement: 'A create with provider=true, SOCIAL and activate=true makes an ACTIVE user.',
    needs: ['federation'],
  },
  {
    id: 'users.create.federation-staged',
    statement: 'A create with provider=true, FEDERATION and activate=false makes a STAGED user.',
    needs: ['federation'],
    covers: ['transition:none.create-federated-inactive'],
  },
  {
    id: 'users.create.social-staged',
    statement: 'A create with provider=true, SOCIAL and activate=false makes a STAGED user.',
    needs: ['federation'],
  },
  {
    id: 'users.create.password-enrolled',
    level: 'edition',
    statement:
      'Where passwords may be optional and the enrollment policy wants one, a create without a password makes a PROVISIONED user.',
    needs: ['optional-password', 'mail'],
    covers: ['transition:none.create-optional-required'],
  },
  {
    id: 'users.create.password-optional-given',
    level: 'edition',
    statement: 'Where passwords may be optional, a create with a password makes an ACTIVE user.',
    needs: ['optional-password'],
    covers: ['transition:none.create-optional-given'],
  },
  {
    id: 'users.create.password-not-needed',
    level: 'edition',
    statement: 'Where the enrollment policy wants no password, a create without one makes an ACTIVE user.',
    needs: ['optional-password', 'mail'],
    covers: ['transition:none.create-optional-free'],
  },
  {
    id: 'users.create.password-not-settable',
    level: 'edition',
    statement: 'Where the enrollment policy wants no password, an administrator cannot set one.',
    operations: ['updateUser'],
    needs: ['optional-password', 'mail'],
  },
])

const activate = [
  ...clausesIn({ ...table, operations: ['activateUser'] }, [
    {
      id: 'users.activate.staged',
      statement: 'Activation of a STAGED user with a password makes it ACTIVE.',
      covers: ['transition:STAGED.activateUser'],
    },
    {
      id: 'users.activate.staged-no-password',
      level: 'open',
      statement: 'Activation of a STAGED user without a password makes it ACTIVE.',
      reason: 'The row says ACTIVE, and that users without a password finish by an activation link.',
    },
    {
      id: 'users.activate.deprovisioned',
      statement:
        'Activation of a DEPROVISIONED user makes it ACTIVE, or PROVISIONED when it has no password left.',
      covers: ['transition:DEPROVISIONED.activateUser'],
    },
    {
      id: 'users.activate.transitioning',
      statement: 'A user being activated carries transitioningToStatus ACTIVE until it is done.',
      needs: ['slow-transitions'],
    },
    {
      id: 'users.activate.link-completes',
      statement: 'A user who follows the link of activate or reactivate to its end becomes ACTIVE.',
      excluded: 'The pages behind the link are not among the operations.',
    },
    {
      id: 'users.activate.from-active',
      statement: 'Activation of an ACTIVE user is refused, and the user stays ACTIVE.',
    },
    {
      id: 'users.activate.from-suspended',
      statement: 'Activation of a SUSPENDED user is refused, and the user stays SUSPENDED.',
    },
    {
      id: 'users.activate.from-recovery',
      statement: 'Activation of a RECOVERY user is refused, and the user stays in RECOVERY.',
    },
    {
      id: 'users.activate.from-password-expired',
      statement: 'Activation of a PASSWORD_EXPIRED user is refused, and the user stays so.',
    },
    {
      id: 'users.activate.from-provisioned',
      level: 'open',
      statement: 'Activation of a PROVISIONED user is refused.',
      reason: 'The table does not list it, and reactivate is there for it; no sentence rules it out.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['activateUser'] }, [
    {
      id: 'users.activate.token',
      statement:
        'activate with sendEmail=false answers with activationUrl and activationToken, both strings.',
      covers: ['success:activateUser', 'query:activateUser.sendEmail'],
    },
    {
      id: 'users.activate.mail',
      statement: 'activate with sendEmail=true answers with an empty object.',
      needs: ['mail'],
    },
    {
      id: 'users.activate.mail-default',
      statement: 'activate without sendEmail answers with an empty object.',
      needs: ['mail'],
      covers: ['default:activateUser.sendEmail'],
    },
    {
      id: 'users.activate.mail-sent',
      statement: 'activate with sendEmail=true sends the user an e-mail, with sendEmail=false none.',
      needs: ['mail', 'outbox'],
    },
    {
      id: 'users.activate.unknown',
      statement: 'Activation of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:activateUser.userId'],
    },
  ]),
] as const

const reactivate = [
  ...clausesIn({ ...table, operations: ['reactivateUser'] }, [
    {
      id: 'users.reactivate.provisioned',
      statement: 'A PROVISIONED user can be reactivated.',
      covers: ['transition:PROVISIONED.reactivateUser'],
    },
    {
      id: 'users.reactivate.recovery',
      statement: 'A RECOVERY user can be reactivated.',
      covers: ['transition:RECOVERY.reactivateUser'],
    },
    {
      id: 'users.reactivate.status',
      level: 'open',
      statement: 'A reactivated user keeps the status, or becomes PROVISIONED.',
      reason: 'The status after the call is not shown.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['reactivateUser'] }, [
    {
      id: 'users.reactivate.token',
      statement:
        'reactivate with sendEmail=false answers with activationUrl and activationToken, both strings.',
      covers: ['success:reactivateUser', 'query:reactivateUser.sendEmail'],
    },
    {
      id: 'users.reactivate.mail',
      statement: 'reactivate with sendEmail=true answers with an empty object.',
      needs: ['mail'],
    },
    {
      id: 'users.reactivate.mail-default',
      level: 'open',
      statement: 'reactivate without sendEmail answers as with sendEmail=false.',
      reason: 'The default is false, and the reply given first is the one that goes with an e-mail.',
      covers: ['default:reactivateUser.sendEmail'],
    },
    {
      id: 'users.reactivate.mail-sent',
      statement: 'reactivate with sendEmail=true sends the user an e-mail, with sendEmail=false none.',
      needs: ['mail', 'outbox'],
    },
    {
      id: 'users.reactivate.wrong-status',
      statement:
        'Reactivation in a status other than PROVISIONED and RECOVERY is refused with 403 and E0000038.',
      alsoIn: ['1 Errors', '3 Errors'],
      covers: ['error:reactivate-wrong-status'],
    },
    {
      id: 'users.reactivate.unknown',
      statement: 'Reactivation of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:reactivateUser.userId'],
    },
  ]),
  ...clausesIn({ ...errors, operations: ['reactivateUser'] }, [
    {
      id: 'users.reactivate.from-staged',
      statement: 'Reactivation of a STAGED user is refused with 403 and E0000038, and the user stays STAGED.',
    },
    {
      id: 'users.reactivate.from-active',
      statement:
        'Reactivation of an ACTIVE user is refused with 403 and E0000038, and the user stays ACTIVE.',
    },
    {
      id: 'users.reactivate.from-suspended',
      statement:
        'Reactivation of a SUSPENDED user is refused with 403 and E0000038, and the user stays SUSPENDED.',
    },
    {
      id: 'users.reactivate.from-password-expired',
      statement:
        'Reactivation of a PASSWORD_EXPIRED user is refused with 403 and E0000038, and the user stays so.',
    },
    {
      id: 'users.reactivate.from-deprovisioned',
      statement:
        'Reactivation of a DEPROVISIONED user is refused with 403 and E0000038, and the user stays so.',
    },
    {
      id: 'users.reactivate.from-locked-out',
      statement: 'Reactivation of a LOCKED_OUT user is refused with 403 and E0000038, and the user stays so.',
      needs: ['locked-out-user'],
    },
  ]),
] as const

const deactivate = [
  ...clausesIn({ ...table, operations: ['deactivateUser'] }, [
    {
      id: 'users.deactivate.from-staged',
      statement: 'Deactivation of a STAGED user makes it DEPROVISIONED.',
      covers: ['transition:STAGED.deactivateUser'],
    },
    {
      id: 'users.deactivate.from-provisioned',
      statement: 'Deactivation of a PROVISIONED user makes it DEPROVISIONED.',
      covers: ['transition:PROVISIONED.deactivateUser'],
    },
    {
      id: 'users.deactivate.from-active',
      statement: 'Deactivation of an ACTIVE user makes it DEPROVISIONED.',
      covers: ['transition:ACTIVE.deactivateUser', 'enum:User.status.DEPROVISIONED'],
    },
    {
      id: 'users.deactivate.from-recovery',
      statement: 'Deactivation of a RECOVERY user makes it DEPROVISIONED.',
      covers: ['transition:RECOVERY.deactivateUser'],
    },
    {
      id: 'users.deactivate.from-password-expired',
      statement: 'Deactivation of a PASSWORD_EXPIRED user makes it DEPROVISIONED.',
      covers: ['transition:PASSWORD_EXPIRED.deactivateUser'],
    },
    {
      id: 'users.deactivate.from-suspended',
      statement: 'Deactivation of a SUSPENDED user makes it DEPROVISIONED.',
      covers: ['transition:SUSPENDED.deactivateUser'],
    },
    {
      id: 'users.deactivate.from-locked-out',
      statement: 'Deactivation of a LOCKED_OUT user makes it DEPROVISIONED.',
      needs: ['locked-out-user'],
      covers: ['transition:LOCKED_OUT.deactivateUser'],
    },
    {
      id: 'users.deactivate.from-deprovisioned',
      statement: 'Deactivation of a DEPROVISIONED user is refused, and the user stays so.',
      covers: ['transition:DEPROVISIONED.deactivateUser'],
    },
    {
      id: 'users.deactivate.transitioning',
      statement: 'A user being deactivated carries transitioningToStatus DEPROVISIONED until it is done.',
      needs: ['slow-transitions'],
      covers: ['enum:User.transitioningToStatus.DEPROVISIONED'],
    },
  ]),
  ...clausesIn({ ...operation, operations: ['deactivateUser'] }, [
    {
      id: 'users.deactivate.ok',
      statement: 'deactivate answers with 200 and an empty object.',
      covers: ['success:deactivateUser'],
    },
    {
      id: 'users.deactivate.mail',
      statement: 'deactivate with sendEmail=true sends the administrator an e-mail.',
      needs: ['mail', 'outbox'],
      covers: ['query:deactivateUser.sendEmail'],
    },
    {
      id: 'users.deactivate.mail-default',
      statement: 'deactivate without sendEmail sends no e-mail.',
      needs: ['outbox'],
      covers: ['default:deactivateUser.sendEmail'],
    },
    {
      id: 'users.deactivate.asynchronous',
      statement:
        'deactivate with Prefer: respond-async succeeds, and the user becomes DEPROVISIONED in the end.',
      covers: ['header:Prefer.deactivateUser'],
    },
    {
      id: 'users.deactivate.unknown',
      statement: 'Deactivation of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:deactivateUser.userId'],
    },
  ]),
] as const

const suspend = [
  ...clausesIn({ ...table, operations: ['suspendUser'] }, [
    {
      id: 'users.suspend.active',
      statement: 'Suspension of an ACTIVE user makes it SUSPENDED.',
      covers: ['transition:ACTIVE.suspendUser', 'enum:User.status.SUSPENDED'],
    },
    {
      id: 'users.suspend.sign-in',
      statement: 'A SUSPENDED user cannot sign in.',
      needs: ['sign-in'],
    },
    {
      id: 'users.suspend.groups-kept',
      statement: 'Suspension leaves the groups of a user as they were.',
      operations: ['suspendUser', 'listUserGroups'],
    },
    {
      id: 'users.suspend.apps-kept',
      statement: 'Suspension leaves the applications of a user as they were.',
      operations: ['suspendUser', 'listUserAppLinks'],
      needs: ['application'],
    },
    {
      id: 'users.suspended.dead-end',
      level: 'open',
      statement:
        'A SUSPENDED user can only be unsuspended or deactivated; password resets and expiry are refused.',
      operations: ['resetPassword', 'expirePassword', 'deleteUser'],
      reason: 'Other rows of the table allow reset_password, expire_password and DELETE in any status.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['suspendUser'] }, [
    {
      id: 'users.suspend.ok',
      statement: 'suspend answers with 200 and an empty object.',
      covers: ['success:suspendUser'],
    },
    {
      id: 'users.suspend.unknown',
      statement: 'Suspension of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:suspendUser.userId'],
    },
    {
      id: 'users.suspend.not-active',
      statement:
        'Suspension in any status other than ACTIVE is refused with 400 and E0000001, and changes nothing.',
      alsoIn: ['1 Errors', '3 Errors'],
      covers: ['error:suspend-not-active'],
    },
  ]),
  ...clausesIn({ ...errors, operations: ['suspendUser'] }, [
    {
      id: 'users.suspend.from-staged',
      statement: 'Suspension of a STAGED user is refused with 400 and E0000001, and the user stays STAGED.',
    },
    {
      id: 'users.suspend.from-provisioned',
      statement: 'Suspension of a PROVISIONED user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.suspend.from-recovery',
      statement: 'Suspension of a RECOVERY user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.suspend.from-password-expired',
      statement:
        'Suspension of a PASSWORD_EXPIRED user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.suspend.from-suspended',
      statement: 'Suspension of a SUSPENDED user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.suspend.from-deprovisioned',
      statement:
        'Suspension of a DEPROVISIONED user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.suspend.from-locked-out',
      statement: 'Suspension of a LOCKED_OUT user is refused with 400 and E0000001, and the user stays so.',
      needs: ['locked-out-user'],
    },
  ]),
] as const

const unsuspend = [
  ...clausesIn({ ...table, operations: ['unsuspendUser'] }, [
    {
      id: 'users.unsuspend.suspended',
      statement: 'Unsuspension of a SUSPENDED user makes it ACTIVE.',
      covers: ['transition:SUSPENDED.unsuspendUser'],
    },
  ]),
  ...clausesIn({ ...operation, operations: ['unsuspendUser'] }, [
    {
      id: 'users.unsuspend.ok',
      statement: 'unsuspend answers with 200 and an empty object.',
      covers: ['success:unsuspendUser'],
    },
    {
      id: 'users.unsuspend.unknown',
      statement: 'Unsuspension of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:unsuspendUser.userId'],
    },
    {
      id: 'users.unsuspend.not-suspended',
      statement:
        'Unsuspension in any status other than SUSPENDED is refused with 400 and E0000001, and changes nothing.',
      alsoIn: ['1 Errors', '3 Errors'],
      covers: ['error:unsuspend-not-suspended'],
    },
  ]),
  ...clausesIn({ ...errors, operations: ['unsuspendUser'] }, [
    {
      id: 'users.unsuspend.from-staged',
      statement: 'Unsuspension of a STAGED user is refused with 400 and E0000001, and the user stays STAGED.',
    },
    {
      id: 'users.unsuspend.from-provisioned',
      statement:
        'Unsuspension of a PROVISIONED user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.unsuspend.from-active',
      statement:
        'Unsuspension of an ACTIVE user is refused with 400 and E0000001, and the user stays ACTIVE.',
    },
    {
      id: 'users.unsuspend.from-recovery',
      statement: 'Unsuspension of a RECOVERY user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.unsuspend.from-password-expired',
      statement:
        'Unsuspension of a PASSWORD_EXPIRED user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.unsuspend.from-deprovisioned',
      statement:
        'Unsuspension of a DEPROVISIONED user is refused with 400 and E0000001, and the user stays so.',
    },
    {
      id: 'users.unsuspend.from-locked-out',
      statement: 'Unsuspension of a LOCKED_OUT user is refused with 400 and E0000001, and the user stays so.',
      needs: ['locked-out-user'],
    },
  ]),
] as const

const unlock = [
  ...clausesIn({ ...table, operations: ['unlockUser'] }, [
    {
      id: 'users.unlock.locked-out',
      statement: 'Unlocking a LOCKED_OUT user makes it ACTIVE.',
      needs: ['locked-out-user'],
      covers: ['transition:LOCKED_OUT.unlockUser'],
    },
    {
      id: 'users.unlock.device-block',
      statement:
        'Unlocking an ACTIVE user who is blocked from unknown devices lifts the block and leaves it ACTIVE.',
      needs: ['device-block'],
      covers: ['transition:ACTIVE-blocked.unlockUser'],
    },
    {
      id: 'users.unlock.not-locked',
      statement: 'Unlocking an ACTIVE user who is not blocked is refused, and the user stays ACTIVE.',
    },
    {
      id: 'users.unlock.from-staged',
      statement: 'Unlocking a STAGED user is refused, and the user stays STAGED.',
    },
    {
      id: 'users.unlock.from-suspended',
      statement: 'Unlocking a SUSPENDED user is refused, and the user stays SUSPENDED.',
    },
    {
      id: 'users.unlock.from-deprovisioned',
      statement: 'Unlocking a DEPROVISIONED user is refused, and the user stays so.',
    },
    {
      id: 'users.unlock.service-sourced',
      level: 'open',
      statement: 'Only a user whose credentials the service itself keeps can be unlocked.',
      reason: 'It needs a locked user from a directory, and the answer for one is not stated.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['unlockUser'] }, [
    {
      id: 'users.unlock.ok',
      statement: 'unlock answers with 200 and an empty object.',
      needs: ['locked-out-user'],
      covers: ['success:unlockUser'],
    },
    {
      id: 'users.unlock.unknown',
      statement: 'Unlocking an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:unlockUser.userId'],
    },
  ]),
] as const

const resetPassword = [
  ...clausesIn({ ...table, operations: ['resetPassword'] }, [
    {
      id: 'users.reset-password.from-active',
      statement: 'reset_password moves an ACTIVE user to RECOVERY.',
      covers: ['transition:ACTIVE.resetPassword', 'enum:User.status.RECOVERY'],
    },
    {
      id: 'users.reset-password.from-password-expired',
      statement: 'reset_password moves a PASSWORD_EXPIRED user to RECOVERY.',
      covers: ['transition:PASSWORD_EXPIRED.resetPassword'],
    },
    {
      id: 'users.reset-password.from-locked-out',
      statement: 'reset_password moves a LOCKED_OUT user to RECOVERY.',
      needs: ['locked-out-user'],
      covers: ['transition:LOCKED_OUT.resetPassword'],
    },
    {
      id: 'users.reset-password.from-recovery',
      level: 'open',
      statement: 'reset_password leaves a RECOVERY user in RECOVERY.',
      reason: 'The row says any status, another sentence that lifecycle operations are not idempotent.',
      covers: ['transition:RECOVERY.resetPassword'],
    },
    {
      id: 'users.reset-password.from-staged',
      level: 'open',
      statement: 'reset_password moves a STAGED user to RECOVERY.',
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:STAGED.resetPassword'],
    },
    {
      id: 'users.reset-password.from-provisioned',
      level: 'open',
      statement: 'reset_password moves a PROVISIONED user to RECOVERY.',
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:PROVISIONED.resetPassword'],
    },
    {
      id: 'users.reset-password.from-suspended',
      level: 'open',
      statement: 'reset_password moves a SUSPENDED user to RECOVERY.',
      reason:
        'The row says any status, another that a SUSPENDED user can only be unsuspended or deactivated.',
      covers: ['transition:SUSPENDED.resetPassword'],
    },
    {
      id: 'users.reset-password.from-deprovisioned',
      level: 'open',
      statement: 'reset_password moves a DEPROVISIONED user to RECOVERY.',
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:DEPROVISIONED.resetPassword'],
    },
    {
      id: 'users.reset-password.sign-in',
      statement: 'A user whose password is being reset cannot sign in.',
      needs: ['sign-in'],
    },
    {
      id: 'users.reset-password.forgot',
      statement: 'forgot_password is refused for a user whose password is being reset.',
      operations: ['forgotPassword', 'forgotPasswordWithAnswer'],
    },
  ]),
  ...clausesIn({ ...operation, operations: ['resetPassword'] }, [
    {
      id: 'users.reset-password.url',
      statement: 'reset_password with sendEmail=false answers with resetPasswordUrl, a string.',
      covers: ['success:resetPassword', 'query:resetPassword.sendEmail'],
    },
    {
      id: 'users.reset-password.mail',
      statement: 'reset_password with sendEmail=true answers with an empty object.',
      needs: ['mail'],
    },
    {
      id: 'users.reset-password.mail-default',
      statement: 'reset_password without sendEmail answers with an empty object.',
      needs: ['mail'],
      covers: ['default:resetPassword.sendEmail'],
    },
    {
      id: 'users.reset-password.mail-sent',
      statement: 'reset_password with sendEmail=true sends the user an e-mail, with sendEmail=false none.',
      needs: ['mail', 'outbox'],
    },
    {
      id: 'users.reset-password.revoke-sessions',
      statement: 'reset_password with revokeSessions=true ends the sessions of the user.',
      needs: ['sign-in'],
      covers: ['query:resetPassword.revokeSessions'],
    },
    {
      id: 'users.reset-password.sessions-default',
      statement: 'reset_password without revokeSessions ends no session of the user.',
      needs: ['sign-in'],
      covers: ['default:resetPassword.revokeSessions'],
    },
    {
      id: 'users.reset-password.own-session',
      level: 'open',
      statement: 'reset_password with revokeSessions=true leaves the session of the caller.',
      needs: ['session-cookie'],
      reason: 'It applies to a caller with a session, and that this operation takes one is not stated.',
    },
    {
      id: 'users.reset-password.to-federation',
      statement: 'reset_password with provider=FEDERATION makes the user a federated one.',
      needs: ['federation'],
      covers: ['query:resetPassword.provider'],
    },
    {
      id: 'users.reset-password.to-federation-mail',
      statement:
        'reset_password with provider=FEDERATION and sendEmail=true is refused, and changes nothing.',
      needs: ['federation', 'mail'],
    },
    {
      id: 'users.reset-password.from-federation',
      statement: 'reset_password without provider makes a federated user one of the service again.',
      needs: ['federation'],
    },
    {
      id: 'users.reset-password.unknown',
      statement: 'reset_password of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:resetPassword.userId'],
    },
    {
      id: 'users.recovery-lookup',
      statement:
        'Recovery by e-mail looks for the login, then the primary and the secondary e-mail, of users not deactivated.',
      excluded: 'Recovery by e-mail is not among the operations.',
    },
  ]),
] as const

const expirePassword = [
  ...clausesIn({ ...table, operations: ['expirePassword'] }, [
    {
      id: 'users.expire-password.from-active',
      statement: 'expire_password moves an ACTIVE user to PASSWORD_EXPIRED.',
      covers: ['transition:ACTIVE.expirePassword', 'enum:User.status.PASSWORD_EXPIRED'],
    },
    {
      id: 'users.expire-password.from-password-expired',
      level: 'open',
      statement: 'expire_password leaves a PASSWORD_EXPIRED user so.',
      reason: 'The row says any status, another sentence that lifecycle operations are not idempotent.',
      covers: ['transition:PASSWORD_EXPIRED.expirePassword'],
    },
    {
      id: 'users.expire-password.from-staged',
      level: 'open',
      statement: 'expire_password moves a STAGED user to PASSWORD_EXPIRED.',
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:STAGED.expirePassword'],
    },
    {
      id: 'users.expire-password.from-provisioned',
      level: 'open',
      statement: 'expire_password moves a PROVISIONED user to PASSWORD_EXPIRED.',
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:PROVISIONED.expirePassword'],
    },
    {
      id: 'users.expire-password.from-recovery',
      level: 'open',
      statement: 'expire_password moves a RECOVERY user to PASSWORD_EXPIRED.',
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:RECOVERY.expirePassword'],
    },
    {
      id: 'users.expire-password.from-locked-out',
      level: 'open',
      statement: 'expire_password moves a LOCKED_OUT user to PASSWORD_EXPIRED.',
      needs: ['locked-out-user'],
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:LOCKED_OUT.expirePassword'],
    },
    {
      id: 'users.expire-password.from-suspended',
      level: 'open',
      statement: 'expire_password moves a SUSPENDED user to PASSWORD_EXPIRED.',
      reason:
        'The row says any status, another that a SUSPENDED user can only be unsuspended or deactivated.',
      covers: ['transition:SUSPENDED.expirePassword'],
    },
    {
      id: 'users.expire-password.from-deprovisioned',
      level: 'open',
      statement: 'expire_password moves a DEPROVISIONED user to PASSWORD_EXPIRED.',
      reason: 'The row says any status, another sentence that the status limits what is allowed.',
      covers: ['transition:DEPROVISIONED.expirePassword'],
    },
  ]),
  ...clausesIn({ ...operation, operations: ['expirePassword'] }, [
    {
      id: 'users.expire-password.user',
      statement: 'expire_password answers with the full user.',
      covers: ['success:expirePassword', 'default:expirePassword.tempPassword'],
    },
    {
      id: 'users.expire-password.temporary',
      statement:
        'expire_password with tempPassword=true answers with tempPassword, a string that is not empty.',
      covers: ['query:expirePassword.tempPassword'],
    },
    {
      id: 'users.expire-password.temporary-status',
      statement: 'expire_password with tempPassword=true moves an ACTIVE user to PASSWORD_EXPIRED.',
    },
    {
      id: 'users.expire-password.temporary-set',
      statement: 'The temporary password is the password of the user from then on, and the old one is not.',
      needs: ['sign-in'],
    },
    {
      id: 'users.expire-password.unknown',
      statement: 'expire_password of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:expirePassword.userId'],
    },
  ]),
] as const

const resetFactors = [
  ...clausesIn({ ...table, operations: ['resetFactors'] }, [
    {
      id: 'users.reset-factors.status',
      statement: 'reset_factors leaves an ACTIVE user ACTIVE.',
      needs: ['factor'],
      covers: ['transition:ACTIVE.resetFactors'],
    },
    {
      id: 'users.reset-factors.unenrolled',
      statement:
        'After reset_factors the user is enrolled in no second factor: the resetFactors link is gone.',
      needs: ['factor'],
    },
    {
      id: 'users.reset-factors.from-suspended',
      statement: 'reset_factors of a SUSPENDED user is refused, and the user stays SUSPENDED.',
    },
    {
      id: 'users.reset-factors.not-active',
      level: 'open',
      statement: 'reset_factors in another status than ACTIVE is refused.',
      reason: 'The row lists ACTIVE; the answer in other statuses is not stated.',
    },
    {
      id: 'users.reset-factors.none-enrolled',
      level: 'open',
      statement: 'reset_factors of an ACTIVE user without a second factor succeeds without effect.',
      reason: 'Not stated.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['resetFactors'] }, [
    {
      id: 'users.reset-factors.ok',
      statement: 'reset_factors answers with 200 and an empty object.',
      needs: ['factor'],
      covers: ['success:resetFactors'],
    },
    {
      id: 'users.reset-factors.unknown',
      statement: 'reset_factors of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:resetFactors.userId'],
    },
  ]),
] as const

const remove = [
  ...clausesIn({ ...table, operations: ['deleteUser'] }, [
    {
      id: 'users.delete.from-staged',
      statement: 'DELETE of a STAGED user makes it DEPROVISIONED.',
      covers: ['transition:STAGED.deleteUser'],
    },
    {
      id: 'users.delete.from-provisioned',
      statement: 'DELETE of a PROVISIONED user makes it DEPROVISIONED.',
      covers: ['transition:PROVISIONED.deleteUser'],
    },
    {
      id: 'users.delete.from-active',
      statement: 'DELETE of an ACTIVE user makes it DEPROVISIONED.',
      covers: ['transition:ACTIVE.deleteUser'],
    },
    {
      id: 'users.delete.from-recovery',
      statement: 'DELETE of a RECOVERY user makes it DEPROVISIONED.',
      covers: ['transition:RECOVERY.deleteUser'],
    },
    {
      id: 'users.delete.from-password-expired',
      statement: 'DELETE of a PASSWORD_EXPIRED user makes it DEPROVISIONED.',
      covers: ['transition:PASSWORD_EXPIRED.deleteUser'],
    },
    {
      id: 'users.delete.from-suspended',
      statement: 'DELETE of a SUSPENDED user makes it DEPROVISIONED.',
      covers: ['transition:SUSPENDED.deleteUser'],
    },
    {
      id: 'users.delete.from-locked-out',
      statement: 'DELETE of a LOCKED_OUT user makes it DEPROVISIONED.',
      needs: ['locked-out-user'],
      covers: ['transition:LOCKED_OUT.deleteUser'],
    },
    {
      id: 'users.delete.removed',
      statement: 'DELETE of a DEPROVISIONED user removes it: a get is refused with 404 and E0000007.',
      operations: ['deleteUser', 'getUser'],
      covers: ['transition:DEPROVISIONED.deleteUser'],
    },
    {
      id: 'users.delete.not-recoverable',
      statement: 'A removed user cannot be activated again.',
      operations: ['deleteUser', 'activateUser'],
    },
    {
      id: 'users.delete.not-listed',
      level: 'open',
      statement: 'After the first DELETE the plain list leaves the user out, as if it were gone.',
      operations: ['deleteUser', 'listUsers'],
      reason: 'The user still exists and needs a second DELETE; only a filter or a search shows it.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['deleteUser'] }, [
    {
      id: 'users.delete.no-content',
      statement: 'The first and the second DELETE of a user are answered with 204.',
      covers: ['success:deleteUser'],
    },
    {
      id: 'users.delete.mail',
      statement: 'DELETE with sendEmail=true sends the administrator an e-mail.',
      needs: ['mail', 'outbox'],
      covers: ['query:deleteUser.sendEmail'],
    },
    {
      id: 'users.delete.mail-default',
      statement: 'DELETE without sendEmail sends no e-mail.',
      needs: ['outbox'],
      covers: ['default:deleteUser.sendEmail'],
    },
    {
      id: 'users.delete.asynchronous',
      statement: 'DELETE with Prefer: respond-async succeeds, and the user becomes DEPROVISIONED in the end.',
      covers: ['header:Prefer.deleteUser'],
    },
    {
      id: 'users.delete.unknown',
      statement: 'DELETE of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      covers: ['unknown-id:deleteUser.id'],
    },
  ]),
] as const

export const lifecycleClauses = [
  ...statuses,
  ...create,
  ...activate,
  ...reactivate,
  ...deactivate,
  ...suspend,
  ...unsuspend,
  ...unlock,
  ...resetPassword,
  ...expirePassword,
  ...resetFactors,
  ...remove,
] as const
