import type { OperationName } from './operation-names.ts'
import type { RefusalName } from './errors/catalogue.ts'

/** The statuses of a user (Users, User). */
export const userStatuses = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'LOCKED_OUT',
  'PASSWORD_EXPIRED',
  'SUSPENDED',
  'DEPROVISIONED',
] as const

/** A status of a user (Users, User). */
export type UserStatus = (typeof userStatuses)[number]

/** The statuses an asynchronous transition can be on the way to (Users, User). */
export const transitioningStatuses = ['PROVISIONED', 'ACTIVE', 'DEPROVISIONED'] as const

export type TransitioningStatus = (typeof transitioningStatuses)[number]

/** A requirement on a user for a link. `password` is one that the service can verify. */
export type LinkNeed = 'factor' | 'recovery-question' | 'password' | 'no-federation' | 'service-source'

/** The effect of one operation on a user's status, from each status. */
export interface UserTransition {
  /** Without it, the transition is one form of another operation. */
  readonly operation?: OperationName
  /** The statuses in which the operation is allowed. */
  readonly from: readonly UserStatus[]
  /** More statuses in which recordings show it as allowed (option `recorded`). */
  readonly recordedFrom?: readonly UserStatus[]
  /** Where it leads: one status for all, or one for some (the rest keep theirs); `removed` ends the user. */
  readonly to: UserStatus | 'unchanged' | Partial<Record<UserStatus, UserStatus | 'removed'>>
  /** The error in every other status, or one for some statuses and `default` for the rest. */
  readonly otherwise: RefusalName | (Partial<Record<UserStatus, RefusalName>> & { default: RefusalName })
  /** The link that offers the operation on a single user (Users, User links). Its relation is the row's name. */
  readonly link?: {
    /** The statuses in which recordings offer it (interpretation: user-links-by-status). */
    readonly recordedIn: readonly UserStatus[]
    /** Whether Users does not list the relation, so that only recordings have it (interpretation: user-links-beyond). */
    readonly isBeyond?: true
    /** Whether `omitCredentialsLinks` leaves it out. */
    readonly isOfCredentials?: true
    /** A requirement in addition to the status. */
    readonly needs?: LinkNeed
    /** The requirement as recorded, if it is another one. */
    readonly recordedNeeds?: LinkNeed
  }
}

const all = userStatuses
const except = (...excluded: UserStatus[]): readonly UserStatus[] => all.filter((s) => !excluded.includes(s))

/**
 * The lifecycle of a user as one table (Users, States and transitions). The model, the links of a user, the errors, the
 * diagram in the docs and the tests read it.
 */
export const userTransitions = {
  /** Interpretation: activation-without-password. */
  activate: {
    operation: 'activateUser',
    from: ['STAGED', 'DEPROVISIONED'],
    to: 'ACTIVE',
    otherwise: { ACTIVE: 'activate-already-active', default: 'operation-not-allowed-in-status' },
    link: { recordedIn: ['STAGED', 'DEPROVISIONED'] },
  },
  /** Interpretation: reactivate-status. */
  reactivate: {
    operation: 'reactivateUser',
    from: ['PROVISIONED', 'RECOVERY'],
    to: 'unchanged',
    otherwise: 'reactivate-wrong-status',
    link: { recordedIn: ['PROVISIONED', 'RECOVERY'], isBeyond: true },
  },
  deactivate: {
    operation: 'deactivateUser',
    from: except('DEPROVISIONED'),
    to: 'DEPROVISIONED',
    otherwise: 'operation-not-allowed-in-status',
    link: { recordedIn: except('STAGED', 'DEPROVISIONED') },
  },
  /** Interpretation: user-links-by-status. */
  suspend: {
    operation: 'suspendUser',
    from: ['ACTIVE'],
    to: 'SUSPENDED',
    otherwise: 'suspend-not-active',
    link: { recordedIn: ['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED'] },
  },
  unsuspend: {
    operation: 'unsuspendUser',
    from: ['SUSPENDED'],
    to: 'ACTIVE',
    otherwise: 'unsuspend-not-suspended',
    link: { recordedIn: ['SUSPENDED'] },
  },
  /** An ACTIVE user is unlocked too when a device block keeps it from unknown devices. */
  unlock: {
    operation: 'unlockUser',
    from: ['LOCKED_OUT'],
    to: 'ACTIVE',
    otherwise: 'unlock-not-locked',
    link: { recordedIn: ['LOCKED_OUT'], isOfCredentials: true, needs: 'service-source' },
  },
  /** Interpretation: suspended-operations. */
  resetPassword: {
    operation: 'resetPassword',
    from: except('SUSPENDED'),
    to: 'RECOVERY',
    otherwise: 'operation-not-allowed-in-status',
    link: {
      recordedIn: ['PROVISIONED', 'ACTIVE', 'RECOVERY', 'LOCKED_OUT', 'PASSWORD_EXPIRED'],
      isOfCredentials: true,
    },
  },
  /**
   * reset_password with `provider=FEDERATION`: there is no password left to reset, expire or unlock (interpretations:
   * federation-conversion, suspended-operations).
   */
  convertToFederated: {
    from: except('SUSPENDED'),
    to: { PROVISIONED: 'ACTIVE', RECOVERY: 'ACTIVE', LOCKED_OUT: 'ACTIVE', PASSWORD_EXPIRED: 'ACTIVE' },
    otherwise: 'operation-not-allowed-in-status',
  },
  /** Interpretation: suspended-operations. */
  expirePassword: {
    operation: 'expirePassword',
    from: except('SUSPENDED'),
    to: 'PASSWORD_EXPIRED',
    otherwise: 'operation-not-allowed-in-status',
    link: { recordedIn: ['ACTIVE', 'LOCKED_OUT', 'PASSWORD_EXPIRED'], needs: 'no-federation' },
  },
  /** Interpretation: reset-factors-statuses. */
  resetFactors: {
    operation: 'resetFactors',
    from: ['ACTIVE'],
    recordedFrom: ['RECOVERY', 'PASSWORD_EXPIRED'],
    to: 'unchanged',
    otherwise: 'operation-not-allowed-in-status',
    link: { recordedIn: except('LOCKED_OUT'), isOfCredentials: true, needs: 'factor' },
  },
  /** Interpretation: change-password-statuses. */
  changePassword: {
    operation: 'changePassword',
    from: ['STAGED', 'ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'],
    to: { PASSWORD_EXPIRED: 'ACTIVE', RECOVERY: 'ACTIVE' },
    otherwise: 'change-password-not-allowed',
    link: {
      recordedIn: ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'],
      isOfCredentials: true,
      needs: 'password',
    },
  },
  /** Interpretations: forgot-password-question, user-links-by-status. */
  forgotPassword: {
    operation: 'forgotPassword',
    from: ['ACTIVE'],
    to: 'unchanged',
    otherwise: 'forgot-password-not-allowed',
    link: {
      recordedIn: ['ACTIVE', 'PASSWORD_EXPIRED'],
      isOfCredentials: true,
      needs: 'recovery-question',
      recordedNeeds: 'password',
    },
  },
  /** Interpretation: user-links-by-status. */
  changeRecoveryQuestion: {
    operation: 'changeRecoveryQuestion',
    from: ['STAGED', 'ACTIVE', 'RECOVERY'],
    to: 'unchanged',
    otherwise: 'change-recovery-question-not-allowed',
    link: {
      recordedIn: ['ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'],
      isOfCredentials: true,
      needs: 'password',
    },
  },
  delete: {
    operation: 'deleteUser',
    from: all,
    to: {
      ...Object.fromEntries(except('DEPROVISIONED').map((status) => [status, 'DEPROVISIONED'] as const)),
      DEPROVISIONED: 'removed',
    },
    otherwise: 'operation-not-allowed-in-status',
    link: { recordedIn: ['DEPROVISIONED'], isBeyond: true },
  },
} as const satisfies Record<string, UserTransition>

/** The effect on a user's status of something that the user does, not a caller of the API. */
export interface UserEvent {
  /** The event, for the diagram. */
  readonly what: string
  readonly from: readonly UserStatus[]
  readonly to: UserStatus
}

/** The statuses from which a user may try to sign in. */
const signsInFrom: readonly UserStatus[] = ['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED']

/** The actions of users themselves (Users, States and transitions: a sign-in and a recovery change the status, too). */
export const userEvents = {
  /** Interpretation: provisioned-sign-in. */
  signIn: {
    what: 'signs in',
    from: signsInFrom,
    to: 'ACTIVE',
  },
  /** Interpretation: next-login-status. */
  signInWithExpiredPassword: {
    what: 'signs in with an expired password',
    from: signsInFrom,
    to: 'PASSWORD_EXPIRED',
  },
  /** Interpretation: lock-out. */
  lockOut: {
    what: 'signs in with wrong passwords, too many',
    from: signsInFrom,
    to: 'LOCKED_OUT',
  },
  /** Interpretation: reactivate-status. */
  activationCompleted: {
    what: 'sets a password by the activation link',
    from: ['PROVISIONED', 'ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'],
    to: 'ACTIVE',
  },
  recoveryCompleted: {
    what: 'sets a password by the reset link',
    from: ['ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'],
    to: 'ACTIVE',
  },
} as const satisfies Record<string, UserEvent>

/** The name of something that a user does itself. */
export type UserEventName = keyof typeof userEvents

/** Whether something that a user does leads anywhere from a status. */
export function eventAllowed(name: UserEventName, from: UserStatus): boolean {
  return (userEvents[name] as UserEvent).from.includes(from)
}

/** The name of an operation that the lifecycle table knows. */
export type UserTransitionName = keyof typeof userTransitions

/** Where an allowed operation leads from a status. */
export function transitionTarget(name: UserTransitionName, from: UserStatus): UserStatus | 'removed' {
  const { to }: UserTransition = userTransitions[name]
  if (to === 'unchanged') return from
  if (typeof to === 'string') return to
  return to[from] ?? from
}

/** The statuses that allow an operation: as Users states it, or as recordings show it too. */
export function allowedStatuses(
  name: UserTransitionName,
  { asRecorded = false }: { readonly asRecorded?: boolean | undefined } = {},
): readonly UserStatus[] {
  const { from, recordedFrom = [] }: UserTransition = userTransitions[name]
  return asRecorded ? [...from, ...recordedFrom] : from
}

/** Whether an operation is allowed in a status. */
export function transitionAllowed(name: UserTransitionName, from: UserStatus): boolean {
  return allowedStatuses(name).includes(from)
}

/** The operation that leads to the status of a transition under way. */
export function transitionTo(target: TransitioningStatus): 'activate' | 'deactivate' {
  return target === 'DEPROVISIONED' ? 'deactivate' : 'activate'
}

/** The errors that the status of a user causes for an operation. */
export function statusRefusals(name: UserTransitionName): readonly RefusalName[] {
  const { otherwise }: UserTransition = userTransitions[name]
  return typeof otherwise === 'string' ? [otherwise] : Object.values(otherwise)
}

/** The transition that an operation makes, if it makes one. */
export function transitionOf(operation: OperationName): UserTransitionName | undefined {
  const names = Object.keys(userTransitions) as UserTransitionName[]
  return names.find((name) => (userTransitions[name] as UserTransition).operation === operation)
}

/** The error of an operation in a status that does not allow it. */
export function transitionRefusal(name: UserTransitionName, from: UserStatus): RefusalName {
  const { otherwise }: UserTransition = userTransitions[name]
  return typeof otherwise === 'string' ? otherwise : (otherwise[from] ?? otherwise.default)
}
