import { refuse } from '../contract/errors/refusal.ts'
import type { Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { Org } from '../model/org.ts'
import type { Call } from './call.ts'
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
import type { Answer } from './wire.ts'

/** A handler once its operation's types are behind it: the dispatcher has parsed what it is given. */
export type AnyHandler = (input: never, org: Org, call: Call) => Answer

/** The handler of each operation that has one. */
const handlers: Readonly<Partial<Record<OperationName, AnyHandler>>> = {
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
}

/** The function that runs an operation. */
export function handlerOf({ name }: Operation): AnyHandler {
  return handlers[name] ?? (() => refuse('not-implemented', { operation: name }))
}
