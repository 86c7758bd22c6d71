import { named, type Operation, type OperationSpec } from '../operation.ts'
import { type Area, type OperationName, operationNames } from '../operation-names.ts'
import { clients } from './clients.ts'
import { credentials } from './credentials.ts'
import { grants } from './grants.ts'
import { groupApps } from './group-apps.ts'
import { groups } from './groups.ts'
import { lifecycle } from './lifecycle.ts'
import { membership } from './membership.ts'
import { rules } from './rules.ts'
import { sessions } from './sessions.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

/** The facts about each operation, under its name. */
export const operationSpecs = {
  ...clients,
  ...groups,
  ...membership,
  ...rules,
  ...groupApps,
  ...users,
  ...lifecycle,
  ...sessions,
  ...credentials,
  ...grants,
  ...tokens,
} satisfies Record<OperationName, OperationSpec>

/** The facts about the operations, by name, with their literal types. */
export type OperationSpecs = typeof operationSpecs

/** All 57 operations, in the order of the API description. */
export const operations: readonly Operation[] = (Object.keys(operationNames) as Area[]).flatMap((area) =>
  operationNames[area].map((name) => named(name, operationSpecs[name], area)),
)
