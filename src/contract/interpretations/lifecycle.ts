import { operationNames } from '../operation-names.ts'
import { userStatuses } from '../user-lifecycle.ts'
import { about, type Interpretation } from './interpretation.ts'
import { userWrites, setsPassword, inAnyStatus } from './operation-groups.ts'

/** A recording in which an activation takes its time: by transitioningToStatus, and by the status. */
const activationUnderWay = {
  verdict: 'agrees',
  says: 'Users, Lifecycle: an activation may take a while; in the mock it completes at once.',
  option: 'delays.transition',
} as const

/** Choices about statuses, credentials, sign-ins, sessions, one-time links and mails. */
export const lifecycleInterpretations: readonly Interpretation[] = [
  ...about('lifecycle', {
    'activation-without-password': {
      operations: ['createUser', 'activateUser'],
      question:
        'Creation of an active user without a password leads to PROVISIONED or ACTIVE. The row of activate says ACTIVE, and that such users finish by a link.',
      choice:
        'PROVISIONED until the link was used to set a password, from creation and from activate alike. On the way there transitioningToStatus is ACTIVE.',
      evidence: 'Recorded traffic: such users are PROVISIONED. Both are within the API description.',
      alternatives: [
        {
          of: /^createUser$/,
          reply: {
            what: 'that a user without a password is PROVISIONED, and not ACTIVE',
            where: { status: 'PROVISIONED' },
            members: { status: 'ACTIVE' },
          },
        },
      ],
    },
    'activated-timestamp': {
      operations: ['createUser', 'activateUser'],
      question: 'When activated is set for a user who is PROVISIONED first.',
      choice: 'When it becomes ACTIVE; while it is PROVISIONED activated is unset.',
      evidence: 'Users, User: the time at which the transition to ACTIVE completed.',
      recorded: {
        shows: '875 of 949 users carry it, those who are PROVISIONED included.',
        side: 'API description',
      },
      alternatives: [
        {
          of: /^users/,
          aspects: ['member-there'],
          path: /^activated$/,
          there: /^$/,
          verdict: 'contradicts',
          says: 'Users, User: activated is the time at which the user became ACTIVE.',
          value: 'recorded',
        },
        {
          reply: {
            what: 'that a PROVISIONED user has been activated already',
            where: { status: 'PROVISIONED' },
            members: { activated: null },
          },
        },
      ],
    },
    'activated-unset': {
      question: 'Value of activated for a user who was never activated: Users says that it is not null.',
      choice: 'It is left out.',
      evidence: 'Users, User: not null, and present for users who were activated only.',
      recorded: { shows: 'STAGED users carry null.', side: 'API description' },
      alternatives: [
        {
          of: /^users/,
          path: /^activated$/,
          there: /null/,
          verdict: 'contradicts',
          says: 'Users, User: activated is not null; the mock leaves it out until the user is ACTIVE.',
          value: 'recorded',
        },
      ],
    },
    'activation-mail-with-password': {
      operations: ['createUser', 'activateUser'],
      question: 'Mail and reply of activate for a user that has a password.',
      choice:
        'A mail without a token. With sendEmail=false a link (/tokens/…/verify) that signs the user in once. Creation mails such a user nothing.',
      evidence: 'Users, POST users: no activation token may be sent to it. Recorded traffic for the link.',
      recorded: { shows: 'One of five links has another path.', side: 'recordings' },
      alternatives: [
        {
          of: /^replies of (?:re)?activateUser/,
          aspects: ['value'],
          isOfReply: true,
          path: /^activationUrl$/,
          verdict: 'silent',
          says: 'The form of the address is not shown.',
        },
      ],
    },
    'reactivate-status': {
      operations: ['reactivateUser'],
      question: 'The status after reactivate is not shown.',
      choice: 'Unchanged. The user becomes ACTIVE once it has set a password by the new link.',
      evidence: 'Users: status changes only on explicit events, and ACTIVE follows when the flow completes.',
    },
    'reactivate-default': {
      operations: ['reactivateUser'],
      question: 'The reply to reactivate without sendEmail.',
      choice: 'As with sendEmail=false, its stated default: the link.',
      evidence: 'Users, Lifecycle operations.',
      alternatives: [
        {
          of: /^reactivateUser$/,
          reply: {
            what: 'that reactivate without sendEmail answers the link',
            without: 'sendEmail',
            members: { activationUrl: undefined, activationToken: undefined },
          },
        },
      ],
    },
    'respond-async': {
      operations: ['activateUser', 'deactivateUser', 'deleteUser'],
      question: 'When transitions take their time, and what is allowed meanwhile.',
      choice:
        'Activation does whenever delays.transition is set; deactivation, and the one that DELETE triggers, only with Prefer: respond-async. The final removal is always done at once. Meanwhile each lifecycle and credential operation is allowed or refused as the present status says. A deactivation goes on whatever the status becomes, unless a STAGED user is activated. An activation ends when a deactivation, a reset or an expiry leads elsewhere. PUT and POST of the user, for which Users names no status, are refused with 409 E0000112.',
      evidence:
        'Users: activation is asynchronous, the header makes a deactivation so, and the current status limits what is allowed. Error catalogue for the code.',
      alternatives: [
        {
          aspects: ['member-there'],
          path: /^transitioningToStatus$/,
          ...activationUnderWay,
        },
        {
          of: /^users/,
          aspects: ['value'],
          path: /^status$/,
          there: /^STAGED$/,
          here: /^(?:PROVISIONED|ACTIVE)$/,
          ...activationUnderWay,
        },
      ],
    },
    'suspended-operations': {
      operations: inAnyStatus,
      question:
        'Users allows reset_password and expire_password in any status, yet says that a SUSPENDED user can only be unsuspended or deactivated.',
      choice:
        'Both are refused for a SUSPENDED user (403 E0000038). DELETE deactivates it. Its profile, groups and credentials can be written by an administrator, its factors cannot be reset.',
      evidence:
        'The narrower sentence is about suspended users alone, and the recorded links of a SUSPENDED user offer neither operation.',
      alternatives: [
        {
          of: /^(?:resetPassword|expirePassword)$/,
          reply: {
            what: 'what this operation does to a SUSPENDED user',
            userIn: ['SUSPENDED'],
            status: [200, 403],
            body: '{}',
          },
        },
      ],
    },
    'reset-factors-statuses': {
      operations: ['resetFactors'],
      question: 'Whether reset_factors works in other statuses than ACTIVE, the one in the table of Users.',
      choice: 'It does not: 403 E0000038.',
      evidence: 'Users, States and transitions, names ACTIVE.',
      recorded: {
        shows: '200 right after reset_password, and right after expire_password with a temporary password.',
        side: 'API description',
      },
    },
    'reset-and-expire-any-status': {
      operations: inAnyStatus,
      question:
        'Whether reset_password and expire_password do apply to STAGED, PROVISIONED and DEPROVISIONED users.',
      choice: 'They do; the links of such a user do not offer them.',
      evidence: 'Users, States and transitions: any.',
    },
    'deactivated-applications': {
      question: 'Applications of a deactivated user.',
      choice:
        'Its own assignments end and do not come back; none can be made while it is DEPROVISIONED. Its group memberships stay. Their applications give it no links while it is DEPROVISIONED, and do again once it is activated.',
      evidence:
        "The service's published help: a deactivated user is taken off all its applications, and keeps its groups. The applications have to be assigned again. Users: applications are assigned during activation.",
    },
    'deactivated-credentials': {
      question: 'Password, recovery question and factors of a deactivated user.',
      choice:
        'They stay, and are of no use while it is DEPROVISIONED: no sign-in, session, token or link works. After an activation the password signs in again.',
      evidence:
        'Users: activate leads a DEPROVISIONED user to ACTIVE, and only users without a password go on by a link. Recorded traffic does not show it. Half of it offers resetFactors to DEPROVISIONED users, and to users who never had a factor.',
    },
    'transitioning-to-provisioned': {
      question:
        'transitioningToStatus may be PROVISIONED (Users, User), while activation is said to show ACTIVE.',
      choice: 'It is never PROVISIONED: an activation shows ACTIVE, wherever it ends.',
      evidence: 'Users, POST users and the row of activate.',
      recorded: {
        shows: 'Four STAGED users in lists show PROVISIONED.',
        side: 'API description',
      },
    },
    'federated-activation': {
      question:
        'Reply and mail of activate and reactivate for a user of provider FEDERATION or SOCIAL, with sendEmail=false too.',
      choice:
        'An empty object, and no mail: no one-time link of ours lets such a user in. A link that was out ends when the user is converted; a mail with a sign-in link is refused.',
      evidence: 'Users, Provider object: such users authenticate through a trusted identity provider.',
    },
    'next-login-status': {
      operations: ['createUser'],
      question:
        'nextLogin=changePassword makes a user ACTIVE with its password EXPIRED, which is a status elsewhere.',
      choice:
        'The status is ACTIVE. The first sign-in with the right password moves it to PASSWORD_EXPIRED, and opens no session.',
      evidence: 'Users: password expiry is evaluated at login, which then moves the user.',
    },
    'optional-password-given': {
      operations: ['createUser'],
      question:
        'Whether an administrator can create a user with a password where the enrolment policy makes passwords optional or disables them.',
      choice:
        'It can, and the user signs in with it. A user without a password cannot be given one later (403 E0000014).',
      evidence: 'Users, States and transitions: the row of a password given names no policy.',
    },
    'deactivation-mail': {
      operations: ['deactivateUser', 'deleteUser'],
      question:
        'Which administrator the deactivation mail goes to, and whether DELETE of a deactivated user mails.',
      choice: 'The one who owns the token that calls. The final removal mails nothing.',
      evidence: 'Users: to the administrator, about a deactivation.',
    },
    'removed-user': {
      operations: ['deleteUser'],
      question: 'Records that go with a user that is removed for good.',
      choice:
        'Its memberships, sessions, one-time links, grants and tokens; its login is free again. Mails that were sent about it stay in the outbox.',
      evidence: 'Users: not recoverable. The rest is not shown.',
    },
  }),
  ...about('sessions', {
    'sessions-of-inactive-users': {
      operations: ['deactivateUser', 'suspendUser', ...inAnyStatus],
      question: 'Whether the sessions and one-time links of a user end with its status.',
      choice:
        'They end when it becomes SUSPENDED or DEPROVISIONED, or is removed. They go on through RECOVERY, PASSWORD_EXPIRED and LOCKED_OUT.',
      evidence: 'reset_password has its own parameter for sessions, so its status cannot end them.',
    },
    'caller-session': {
      operations: ['resetPassword', 'changePassword'],
      question: "Which session is the caller's own when sessions are revoked by a call with a token.",
      choice:
        'The one whose cookie was sent along, if any. revokeSessions of change_password leaves it as well.',
      evidence: "Users, reset_password: all sessions except the caller's own.",
    },
    'delete-sessions-origin': {
      operations: ['deleteCurrentUserSessions'],
      question:
        'The reply to a write that a session cookie alone allows, delete_sessions included, from an origin that is not trusted.',
      choice:
        '403 E0000006, and nothing changes. A call without an Origin header counts as one from the same origin.',
      evidence:
        'Users: cross-origin calls of delete_sessions need the header; browsers send it, and the cookie, whichever page asks. The same holds for each write by cookie.',
    },
  }),
  ...about('credentials', {
    'federation-conversion': {
      operations: ['resetPassword'],
      question:
        'The status of a user that reset_password converts to a federated one, and what the call answers with sendEmail=false.',
      choice:
        'PROVISIONED, RECOVERY, LOCKED_OUT and PASSWORD_EXPIRED become ACTIVE, the other statuses stay: no password is left to set. It answers an empty object. Password, history and recovery question go. Converting back leads to RECOVERY.',
      evidence:
        'Users: federated users have no password, and are created ACTIVE. A user in RECOVERY could never leave it.',
    },
    'federated-operations': {
      operations: [...inAnyStatus, 'unlockUser', ...operationNames.credentials],
      question: 'Password operations on a federated user.',
      choice:
        'These are refused: expire_password, change_password, change_recovery_question, setting a password, and forgot_password for want of a question. The operation reset_password converts the user back.',
      evidence: 'Users, Provider object: no password and no recovery question.',
    },
    'strict-parameter': {
      question: 'Values of strict: Users types it as String.',
      choice: 'Any text; true, in any case of letters, validates, and every other text does not.',
      evidence: 'Users, PUT and POST of a user.',
    },
    'change-password-statuses': {
      operations: ['changePassword'],
      question: 'The table lists change_password for RECOVERY only.',
      choice:
        'Also allowed in STAGED and ACTIVE, which stay, and in PASSWORD_EXPIRED, which becomes ACTIVE. Refused in other statuses with 403 E0000035, and where there is no password, or only a hook.',
      evidence: "The service's older reference and its OpenAPI description name these four statuses.",
      alternatives: [
        {
          of: /^changePassword$/,
          reply: {
            what: 'that a password can be changed in this status',
            userIn: userStatuses.filter((status) => status !== 'RECOVERY'),
            status: [200, 403],
            only: 200,
            body: '{}',
          },
        },
      ],
    },
    'password-history': {
      operations: setsPassword,
      question: 'When a new password is compared with the history.',
      choice:
        'With strict=true only: in PUT, POST and change_password, together with the minimum age. The latest four count, the present one included.',
      evidence: 'Users: strict validates both on updates; the default password policy has no history.',
    },
    'administrative-password-status': {
      operations: ['replaceUser', 'updateUser'],
      question: 'Whether setting a password through PUT or POST changes the status.',
      choice:
        'No. The next sign-in does: PROVISIONED, and PASSWORD_EXPIRED with a password that is not expired any more, become ACTIVE.',
      evidence: 'Users: status changes on lifecycle operations, logins and recoveries only.',
    },
    'expired-without-password': {
      operations: ['expirePassword'],
      question: 'expire_password for a user without a password.',
      choice:
        'PASSWORD_EXPIRED; with tempPassword=true the user gets one, unless the enrolment policy forbids it.',
      evidence: 'Users: any status.',
    },
    'forgot-password-question': {
      operations: ['forgotPassword'],
      question: 'Whether forgot_password without a body works for a user without a recovery question.',
      choice: 'It does not: 403 E0000034, and the link forgotPassword is not there.',
      evidence: 'Users, Credential operations: user ACTIVE with a valid recovery question.',
      recorded: { shows: '7 of 7 such calls answer 200.', side: 'API description' },
      alternatives: [
        {
          of: /^forgotPassword/,
          aspects: ['status'],
          here: /E0000034/,
          verdict: 'contradicts',
          says: 'Users, Credentials: forgot_password needs an ACTIVE user with a recovery question.',
          value: 'recorded',
        },
      ],
    },
    'forgot-password-link': {
      operations: ['forgotPassword'],
      question: 'Whether the page behind a forgot_password link asks the recovery question.',
      choice: 'It does not: the link itself was mailed to the user.',
      evidence: 'Not shown; one way to prove who one is suffices.',
    },
    'recovery-lookup': {
      operations: ['forgotPassword', 'forgotPasswordWithAnswer'],
      question: 'Where recovery by e-mail starts, and whom it finds where several users share an address.',
      choice:
        'On a page of the server, and in the control plane. It finds nobody then. The link goes to the address that it was asked for, a secondary one included.',
      evidence:
        'Users gives the order of the lookup, and no operation that does it; a secondary e-mail is used for recovery.',
    },
    'recovery-answer-case': {
      operations: ['forgotPasswordWithAnswer'],
      question: 'How recovery answers are compared.',
      choice: 'Without regard to case, as values of a search (ß is ss); diacritical marks and blanks count.',
      evidence: 'Users, Recovery Question object: case-insensitively.',
    },
  }),
  ...about('sign-in', {
    'password-expiry': {
      question: 'After which time a password expires is not shown.',
      choice: 'Never, unless the policy sets maxAge. It is evaluated at sign-in only.',
      evidence: 'Users, States and transitions.',
    },
    'lock-out': {
      question: 'The cause of a lock-out is not shown.',
      choice:
        'Ten wrong passwords in a row at sign-in, also where a hook says so. A right one, a new password or unlock starts the count again. Wrong passwords in change_password and wrong recovery answers do not count.',
      evidence: "The service's default policy.",
    },
    'provisioned-sign-in': {
      question: 'Whether a PROVISIONED user that was given a password by an administrator can sign in.',
      choice: 'It can, and is ACTIVE then; its activation link no longer works.',
      evidence:
        'Users keeps suspended users and those in RECOVERY from signing in, and a login changes a status.',
    },
    'email-sign-in': {
      question: 'How a user signs in whom the enrolment policy leaves without a password.',
      choice: 'By a one-time link (/tokens/…/verify) from a mail.',
      evidence: 'Users: e-mail login, by the e-mail authenticator; its form is not shown.',
    },
    'device-block': {
      question: 'The cause of a block on devices, and the meaning of a known device.',
      choice:
        'The control plane blocks. A device is known once its user has signed in from it, by any name the caller gives it. The operation unlock lifts a block from unknown devices of an ACTIVE user, not one from all devices.',
      evidence: 'Users, User Block and States and transitions.',
    },
    'hook-provider': {
      operations: ['createUser'],
      question: 'The provider type of a user created with a password hook.',
      choice: "The service's own, before and after the first sign-in.",
      evidence: 'Users, Provider object: IMPORT means an imported hash.',
    },
    'hash-provider': {
      operations: userWrites,
      question: 'An imported hash, and IMPORT, at the first sign-in.',
      choice: 'Both stay until another password is set.',
      evidence: 'Users, Provider object; nothing says that a sign-in changes it.',
    },
    'password-hook-format': {
      question: 'Request and response of the password hook are not shown.',
      choice:
        'POST with data.context.credential { username, password }; a command whose value.credential is VERIFIED or UNVERIFIED decides, none means UNVERIFIED. Anything else, another status than 2xx, a redirect, or no answer in 3 seconds is no verdict. The sign-in then fails, nothing is counted, and the hook is asked again next time.',
      evidence: "The service's published inline hook reference.",
    },
    'one-time-links': {
      operations: ['activateUser', 'reactivateUser', 'resetPassword', 'forgotPassword'],
      question: 'How long one-time tokens live, and what makes them void.',
      choice:
        'Activation a week, recovery and e-mail verification an hour. Used up when they did what they are for. A newer link that lets the user in makes older ones void. So does any new password by its owner. Opening the page does not use a link up, its form does.',
      evidence: "The service's defaults; mail scanners open links.",
    },
  }),
]
