/** Parts of mistakes that need more than one call: the requests that they are about, and alterations with a memory. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Rng } from '../../explore/sequence/rng.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { recordBefore } from '../alter/flow.ts'
import { idOf } from '../alter/memory.ts'
import { platformBody } from '../alter/refusal.ts'
import {
  answerOf,
  readOf,
  type Alter,
  type Alteration,
  type Answer,
  type Forward,
  type Sent,
  type Test,
  goesTo,
} from '../alter/wire.ts'

/** Draws a mistake of one kind. Each draw combines other operations, conditions and effects. */
export type Family = (rng: Rng) => readonly [summary: string, alter: Alteration, about: RegExp]

export const userCreate = goesTo('createUser')
export const userWrite = goesTo(['updateUser', 'replaceUser'])
export const userShown = goesTo(['getUser', 'listUsers', 'createUser', 'updateUser', 'replaceUser'])

/** The lists that have pages: their address, the parameters that choose from them, and their requirements. */
export const paged = {
  users: { at: goesTo('listUsers'), by: ['search', 'filter', 'sortBy'], about: 'users' },
  groups: { at: goesTo('listGroups'), by: ['search', 'filter', 'sortBy'], about: 'groups' },
  members: { at: goesTo('listGroupUsers'), by: [], about: 'membership' },
  rules: { at: goesTo('listGroupRules'), by: ['search'], about: 'rules' },
  clients: { at: goesTo('listClients'), by: ['q'], about: 'clients' },
} as const satisfies Record<string, { at: Test; by: readonly string[]; about: string }>

/** Writes to one record, by name. */
export const writes = {
  'a partial update of a user': ['updateUser'],
  'a replacement of a user': ['replaceUser'],
  'an update of a group': ['updateGroup'],
  'an update of a rule': ['updateGroupRule'],
  'an update of a client': ['updateClient'],
  suspend: ['suspendUser'],
  unsuspend: ['unsuspendUser'],
  activate: ['activateUser'],
  deactivate: ['deactivateUser'],
  reset_password: ['resetPassword'],
  expire_password: ['expirePassword'],
  change_password: ['changePassword'],
  change_recovery_question: ['changeRecoveryQuestion'],
  forgot_password: ['forgotPassword', 'forgotPasswordWithAnswer'],
} as const satisfies Readonly<Record<string, readonly OperationName[]>>

/** The requirements that a mistake in a write may break. */
export const areaOf = (name: string): RegExp =>
  name.endsWith('group')
    ? /^(groups|membership|conventions)\./
    : name.endsWith('rule')
      ? /^(rules|conventions)\./
      : name.endsWith('client')
        ? /^(clients|conventions)\./
        : /^(users|credentials|conventions|membership|sessions)\./

/** A refusal in the platform style. */
export const refusal = (status = 400, errorCode = 'E0000001'): Answer =>
  answerOf(status, platformBody(errorCode))

/** An alteration with a memory. */
export const remembering =
  <Memory>(
    memory: () => Memory,
    alter: (memory: Memory, ...call: Parameters<Alter>) => Promise<Answer>,
  ): Alteration =>
  () => {
    const own = memory()
    return (sent, forward) => alter(own, sent, forward)
  }

/** A GET of the same caller. */
export const read = async (sent: Sent, forward: Forward, path: string): Promise<Json> =>
  (await forward(readOf(sent, path))).json

/** The id of the record in the path of a call. */
export const ownerOf = async (sent: Sent, forward: Forward): Promise<string | undefined> =>
  idOf(await recordBefore(sent, forward))
