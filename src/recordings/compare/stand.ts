import type { Aspect, Difference } from './difference.ts'
import { defined } from '../../model/kernel/defined.ts'

/**
 * The position of the API description on a difference. It supports the recording (`agrees`), contradicts it
 * (`contradicts`), does not say (`silent`), or does not have the subject (`beyond`).
 */
export type Stand = 'agrees' | 'contradicts' | 'silent' | 'beyond'

/** An explanation of a difference. */
export interface Judgement {
  readonly stand: Stand
  /** The rule of the API description, or of the mock where the description is silent. */
  readonly says: string
  /** The interpretation that settles it (docs/reference/decisions.md). */
  readonly decision?: string
  /** The option of an organisation under which the mock answers as the recording does. */
  readonly option?: string
  /** Whether the mock may be wrong. */
  readonly canBeBug: boolean
}

interface Row extends Omit<Judgement, 'canBeBug'> {
  readonly aspects?: readonly Aspect[]
  readonly subject?: RegExp
  /** Replies that show it, if it is about any difference of theirs. */
  readonly about?: RegExp
  readonly path?: RegExp
  readonly there?: RegExp
  readonly here?: RegExp
}

const links = ['link-there', 'link-here'] as const

/** Known differences of deployments; the first matching row counts. */
const rows: readonly Row[] = [
  {
    aspects: ['member-here'],
    subject: /^users/,
    path: /^profile\.locale$/,
    stand: 'contradicts',
    says: 'Users, Profile: locale has a default and is not null.',
    decision: 'profile-locale',
    option: "preset: 'okta'",
  },
  {
    aspects: ['link-here'],
    subject: /^groups/,
    path: /^self$/,
    stand: 'contradicts',
    says: 'Groups, Group links: a group has a self link.',
    decision: 'group-self-link',
    option: "preset: 'okta'",
  },
  {
    about: /^users/,
    aspects: links,
    path: /^resetFactors$/,
    stand: 'contradicts',
    says: 'Users, User links: resetFactors is there only where the user is enrolled in a factor.',
    decision: 'user-link-reset-factors',
  },
  {
    aspects: links,
    subject: /^users/,
    path: /^(?:reactivate|delete)$/,
    stand: 'contradicts',
    says: 'Users, User links, does not list the relation.',
    decision: 'user-links-beyond',
    option: "preset: 'okta'",
  },
  {
    aspects: ['link-there'],
    subject: /^users/,
    path: /^(?:suspend|forgotPassword|changeRecoveryQuestion)$/,
    stand: 'contradicts',
    says: 'Users: the operation is refused in this status; the mock has links of operations that are allowed.',
    decision: 'user-links-by-status',
    option: "preset: 'okta'",
  },
  {
    aspects: links,
    subject: /^users/,
    path: /^(?:activate|deactivate|suspend|unsuspend|unlock|resetPassword|expirePassword|forgotPassword|changePassword|changeRecoveryQuestion)$/,
    stand: 'silent',
    says: 'Policies decide which links a user has; the mock has those that most recordings show.',
    decision: 'user-links-by-status',
  },
  {
    subject: /^users/,
    path: /^activated$/,
    there: /null/,
    stand: 'contradicts',
    says: 'Users, User: activated is not null; the mock leaves it out until the user is ACTIVE.',
    decision: 'activated-unset',
    option: "preset: 'okta'",
  },
  {
    aspects: ['member-there'],
    subject: /^users/,
    path: /^activated$/,
    stand: 'contradicts',
    says: 'Users, User: activated is the time at which the user became ACTIVE.',
    decision: 'activated-timestamp',
    option: "preset: 'okta'",
  },
  {
    subject: /^users/,
    path: /^(?:lastUpdated|statusChanged|passwordChanged|activated|created)$/,
    stand: 'silent',
    says: 'Which writes move a time is not shown; in the mock a write that changes nothing moves none.',
    decision: 'last-updated',
  },
  {
    subject: /^groups/,
    path: /^(?:lastUpdated|lastMembershipUpdated)$/,
    stand: 'silent',
    says: 'Groups, Group: the time of the last change; when it is written is not shown.',
    decision: 'group-last-updated',
  },
  {
    aspects: ['member-there'],
    path: /^transitioningToStatus$/,
    stand: 'agrees',
    says: 'Users, Lifecycle: an activation may take a while; in the mock it completes at once.',
    option: 'transitionDelay',
  },
  {
    aspects: ['value'],
    subject: /^users/,
    path: /^status$/,
    there: /^STAGED$/,
    here: /^(?:PROVISIONED|ACTIVE)$/,
    stand: 'agrees',
    says: 'Users, Lifecycle: an activation may take a while; in the mock it completes at once.',
    option: 'transitionDelay',
  },
  {
    about: /^successes of/,
    aspects: ['status'],
    there: /^2\d\d$/,
    here: /^2\d\d$/,
    stand: 'silent',
    says: 'The description shows no status of success here.',
    decision: 'success-statuses',
  },
  {
    aspects: ['status'],
    subject: /^forgotPassword/,
    here: /E0000034/,
    stand: 'contradicts',
    says: 'Users, Credentials: forgot_password needs an ACTIVE user with a recovery question.',
    decision: 'forgot-password-question',
    option: "preset: 'okta'",
  },
  {
    aspects: ['value'],
    subject: /^(?:rules|(?:de)?activateGroupRule|updateGroupRule)/,
    path: /^(?:status|allGroupsValid)$/,
    there: /INVALID/,
    stand: 'contradicts',
    says: 'Groups, Group rule: the statuses are ACTIVE and INACTIVE.',
    decision: 'rule-invalid-status',
    option: "preset: 'okta'",
  },
  {
    aspects: ['value'],
    subject: /^(?:rules|(?:de)?activateGroupRule|updateGroupRule)/,
    path: /^(?:status|allGroupsValid)$/,
    stand: 'silent',
    says: 'What a rule becomes when its group is deleted is not shown.',
    decision: 'rule-invalid-status',
    option: 'no preset',
  },
  {
    aspects: ['status'],
    subject: /^(?:de)?activateGroupRule$/,
    here: /^400 E0000001$/,
    stand: 'silent',
    says: 'What a rule becomes when its group is deleted is not shown.',
    decision: 'rule-invalid-status',
    option: 'no preset',
  },
  {
    aspects: ['status'],
    subject: /^(?:de)?activateGroupRule$/,
    there: /^400 E0000001$/,
    stand: 'contradicts',
    says: 'Groups, States and transitions: a rule is activated and deactivated in either status.',
    decision: 'rule-invalid-status',
    option: "preset: 'okta'",
  },
  {
    aspects: ['member-there'],
    subject: /^rules/,
    path: /^allGroupsValid$/,
    stand: 'contradicts',
    says: 'Groups, Group rule, does not list it.',
    decision: 'rule-all-groups-valid',
    option: "preset: 'okta'",
  },
  {
    subject: /^rules/,
    path: /^allGroupsValid$/,
    stand: 'agrees',
    says: 'Groups, Group rule, does not list it.',
    decision: 'rule-all-groups-valid',
    option: 'no preset',
  },
  {
    about: /^list/,
    aspects: ['listed-here'],
    stand: 'agrees',
    says: 'Lists and searches may lag behind writes; in the mock they do not.',
    decision: 'search-lag',
    option: 'searchLag',
  },
  {
    aspects: ['listed-there'],
    subject: /^(?:listGroupApps|listUserAppLinks)$/,
    stand: 'silent',
    says: 'Applications are assigned by calls beside the description, which are not replayed.',
  },
  {
    about: /^replies of (?:re)?activateUser/,
    aspects: ['value'],
    path: /^activationUrl$/,
    stand: 'silent',
    says: 'The form of the address is not shown.',
    decision: 'activation-mail-with-password',
  },
  {
    about: /^errors of/,
    aspects: ['summary', 'causes'],
    stand: 'silent',
    says: 'Texts of errors are not shown; only errorCode is meant for flow control.',
    decision: 'error-codes',
  },
  {
    about: /^errors of/,
    aspects: ['error-code'],
    stand: 'silent',
    says: 'The codes of most errors are not shown.',
    decision: 'error-codes',
  },
]

const decisionsBySubject = new Map<string, readonly string[]>()

/** The interpretations that a reply about a subject shows. */
export function decisionsOn(subject: string): readonly string[] {
  const known = decisionsBySubject.get(subject)
  if (known) return known
  const about = rows.filter(
    (row) => row.decision !== undefined && (row.about ?? row.subject ?? none).test(subject),
  )
  const decisions = [...new Set(about.map(({ decision }) => decision!))]
  decisionsBySubject.set(subject, decisions)
  return decisions
}

/** Matches no subject. */
const none = /^$/

/** Parts of records in the API description; other parts are beyond it. */
const describedLinks =
  /^(?:self|activate|reactivate|deactivate|suspend|unsuspend|unlock|resetPassword|expirePassword|resetFactors|forgotPassword|changePassword|changeRecoveryQuestion|delete|schema|type|users|apps|logo|source)$/

/**
 * Explains a difference by the known ones; an unknown difference may be a bug.
 *
 * @param isDescribed Whether the API description has a member of a kind of record.
 */
export function judge(difference: Difference, isDescribed: (difference: Difference) => boolean): Judgement {
  const { aspect, path = '', isContradicted } = difference
  if (aspect === 'member-there' && !isDescribed(difference)) return beyond
  if (aspect === 'link-there' && !describedLinks.test(path)) return beyond
  const row = rows.find((each) => fits(each, difference))
  if (row) {
    const { stand, says, decision, option } = row
    return { stand, says, ...defined({ decision, option }), canBeBug: false }
  }
  if (isContradicted)
    return { stand: 'contradicts', says: 'The description has this member otherwise.', canBeBug: false }
  return { stand: 'silent', says: 'Nothing is known of this difference.', canBeBug: true }
}

const beyond: Judgement = {
  stand: 'beyond',
  says: 'The API description does not have it: newer than the description, or of other features.',
  canBeBug: false,
}

function fits(row: Row, { aspect, subject, path = '', there = '', here = '' }: Difference): boolean {
  return (
    (row.aspects === undefined || row.aspects.includes(aspect)) &&
    (row.subject === undefined || row.subject.test(subject)) &&
    (row.path === undefined || row.path.test(path)) &&
    (row.there === undefined || row.there.test(there)) &&
    (row.here === undefined || row.here.test(here))
  )
}
