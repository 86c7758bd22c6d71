import type { SharedOrg } from '../../client/shared-org.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import { type Exchange, exchangeOf } from '../../control/journal/exchange.ts'
import { isPromise } from '../../model/kernel/is-promise.ts'
import type { JournalEntry, KeptEntry } from '../../model/access/journal.ts'
import type { Organisation } from '../../organisation.ts'
import { noteAsked } from '../live-orgs.ts'
import type { Mail } from '../../views/mail-view.ts'

/** A value at once, from an organisation in process, or later, from one on a server. */
export type Later<Value> = Value | Promise<Value>

/** Continues with a value, now or when it arrives. */
export function andThen<Value, Result>(
  value: Later<Value>,
  next: (value: Value) => Later<Result>,
): Later<Result> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** The data of a user for matchers. */
export interface UserFacts {
  readonly id: string
  readonly login: string
  readonly status: string
}

/** The data of a group for matchers. */
export interface GroupFacts {
  readonly id: string
  readonly name: string
}

/** A call as it came, and without its secrets. */
export interface CallFacts {
  readonly exchange: Exchange
  /** Headers by name in lower case, and the body as a JSON value; with secrets, if they are known. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The questions of matchers to an organisation, anywhere. They are not calls of the service. */
export interface OrgFacts {
  readonly user: (reference: string) => Later<UserFacts | undefined>
  readonly userCount: () => Later<number>
  readonly groups: () => Later<readonly GroupFacts[]>
  readonly groupsOf: (userId: string) => Later<readonly GroupFacts[]>
  readonly mails: (whose: { readonly userId: string } | { readonly to: string }) => Later<readonly Mail[]>
  readonly calls: (operation: OperationName) => Later<readonly CallFacts[]>
  /** All calls, as the journal lists them. */
  readonly journal: () => Later<readonly Pick<JournalEntry, 'operation' | 'method' | 'path'>[]>
}

/** Whether a value is an organisation in process. */
export function isOrganisation(value: unknown): value is Organisation {
  return typeof value === 'object' && value !== null && 'control' in value && 'dispatcher' in value
}

/** Whether a value is an organisation on a server, as `orgFixtures({ serverUrl })` hands out. */
export function isSharedOrg(value: unknown): value is SharedOrg {
  return (
    typeof value === 'object' && value !== null && 'control' in value && 'name' in value && 'delete' in value
  )
}

/** The data of an organisation for matchers. */
export function factsOf(matcher: string, org: Organisation | SharedOrg): OrgFacts {
  if (isOrganisation(org)) return factsHere(org)
  const facts = Object.entries(factsThere(org)).map(([name, ask]) => [
    name,
    (input: never) => {
      const answer = ask(input)
      if (isPromise(answer)) noteAsked(org, matcher, answer)
      return answer
    },
  ])
  return Object.fromEntries(facts) as OrgFacts
}

function factsHere({ model, control }: Organisation): OrgFacts {
  const group = ({
    id,
    profile,
  }: {
    readonly id: string
    readonly profile: Readonly<Record<string, unknown>>
  }) => ({
    id,
    name: String(profile['name']),
  })
  return {
    user(reference) {
      const found = model.users.find(reference)
      return found && { id: found.id, login: String(found.profile.login), status: found.status }
    },
    userCount: () => model.users.collection.size,
    groups: () => [...model.groups.collection.values()].map(group),
    groupsOf: (userId) => model.memberships.groupsOf(userId).map(group),
    mails: (whose) => control.listMails(whose),
    calls: (operation) => model.traffic.entries.find({ operation }).map(callHere),
    journal: () => model.traffic.entries.find().map(({ entry }) => entry),
  }
}

function callHere(kept: KeptEntry): CallFacts {
  const { exchanged } = kept
  const exchange = exchangeOf(kept)
  const headers = [...exchanged.requestHeaders()].map(([name, value]) => [name.toLowerCase(), value])
  return {
    exchange,
    headers: Object.fromEntries(headers),
    body: jsonIn(exchanged.requestBody) ?? exchange.request.body,
  }
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Over HTTP, through the control plane: without secrets. */
function factsThere({ control }: SharedOrg): OrgFacts {
  const find = async (reference: string) => (await control.findUser({ user: reference })).user
  return {
    user: async (reference) => {
      const found = await find(reference)
      return found ? { id: found.id, login: found.profile['login'], status: found.status } : undefined
    },
    userCount: async () => (await control.describe()).users.total,
    groups: () => control.listGroups(),
    groupsOf: async (userId) => (await find(userId))?.groups ?? [],
    mails: (whose) => control.listMails(whose),
    calls: async (operation) => {
      const entries = await control.readJournal({ operation })
      const exchanges = await Promise.all(entries.map(({ number }) => control.readExchange({ number })))
      return exchanges.map((exchange) => ({
        exchange,
        headers: exchange.request.headers,
        body: exchange.request.body,
      }))
    },
    journal: () => control.readJournal(),
  }
}
