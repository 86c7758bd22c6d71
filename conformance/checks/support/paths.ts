/** The paths of records, and how they are read back. */
import type { Api, Reply } from '../../engine/run/check.ts'
import { pathOf, recordKinds } from '../../engine/clean-up/ledger.ts'

export const { path: usersPath } = recordKinds.user
export const { path: groupsPath } = recordKinds.group
export const { path: rulesPath } = recordKinds.rule
export const { path: clientsPath } = recordKinds.client

/** The path of a user by id, login or short name. */
export const userPath = (reference: unknown): string => pathOf('user', reference)
export const groupPath = (id: unknown): string => pathOf('group', id)
export const rulePath = (id: unknown): string => pathOf('rule', id)
export const clientPath = (id: unknown): string => pathOf('client', id)

/** The path of a user among the members of a group. */
export const memberPath = (group: { readonly id: string }, user: { readonly id: string }): string =>
  `${groupPath(group.id)}/users/${encodeURIComponent(user.id)}`

/**
 * Reads a record back from the reply to its create. For a refused create it returns the reply again, so that the check
 * still reaches the later requirements.
 */
const reading =
  (kind: keyof typeof recordKinds) =>
  async (api: Api, created: Reply): Promise<Reply> =>
    created.status < 300 ? api.get(pathOf(kind, recordKinds[kind].idOf(created.json))) : created

export const readBack = reading('user')
export const readGroup = reading('group')
export const readRule = reading('rule')
export const readClient = reading('client')
