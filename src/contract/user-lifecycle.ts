import type { RefusalName } from './refusals.ts'

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
  /** The statuses in which the operation is allowed. */
  readonly from: readonly UserStatus[]
  /** More statuses in which recordings show it as allowed (option `recorded`). */
  readonly recordedFrom?: readonly UserStatus[]
  /** Where it leads: one status for all, or one for some (the rest keep theirs); `removed` ends the user. */
  readonly to: UserStatus | 'unchanged' | Partial<Record<UserStatus, UserStatus | 'removed'>>
  /** The error in every other status, or one for some statuses and `default` for the rest. */
  readonly otherwise: RefusalName | (Partial<Record<UserStatus, RefusalName>> & { default: RefusalName })
  /** The link relation that offers the operation on a single user (Users, User links). */
  readonly link?: {
    readonly relation: string
    /** Path below the user's own. */
    readonly path: string
    /** HTTP method of the link. */
    readonly method: 'POST' | 'DELETE'
    /** The statuses in which recordings offer it (interpretation: user-links-by-status). */
    readonly recordedIn: readonly UserStatus[]
    /** Whether Users does not list the relation, so that only recordings have it (interpretation: user-links-beyond). */
    readonly isBeyond?: true
    /** A requirement in addition to the status. */
    readonly needs?: LinkNeed
    /** The requirement as recorded, if it is another one. */
    readonly recordedNeeds?: LinkNeed
  }
  /** The operation may complete later, with `transitioningToStatus` set meanwhile (Users, Lifecycle). */
  readonly asynchronous?: true
  /** Ids of the interpretations of points that the API description leaves open here. */
  readonly decisions?: readonly string[]
}

const all = userStatuses
const except = (...excluded: UserStatus[]): readonly UserStatus[] => all.filter((s) => !excluded.includes(s))

/** The link to a POST of an operation, with its literal types. */
function post<
  const Relation extends string,
  const Path extends string,
  const Recorded extends readonly UserStatus[],
  const More extends Pick<NonNullable<UserTransition['link']>, 'isBeyond' | 'needs' | 'recordedNeeds'> =
    object,
>(relation: Relation, path: Path, recordedIn: Recorded, more?: More) {
  return { relation, path, method: 'POST', recordedIn, ...(more as More) } as const
}

/**
 * The lifecycle of a user as one table (Users, States and transitions). The model, the links of a user, the errors, the
 * diagram in the docs and the tests read it.
 */
export const userTransitions = {
  activate: {
    from: ['STAGED', 'DEPROVISIONED'],
    to: 'ACTIVE',
    otherwise: { ACTIVE: 'activate-already-active', default: 'operation-not-allowed-in-status' },
    link: post('activate', '/lifecycle/activate', ['STAGED', 'DEPROVISIONED']),
    asynchronous: true,
    decisions: ['activation-without-password'],
  },
  reactivate: {
    from: ['PROVISIONED', 'RECOVERY'],
    to: 'unchanged',
    otherwise: 'reactivate-wrong-status',
    link: post('reactivate', '/lifecycle/reactivate', ['PROVISIONED', 'RECOVERY'], { isBeyond: true }),
    decisions: ['reactivate-status'],
  },
  deactivate: {
    from: except('DEPROVISIONED'),
    to: 'DEPROVISIONED',
    otherwise: 'operation-not-allowed-in-status',
    link: post('deactivate', '/lifecycle/deactivate', except('STAGED', 'DEPROVISIONED')),
    asynchronous: true,
  },
  suspend: {
    from: ['ACTIVE'],
    to: 'SUSPENDED',
    otherwise: 'suspend-not-active',
    link: post('suspend', '/lifecycle/suspend', ['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED']),
    decisions: ['user-links-by-status'],
  },
  unsuspend: {
    from: ['SUSPENDED'],
    to: 'ACTIVE',
    otherwise: 'unsuspend-not-suspended',
    link: post('unsuspend', '/lifecycle/unsuspend', ['SUSPENDED']),
  },
  /** An ACTIVE user is unlocked too when a device block keeps it from unknown devices. */
  unlock: {
    from: ['LOCKED_OUT'],
    to: 'ACTIVE',
    otherwise: 'unlock-not-locked',
    link: post('unlock', '/lifecycle/unlock', ['LOCKED_OUT'], { needs: 'service-source' }),
  },
  resetPassword: {
    from: except('SUSPENDED'),
    to: 'RECOVERY',
    otherwise: 'operation-not-allowed-in-status',
    link: post('resetPassword', '/lifecycle/reset_password', [
      'PROVISIONED',
      'ACTIVE',
      'RECOVERY',
      'LOCKED_OUT',
      'PASSWORD_EXPIRED',
    ]),
    decisions: ['suspended-operations'],
  },
  /** reset_password with `provider=FEDERATION`: there is no password left to reset, expire or unlock. */
  convertToFederated: {
    from: except('SUSPENDED'),
    to: { PROVISIONED: 'ACTIVE', RECOVERY: 'ACTIVE', LOCKED_OUT: 'ACTIVE', PASSWORD_EXPIRED: 'ACTIVE' },
    otherwise: 'operation-not-allowed-in-status',
    decisions: ['federation-conversion', 'suspended-operations'],
  },
  expirePassword: {
    from: except('SUSPENDED'),
    to: 'PASSWORD_EXPIRED',
    otherwise: 'operation-not-allowed-in-status',
    link: post('expirePassword', '/lifecycle/expire_password', ['ACTIVE', 'LOCKED_OUT', 'PASSWORD_EXPIRED'], {
      needs: 'no-federation',
    }),
    decisions: ['suspended-operations'],
  },
  resetFactors: {
    from: ['ACTIVE'],
    recordedFrom: ['RECOVERY', 'PASSWORD_EXPIRED'],
    to: 'unchanged',
    otherwise: 'operation-not-allowed-in-status',
    link: post('resetFactors', '/lifecycle/reset_factors', except('LOCKED_OUT'), { needs: 'factor' }),
    decisions: ['reset-factors-statuses'],
  },
  changePassword: {
    from: ['STAGED', 'ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'],
    to: { PASSWORD_EXPIRED: 'ACTIVE', RECOVERY: 'ACTIVE' },
    otherwise: 'change-password-not-allowed',
    link: post('changePassword', '/credentials/change_password', ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'], {
      needs: 'password',
    }),
    decisions: ['change-password-statuses'],
  },
  forgotPassword: {
    from: ['ACTIVE'],
    to: 'unchanged',
    otherwise: 'forgot-password-not-allowed',
    link: post('forgotPassword', '/credentials/forgot_password', ['ACTIVE', 'PASSWORD_EXPIRED'], {
      needs: 'recovery-question',
      recordedNeeds: 'password',
    }),
    decisions: ['forgot-password-question', 'user-links-by-status'],
  },
  changeRecoveryQuestion: {
    from: ['STAGED', 'ACTIVE', 'RECOVERY'],
    to: 'unchanged',
    otherwise: 'change-recovery-question-not-allowed',
    link: post(
      'changeRecoveryQuestion',
      '/credentials/change_recovery_question',
      ['ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'],
      { needs: 'password' },
    ),
    decisions: ['user-links-by-status'],
  },
  delete: {
    from: all,
    to: {
      ...Object.fromEntries(except('DEPROVISIONED').map((status) => [status, 'DEPROVISIONED'] as const)),
      DEPROVISIONED: 'removed',
    },
    otherwise: 'operation-not-allowed-in-status',
    link: { relation: 'delete', path: '', method: 'DELETE', recordedIn: ['DEPROVISIONED'], isBeyond: true },
    asynchronous: true,
  },
} as const satisfies Record<string, UserTransition>

/** The effect on a user's status of something that the user does, not a caller of the API. */
export interface UserEvent {
  /** The event, for the diagram. */
  readonly what: string
  readonly from: readonly UserStatus[]
  readonly to: UserStatus
  readonly decisions?: readonly string[]
}

/** The statuses from which a user may try to sign in. */
const signsInFrom: readonly UserStatus[] = ['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED']

/** The actions of users themselves (Users, States and transitions: a sign-in and a recovery change the status, too). */
export const userEvents = {
  signIn: {
    what: 'signs in',
    from: signsInFrom,
    to: 'ACTIVE',
    decisions: ['provisioned-sign-in'],
  },
  signInWithExpiredPassword: {
    what: 'signs in with an expired password',
    from: signsInFrom,
    to: 'PASSWORD_EXPIRED',
    decisions: ['next-login-status'],
  },
  lockOut: {
    what: 'signs in with wrong passwords, too many',
    from: signsInFrom,
    to: 'LOCKED_OUT',
    decisions: ['lock-out'],
  },
  activationCompleted: {
    what: 'sets a password by the activation link',
    from: ['PROVISIONED', 'ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'],
    to: 'ACTIVE',
    decisions: ['reactivate-status'],
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

/** The error of an operation in a status that does not allow it. */
export function transitionRefusal(name: UserTransitionName, from: UserStatus): RefusalName {
  const { otherwise }: UserTransition = userTransitions[name]
  return typeof otherwise === 'string' ? otherwise : (otherwise[from] ?? otherwise.default)
}
