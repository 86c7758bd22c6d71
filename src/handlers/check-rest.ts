import type { Findings } from '../contract/findings.ts'
import type { Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { Org } from '../model/org.ts'
import type { CheckRest } from './parse-input.ts'

type Body = Parameters<CheckRest>[0]

/** The parts of a call that are known before its body. */
interface Known {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

type Check = (org: Org, body: Body, found: Findings, known: Known) => void

/**
 * Further checks of a body that the contract refuses already. The listed operations' models check more than its form.
 */
const checks: Readonly<Partial<Record<OperationName, Check>>> = {
  createUser: (org, body, found, { query }) => org.users.drafting(body, query, found),
  replaceUser: (org, body, found, { params }) => org.users.replacing(params['userId']!, body, found),
  updateUser: (org, body, found, { params }) => org.users.updating(params['userId']!, body, found),
  createGroupRule: (org, body, found) => org.rules.creating(body, found),
  updateGroupRule: (org, body, found, { params }) => org.rules.updating(params['ruleId']!, body, found),
  registerClient: (org, body, found) => org.clients.registering(body, found),
  updateClient: (org, body, found, { params }) => org.clients.replacing(params['clientId']!, body, found),
}

/** How the rest of a body is checked where the contract refuses some of it. */
export function restOf(org: Org, { name }: Operation, known: Known): CheckRest | undefined {
  const check = checks[name]
  return check && ((body, found) => check(org, body, found, known))
}
