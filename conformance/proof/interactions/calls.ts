/** The writes that mistakes are about, and their requirements. */

import type { Sent } from '../alter/wire.ts'

import { clientPut, groupPut, rulePut, to } from './parts.ts'

export const lifecycle = (name: string): RegExp => to(`users/[^/]+/lifecycle/${name}`)
const credentials = (name: string): RegExp => to(`users/[^/]+/credentials/${name}`)
export const memberPut = /^PUT \/api\/v1\/groups\/[^/]+\/users\/[^/]+$/
export const memberDelete = /^DELETE \/api\/v1\/groups\/[^/]+\/users\/[^/]+$/
export const groupDelete = /^DELETE \/api\/v1\/groups\/(?!rules)[^/]+$/
export const ruleDelete = /^DELETE \/api\/v1\/groups\/rules\/[^/]+$/
export const clientDelete = /^DELETE \/oauth2\/v1\/clients\/[^/]+$/
export const userDelete = /^DELETE \/api\/v1\/users\/[^/]+$/

/** Writes to one record, by name. */
export const writes: Readonly<Record<string, RegExp>> = {
  'a partial update of a user': /^POST \/api\/v1\/users\/[^/]+$/,
  'a replacement of a user': /^PUT \/api\/v1\/users\/[^/]+$/,
  'an update of a group': groupPut,
  'an update of a rule': rulePut,
  'an update of a client': clientPut,
  suspend: lifecycle('suspend'),
  unsuspend: lifecycle('unsuspend'),
  activate: lifecycle('activate'),
  deactivate: lifecycle('deactivate'),
  reset_password: lifecycle('reset_password'),
  expire_password: lifecycle('expire_password'),
  change_password: credentials('change_password'),
  change_recovery_question: credentials('change_recovery_question'),
  forgot_password: credentials('forgot_password'),
}

/** Paths of the records that these writes are about. */
export const recordIn = ({ path }: Sent): string =>
  /^\/(?:api\/v1\/(?:users|groups\/rules|groups)|oauth2\/v1\/clients)\/[^/]+/.exec(path)?.[0] ?? ''

export const areaOf = (name: string): RegExp =>
  name.endsWith('group')
    ? /^(groups|membership|conventions)\./
    : name.endsWith('rule')
      ? /^(rules|conventions)\./
      : name.endsWith('client')
        ? /^(clients|conventions)\./
        : /^(users|credentials|conventions|membership|sessions)\./
