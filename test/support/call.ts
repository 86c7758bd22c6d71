import { type ErrorRow, type RefusalName, refusals } from '../../src/contract/errors/catalogue.ts'
import { refusalsOf } from '../../src/contract/operation-refusals.ts'
import { beyondOperations } from '../../src/contract/operations/beyond.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { type Actions, createActions } from '../../src/control/index.ts'
import { Dispatcher } from '../../src/handlers/dispatcher.ts'
import { Org } from '../../src/model/org.ts'
import type { OrgOptions } from '../../src/model/kernel/org-options.ts'
import type { JournalEntry } from '../../src/model/access/traffic.ts'
import { generalRefusals } from './general-refusals.ts'

/** A reply as a test looks at it. */
export interface TestReply {
  readonly status: number
  /** Names in lower case; several lines of one name as an array. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
  readonly json: any
}

/** Calls an operation over the wire: `call('GET', '/api/v1/users?limit=1')`. */
export type TestCall = (
  method: string,
  url: string,
  body?: unknown,
  headers?: Readonly<Record<string, string | undefined>>,
) => Promise<TestReply>

/** An organisation under test. */
export interface TestOrg {
  readonly org: Org
  readonly dispatcher: Dispatcher
  readonly control: Actions
  /** Sends the super administrator's token unless `authorization` is given (undefined: none). */
  readonly call: TestCall
}

/** Every record and setting, to see that a refusal changed nothing: an error has an id, so that ids differ. */
export const recordsOf = ({ org }: TestOrg): ReadonlyMap<string, unknown> =>
  new Map([...org.state.snapshot()].filter(([part]) => part !== 'ids'))

/**
 * Makes an organisation with a frozen clock (2026-01-05T09:30:00.000Z) and the super administrator only. An
 * error that is ours is thrown, not turned into a 500.
 */
export function testOrg(options: OrgOptions = {}): TestOrg {
  const org = new Org({
    seed: 'test',
    clock: { start: '2026-01-05T09:30:00.000Z', frozen: true },
    ...options,
  })
  const dispatcher = new Dispatcher(org)
  const control = createActions(org)
  const answered = new Map<unknown, JournalEntry>()
  org.traffic.entries.onEntry((entry) => answered.set(entry.requestId, entry))
  const call: TestCall = async (method, url, body, more = {}) => {
    let fault: unknown
    dispatcher.onError = (error) => {
      fault = error
    }
    const [path = '', query = ''] = splitOnce(url, '?')
    const headers: Record<string, string | undefined> = {
      authorization: `SSWS ${org.apiToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    }
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await dispatcher.dispatch({
      method,
      path,
      query,
      header: (name) => headers[name],
      headers: () =>
        Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
      body: text,
    })
    if (fault !== undefined) throw fault
    const json = reply.body === '' ? undefined : JSON.parse(reply.body)
    const requestId = Object.entries(reply.headers).find(([name]) => name.endsWith('-Request-Id'))?.[1]
    const entry = answered.get(requestId)
    if (entry) holdToContract(entry, reply.status, json)
    if (entry) holdToFilledTexts(entry, reply.body, url + text)
    if (entry?.refusal !== undefined) holdToFilledExplanation(control, entry, url + text)
    answered.delete(requestId)
    return {
      status: reply.status,
      headers: Object.fromEntries(
        Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      text: reply.body,
      json,
    }
  }
  return { org, dispatcher, control, call }
}

let serial = 0

/** A body that creates a user nobody else has, with changes to its profile. */
export function newUser(profile: Readonly<Record<string, unknown>> = {}): {
  profile: Record<string, unknown>
} {
  serial += 1
  const login = `user${serial}@example.com`
  return { profile: { login, email: login, firstName: 'Test', lastName: 'User', ...profile } }
}

/** Throws if the contract does not declare the reply's status, body or refusal. */
function holdToContract({ operation, refusal }: JournalEntry, status: number, json: unknown): void {
  if (operation === undefined) return
  const spec = [...operations, ...beyondOperations].find(({ name }) => name === operation)!
  if (refusal !== undefined) {
    if (generalRefusals.has(refusal) || refusalsOf(spec).includes(refusal as RefusalName)) return
    throw new Error(`${operation} refuses with ${refusal}, which its contract does not list`)
  }
  const schema = spec.responses[status]
  if (schema === undefined)
    throw new Error(`${operation} answers ${status}, which its contract does not list`)
  if (schema === null && json !== undefined) throw new Error(`${operation} answers a body with ${status}`)
  const parsed = schema?.safeParse(json)
  if (parsed?.success === false)
    throw new Error(`${operation} answers what its contract does not declare`, parsed.error)
}

/** Throws if the text of a refusal shows an unfilled placeholder, unless the caller sent the same letters. */
function holdToFilledTexts({ refusal }: JournalEntry, reply: string, sent: string): void {
  const row = Object.entries<ErrorRow>(refusals).find(([name]) => name === refusal)?.[1]
  const places = `${row?.summary} ${row?.cause} ${row?.oauth?.description}`.match(/\{\w+\}/g) ?? []
  const unfilled = places.find((place) => reply.includes(place) && !sent.includes(place))
  if (unfilled !== undefined) throw new Error(`Nothing fills ${unfilled} in ${reply}`)
}

/**
 * The same for its explanation, except for the braces of an example path. Without an entry in the journal, the
 * explanation cannot be read.
 */
function holdToFilledExplanation(control: Actions, { requestId, refusal }: JournalEntry, sent: string): void {
  if (
    refusal === 'unknown-path' ||
    !control.readJournal({ limit: 1 }).some((entry) => entry.requestId === requestId)
  )
    return
  const told = JSON.stringify(control.readExchange({ requestId }).explanation ?? {})
  const unfilled = told.match(/\{\w+\}|\$\d/g)?.find((place) => !sent.includes(place))
  if (unfilled !== undefined) throw new Error(`Nothing fills ${unfilled} in ${told}`)
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
