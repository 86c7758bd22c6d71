import type { AppRecord } from '../../contract/resources/app.ts'

/** To whom an application is assigned. */
export interface AppAssignmentTarget {
  /** Whether `id` names a group or a user. */
  readonly kind: 'group' | 'user'
  /** `00g…` or `00u…`. */
  readonly id: string
}

/** Data of an application about a user or group to which it is assigned; replies of its endpoints show them. */
export interface AssignmentDetails {
  /** The name by which it knows a user. Default: the login. */
  readonly userName?: string
  /** The place of a group among those that it is assigned to. Default 0. */
  readonly priority?: number
  /** Properties for this application only. */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** An application's assignment to a group or a user. */
export interface AppAssignment {
  /** Shown as `appAssignmentId` in the links to a user's applications. */
  readonly id: string
  /** The application: `0oa…`. */
  readonly appId: string
  /** The user or group that has it. */
  readonly target: AppAssignmentTarget
  readonly details?: AssignmentDetails
}

/** An application of a user, and the assignment that gives it to the user. */
export interface AssignedApp {
  readonly app: AppRecord
  readonly assignment: AppAssignment
}

/** A group that is pushed to an application, or that an application takes pushes into. */
export interface PushMapping {
  /** Names the mapping. */
  readonly id: string
  /** The group that is pushed: `00g…`. An imported group cannot be deleted while it is pushed. */
  readonly groupId: string
  /** The application that it is pushed to: `0oa…`. */
  readonly appId: string
}

/** The key of a target among the targets of assignments. */
export function targetKey({ kind, id }: AppAssignmentTarget): string {
  return `${kind} ${id}`
}
