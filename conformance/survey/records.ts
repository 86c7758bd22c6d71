import type { Json, Reply } from '../engine/wire/reply.ts'
import type { Api } from '../engine/run/api.ts'
import type { Feature, FixtureKind } from '../engine/plan/prerequisite.ts'
import { defined } from '../engine/words/text.ts'

/** The records in the lists of a target, as far as they were read. */
export interface Records {
  readonly owner: Json
  readonly users: readonly Json[]
  readonly groups: readonly Json[]
  readonly rules: readonly Json[]
  readonly clients: readonly Json[]
  /** Lists that could not be read, with the reason. */
  readonly unread: ReadonlyMap<List, string>
  /** Lists that continue after the pages that were read. */
  readonly longer: ReadonlySet<List>
  /** Requests in a minute that the target allows, if it says so. */
  readonly limit: number | undefined
}

type List = 'users' | 'groups' | 'rules' | 'clients'

const paths: Readonly<Record<List, string>> = {
  users: '/api/v1/users',
  groups: '/api/v1/groups',
  rules: '/api/v1/groups/rules',
  clients: '/oauth2/v1/clients',
}

/** How many pages of a list are read. */
const maxPages = 3

/** Reads the first pages of each list, and who owns the token. */
export async function readRecords(api: ReadingApi): Promise<Records> {
  const unread = new Map<List, string>()
  const longer = new Set<List>()
  const limits: number[] = []
  const read = async (list: List): Promise<Json[]> => {
    const items: Json[] = []
    let next: string | undefined = paths[list]
    for (let page = 0; next !== undefined && page < maxPages; page++) {
      const reply: Reply = await api.get(next, page === 0 ? { query: { limit: 200 } } : {})
      const limit = Number(reply.headers['x-rate-limit-limit'])
      if (limit > 0) limits.push(limit)
      if (!Array.isArray(reply.body)) {
        unread.set(list, `GET ${paths[list]} is answered with ${answerOf(reply)}`)
        break
      }
      items.push(...reply.items.filter((each) => typeof each === 'object' && each !== null))
      next = reply.links['next']
    }
    if (next !== undefined) longer.add(list)
    return items
  }
  const tolerant = (list: List): Promise<Json[]> =>
    read(list).catch((error: unknown) => {
      unread.set(list, error instanceof Error ? error.message : String(error))
      return []
    })
  const [users, groups, rules, clients, owner] = await Promise.all([
    tolerant('users'),
    tolerant('groups'),
    tolerant('rules'),
    tolerant('clients'),
    api.get('/api/v1/users/me').then(
      (reply) => (reply.status === 200 ? reply.json : {}),
      (): Json => ({}),
    ),
  ])
  const limit = limits.length === 0 ? undefined : Math.min(...limits)
  return { owner, users, groups, rules, clients, unread, longer, limit }
}

/** The status of an answer, with its error code. */
export function answerOf({ status, json }: Reply): string {
  const code: unknown = json.errorCode ?? json.error
  return `${status}${typeof code === 'string' ? ` ${code.slice(0, 40)}` : ''}`
}

/** A user, as a target profile names one. */
export const named = (user: Json): Record<string, unknown> => ({ id: idOf(user), login: user.profile?.login })

/** The logins of users, for a person. */
export const loginsOf = (users: readonly Json[]): string =>
  users.map(({ profile }) => String(profile?.login)).join(', ')

/** The id of a record; `''` where it has none. */
export function idOf(record: Json): string {
  const id: unknown = record?.id ?? record?.client_id
  return typeof id === 'string' ? id : ''
}

/** Calls that change nothing. */
export type ReadingApi = Pick<Api, 'get' | 'as' | 'withCookie' | 'withHeaders'>

/** A thing that was found by reading, in the form of a target profile. */
export interface FoundThing {
  readonly need: FixtureKind
  readonly things: readonly Readonly<Record<string, unknown>>[]
  /** The finding, for a person: `3 groups of type APP_GROUP`. */
  readonly what: string
  /** How the run would change it, if it does: then the thing is taken only when the operator agrees. */
  readonly changes?: string
}

/** A thing that was looked for and not found, or cannot be found by reading. */
export interface MissedThing {
  readonly need: FixtureKind
  readonly why: string
}

/** The outcome of looking for a thing: those that were found, or why there are none. */
export function outcomeOf(
  need: FixtureKind,
  things: FoundThing['things'],
  { what, why, changes }: { readonly what: string; readonly why: string; readonly changes?: string },
): FoundThing | MissedThing {
  return things.length === 0 ? { need, why } : { need, things, what, ...defined({ changes }) }
}

/** A feature that a list shows to be there, or to be not. */
export interface FoundFeature {
  readonly name: Feature
  readonly state: 'yes' | 'no'
  readonly evidence: string
}

/** The findings of reading. */
export interface Survey {
  /** The name prefix, if it is not `svc`. */
  readonly prefix: string | undefined
  readonly features: readonly FoundFeature[]
  /** The form of a login, if it is not an address. */
  readonly login: string | undefined
  readonly found: readonly FoundThing[]
  readonly missed: readonly MissedThing[]
  /** The lists that were read, as a sentence. */
  readonly read: string
  readonly requests: number
  /** Requests in a minute that the target allows, if it says so. */
  readonly limit: number | undefined
}
