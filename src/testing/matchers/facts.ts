import type { SharedOrg } from '../../client/shared-org.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import { type Exchange, exchangeOf } from '../../exchange/journal.ts'
import { isPromise } from '../../model/kernel/changes.ts'
import type { JournalEntry, KeptEntry } from '../../model/access/journal.ts'
import type { Secrets } from '../../model/access/redaction.ts'
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
  /** Logins that may have been meant: those of an organisation in process. */
  readonly logins: () => readonly string[]
  /** The groups that may have been meant. */
  readonly groups: (reference: string) => Later<readonly GroupFacts[]>
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
  const facts = factsBy(org)
  if (isOrganisation(org)) return facts
  const noted = Object.entries(facts).map(([name, ask]) => [
    name,
    (input: never) => {
      const answer = ask(input)
      if (isPromise(answer)) noteAsked(org, matcher, answer)
      return answer
    },
  ])
  return Object.fromEntries(noted) as OrgFacts
}

function factsBy(org: Organisation | SharedOrg): OrgFacts {
  const { control } = org
  const find = (reference: string) =>
    andThen(reference === '' ? { user: null } : control.findUser({ user: reference }), ({ user }) => user)
  return {
    user: (reference) =>
      andThen(find(reference), (found) =>
        found ? { id: found.id, login: found.profile['login'], status: found.status } : undefined,
      ),
    userCount: () => andThen(control.describe(), ({ users }) => users.total),
    logins: () =>
      isOrganisation(org)
        ? org.model.users.collection.values().map(({ profile }) => String(profile['login']))
        : [],
    groups: (reference) =>
      isOrganisation(org)
        ? org.model.groups.collection.values().map(groupFacts)
        : andThen(groupsThere(org, reference), (found) => (found.length > 0 ? found : groupsThere(org, ''))),
    groupsOf: (userId) => andThen(find(userId), (found) => found?.groups ?? []),
    mails: (whose) => control.listMails(whose),
    calls: (operation) =>
      isOrganisation(org)
        ? org.model.traffic.entries.find({ operation }).map((kept) => callHere(kept, org.model))
        : callsThere(org, operation),
    journal: () => control.readJournal(),
  }
}

function groupFacts({ id, profile }: { id: string; profile: Readonly<Record<string, unknown>> }): GroupFacts {
  return { id, name: String(profile['name']) }
}

async function groupsThere({ control }: SharedOrg, text: string): Promise<readonly GroupFacts[]> {
  return (await control.search({ kind: 'groups', text, limit: 1000 })).rows.map(groupFacts)
}

function callHere(kept: KeptEntry, secrets: Secrets): CallFacts {
  const { exchanged } = kept
  const exchange = exchangeOf(kept, secrets)
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
async function callsThere({ control }: SharedOrg, operation: OperationName): Promise<readonly CallFacts[]> {
  const entries = await control.readJournal({ operation })
  const exchanges = await Promise.all(entries.map(({ number }) => control.readExchange({ number })))
  return exchanges.map((exchange) => {
    const { headers, body } = exchange.request
    return { exchange, headers, body }
  })
}
