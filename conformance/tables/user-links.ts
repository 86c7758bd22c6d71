/**
 * The relations of a user (Users, User links): operation, statuses that offer it, and statuses that cannot. Requirements,
 * checks and mutants of the offers are generated from these rows.
 */
import { type Status, statuses } from './statuses.ts'
import { tableOf } from '../registry/requirement.ts'

interface LinkRow {
  readonly relation: string
  /** The operation that it leads to, below the path of the user. */
  readonly path: string
  /** Statuses that offer the operation to every user of the service with a password and a question. */
  readonly offered: readonly Status[]
  /** Statuses in which no policy makes the operation available; empty if the API description leaves it open. */
  readonly never: readonly Status[]
}

const except = (...allowed: Status[]): readonly Status[] =>
  statuses.filter((status) => !allowed.includes(status))

/** The relations that are an action on a user. Every one is called by POST. */
export const userLinks = tableOf<LinkRow>()([
  {
    slug: 'activate',
    relation: 'activate',
    path: '/lifecycle/activate',
    offered: ['STAGED', 'DEPROVISIONED'],
    never: except('STAGED', 'DEPROVISIONED'),
  },
  {
    slug: 'deactivate',
    relation: 'deactivate',
    path: '/lifecycle/deactivate',
    offered: ['ACTIVE', 'SUSPENDED'],
    never: ['DEPROVISIONED'],
  },
  {
    slug: 'suspend',
    relation: 'suspend',
    path: '/lifecycle/suspend',
    offered: ['ACTIVE'],
    never: except('ACTIVE'),
  },
  {
    slug: 'unsuspend',
    relation: 'unsuspend',
    path: '/lifecycle/unsuspend',
    offered: ['SUSPENDED'],
    never: except('SUSPENDED'),
  },
  {
    slug: 'unlock',
    relation: 'unlock',
    path: '/lifecycle/unlock',
    offered: ['LOCKED_OUT'],
    // An ACTIVE user has it only while it is blocked from unknown devices.
    never: except('LOCKED_OUT'),
  },
  {
    slug: 'reset-password',
    relation: 'resetPassword',
    path: '/lifecycle/reset_password',
    offered: ['ACTIVE'],
    // One row opens it in any status; another sentence says that a SUSPENDED user can only be unsuspended or deactivated.
    never: [],
  },
  {
    slug: 'expire-password',
    relation: 'expirePassword',
    path: '/lifecycle/expire_password',
    offered: ['ACTIVE'],
    never: [],
  },
  {
    slug: 'forgot-password',
    relation: 'forgotPassword',
    path: '/credentials/forgot_password',
    // A policy may keep people from recovering by themselves.
    offered: [],
    never: except('ACTIVE'),
  },
  {
    slug: 'change-password',
    relation: 'changePassword',
    path: '/credentials/change_password',
    offered: ['ACTIVE'],
    never: ['DEPROVISIONED'],
  },
  {
    slug: 'change-recovery-question',
    relation: 'changeRecoveryQuestion',
    path: '/credentials/change_recovery_question',
    offered: ['ACTIVE'],
    never: except('STAGED', 'ACTIVE', 'RECOVERY'),
  },
])

/** A relation that is an action on a user. */
export type UserLink = (typeof userLinks)[number]

/** The relation of a user with an enrolled factor. */
export const factorLink = {
  slug: 'reset-factors',
  relation: 'resetFactors',
  path: '/lifecycle/reset_factors',
} as const

/** The relations that the default policies offer in some status. */
export const offeredLinks = userLinks.filter(({ offered }) => offered.length > 0)

/** The relations that no policy offers in some status. */
export const withheldLinks = userLinks.filter(({ never }) => never.length > 0)

/** The links that omitCredentialsLinks leaves out (Users, Create, read, list, update). */
export const credentialsLinks: readonly string[] = [
  'changePassword',
  'changeRecoveryQuestion',
  'forgotPassword',
  'resetPassword',
  'resetFactors',
  'unlock',
]
