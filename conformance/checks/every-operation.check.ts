/**
 * Rules for every operation alike. Each is called where it would succeed, next to one equivalent created before and one
 * created later. Strangers call first, and then the run.
 */
import {
  a,
  check,
  type Api,
  type CheckContext,
  type Json,
  type Reply,
  type RequirementId,
} from '../engine/run/check.ts'
import { Blocked } from '../engine/run/interruption.ts'
import { requirements } from '../registry/requirements.ts'
import { callOf, routes } from '../engine/wire/routes.ts'
import type { OperationName } from '../../src/contract/operation-names.ts'
import { operationRows } from './support/operations.ts'
import { tryPassword } from './support/arrange.ts'
import { seen, setStage, userRead, type OperationRow, type Read, type Scenario } from './support/scenario.ts'

function call(api: Api, operation: OperationName, { ids, query = '', body }: Scenario): Promise<Reply> {
  const { method, path } = callOf(operation, ids)
  return api.request(method, path + query, body)
}

/** Tokens that were never issued, some of them similar to the one of the run. */
function invalidCallers(api: Api, nobody: string): readonly Api[] {
  return [
    api.as(nobody),
    api.almost((token) => `${token}x`),
    api.almost((token) => token.slice(0, -1)),
    api.almost((token) =>
      token.replace(/[a-z]/i, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())),
    ),
  ]
}

/** Shorter ids may be numbers in order, so that an id without its last letter may belong to another record. */
const longEnough = 12

/** The same call on ids similar to the scenario's; empty if the operation calls no record. */
function nearly(
  operation: OperationName,
  scenario: Scenario,
  unique: CheckContext['unique'],
  hows: readonly ('longer' | 'shorter')[],
): Scenario[] {
  const [, name = ''] = /\{(\w+)\}/.exec(routes[operation]) ?? []
  const { [name]: id } = scenario.ids
  if (id === undefined) return []
  return hows
    .filter((how) => how === 'longer' || id.length >= longEnough)
    .map((how) => ({ ...scenario, ids: { ...scenario.ids, [name]: unique.near(id, how) } }))
}

/**
 * The id of a record and its time of creation, or the ids in a list. Only whether it has items, if the list has several
 * pages or others may change it at any time.
 */
function identityOf({ status, json, body, links }: Reply, isOfAll: boolean): Json {
  if (!Array.isArray(body))
    return { status, id: json.client_id ?? json.id ?? null, created: json.created ?? null }
  const ids = body.map((each: Json) => String(each?.client_id ?? each?.id)).toSorted()
  return { status, items: isOfAll || links['next'] !== undefined ? ids.length > 0 : ids }
}

/** The operations of each requirement about a refusal without credentials, the first that fits; those of users fit none. */
const required = {
  clients: / \/oauth2\//,
  rules: /v1\/groups\/rules/,
  groups: /v1\/groups/,
  lifecycle: /\/lifecycle\/|^DELETE \/api\/v1\/users\/\{id\}$/,
  credentials: /\/credentials\//,
  users: /./,
} as const

/** The requirement about the refusal of a call without credentials. */
function requiredOf({ operation }: OperationRow): RequirementId {
  const kinds = Object.keys(required) as (keyof typeof required)[]
  const kind = kinds.find((each) => required[each].test(routes[operation])) ?? 'users'
  return `auth.required.${kind}`
}

/** The requirement about the refusal of an unknown id. */
function unknownOf({ operation }: OperationRow): RequirementId {
  const ofClient = {
    getClient: 'clients.get.unknown',
    updateClient: 'clients.update.unknown',
    newClientSecret: 'clients.new-secret.unknown',
    deleteClient: 'clients.delete.unknown',
  } as const
  return operation in ofClient ? ofClient[operation as keyof typeof ofClient] : 'errors.unknown-resource'
}

function requirementsOf(row: OperationRow, isRead: boolean): RequirementId[] {
  const { keeps = {}, password, operation } = row
  return [
    ...new Set<RequirementId>([
      requiredOf(row),
      ...(createsRecord.test(operation) ? [successes[operation]] : []),
      'auth.invalid-token',
      'conventions.reads.safe',
      ...(isRead ? [] : (['conventions.writes.others-kept'] as const)),
      ...Object.values(keeps),
      'conventions.json.body',
      'conventions.json.content-type',
      ...(isOfClients.test(operation) ? (['conventions.json.clients-charset'] as const) : []),
      ...(/^create|^register|^list(Users|Groups|Clients|GroupRules)$/.test(operation)
        ? []
        : [unknownOf(row)]),
      ...(password === undefined || password === 'set' || isRead
        ? []
        : (['users.operations.password-kept'] as const)),
    ]),
  ]
}

const isOfClients = /^(register|list|get|update)Clients?$/
const createsRecord = /^(create|register)/
const isOfUser = /\/users\/\{(id|userId)\}/
const ofAll = /^list(Users|Groups|Clients|GroupRules)$/

const isRead = ({ operation }: OperationRow): boolean => /^(get|list)/.test(operation)

/** The requirement about the success of each operation: the one that covers it, if a plain user shows it. */
const successes = {
  ...Object.fromEntries(
    requirements.flatMap(({ id, covers = [] }) =>
      covers.flatMap((cover) => (cover.startsWith('success:') ? [[cover.slice('success:'.length), id]] : [])),
    ),
  ),
  listUserAppLinks: 'users.app-links.none',
  reactivateUser: 'users.reactivate.provisioned',
} as Readonly<Record<OperationName, RequirementId>>

for (const row of operationRows) {
  const { operation: called, also = [], needs = [], keeps = {}, password } = row
  const judged = requirementsOf(row, isRead(row))
  const operations = [called, ...also]
  const named = operations.join(', ')
  const others = isRead(row) ? 'conventions.reads.safe' : 'conventions.writes.others-kept'
  // A feature that a target may lack must not hide results of the other operations. Nor must a write that takes time
  // hide those of the reads.
  const isShown = (requirement: RequirementId): boolean =>
    (needs.length === 0 || requirement.startsWith('rules.')) &&
    (requirement !== 'conventions.reads.safe' || isRead(row))
  check(
    `${named}: strangers are refused, and nothing changes but what it is for`,
    {
      judges: judged.filter(isShown),
      supports: [
        ...judged.filter((requirement) => !isShown(requirement)),
        ...(isOfUser.test(routes[called]) ? (['users.path.login'] as const) : []),
      ],
      needs,
      timeout: 60_000,
    },
    async (context) => {
      const { api, judge, poll } = context
      const stage = setStage(context)
      const earlier = await row.scenario(stage, 0)
      const scenario = await row.scenario(stage, 1)
      const later = await row.scenario(stage, 2)
      const reads = [
        scenario.reads,
        itself(scenario),
        earlier.besides ?? earlier.reads,
        later.besides ?? later.reads,
      ]
      const [before = {}, itselfBefore = {}, ...besidesBefore] = await seen(api, reads)
      let failure: unknown
      for (const operation of operations)
        await tryOperation(context, row, scenario, itselfBefore, operation).catch((error: unknown) => {
          // If one cannot be tried, the other ones still can.
          if (!(error instanceof Blocked)) throw error
          failure ??= error
        })
      const [after = {}, , ...besides] = await seen(api, reads)
      judge(others).equal(besides, besidesBefore, 'the records beside it')
      if (isRead(row)) judge(others).equal(after, before, 'the record that was read')
      else if ((after['status on the way'] ?? null) === null) {
        const [again = {}] = await seen(api, [itself(scenario)])
        judge('conventions.reads.safe').equal({ ...after, ...again }, after, 'what was written, read again')
      }
      if (failure !== undefined) throw failure
      for (const [part, requirement] of Object.entries(keeps))
        judge(requirement).equal(after[part], before[part], `the ${part} after ${row.operation}`)
      if (password !== undefined && password !== 'set' && scenario.user !== undefined) {
        const { path, password: known } = scenario.user
        if (password !== 'kept') await api.control(successes[called]).post(`${path}${password.afterwards}`)
        // A user in a transition to another status need not accept one.
        if (password !== 'kept' || after['status on the way'] !== null)
          await poll.until(
            () => api.get(path),
            ({ json }) => (json.transitioningToStatus ?? null) === null,
          )
        const tried = await tryPassword(api, path, known)
        judge(isRead(row) ? others : 'users.operations.password-kept').success(tried)
      }
      for (const { user } of isRead(row) ? [] : [earlier, later]) {
        if (user === undefined || password !== 'set') continue
        judge(others).success(await tryPassword(api, user.path, user.password))
      }
    },
  )
}

/** Judges that an answer with a body is JSON, and says so. */
function judgeMedia(judge: CheckContext['judge'], { operation }: OperationRow, reply: Reply): void {
  const [json, type] = [judge('conventions.json.body'), judge('conventions.json.content-type')]
  if (reply.text === '') {
    for (const each of [json, type]) each.pass('an answer without a body')
    return
  }
  const shown = reply.headers['content-type'] ?? ''
  json.on(reply).ok(reply.body !== undefined, 'JSON', reply.text)
  type.on(reply).ok(/^application\/json\b/i.test(shown), 'application/json', shown)
  if (isOfClients.test(operation))
    judge('conventions.json.clients-charset')
      .on(reply)
      .like(shown, a.text(/;\s*charset\s*=\s*"?utf-8"?\s*(;|$)/i))
}

/** The names of a record, as a read shows them. */
function namesIn({ profile, settings, ...read }: Readonly<Record<string, Json>>): string[] {
  return [profile?.login, settings?.client_name, read['profile of the group']?.name].filter(
    (name) => typeof name === 'string',
  )
}

/** The read at the record of a scenario, for use between calls. Other reads come before and after all calls. */
function itself({ reads }: Scenario): readonly Read[] {
  return reads.slice(0, 1)
}

/** Calls an operation where it succeeds, on a user by its login. If that fails, calls it by the id. */
async function callByName(
  api: Api,
  judge: CheckContext['judge'],
  operation: OperationName,
  scenario: Scenario,
): Promise<Reply> {
  const { user: { login } = {}, ids } = scenario
  const byLogin =
    login === undefined
      ? undefined
      : await call(api, operation, { ...scenario, ids: { ...ids, id: login, userId: login } })
  const isDone = byLogin !== undefined && byLogin.status < 300
  const reply = isDone ? byLogin : await call(api.control(successes[operation]), operation, scenario)
  if (byLogin !== undefined) judge('users.path.login').success(byLogin)
  return reply
}

/** Calls an operation as strangers, on an id similar to that of the record, and as the run. */
async function tryOperation(
  { api, judge, unique }: CheckContext,
  row: OperationRow,
  scenario: Scenario,
  known: Readonly<Record<string, Json>>,
  operation: OperationName,
): Promise<void> {
  const reads = scenario.listed === undefined ? itself(scenario) : [scenario.listed]
  const read = async (): Promise<Json> => (await seen(api, [reads]))[0]
  const before: Json = scenario.listed === undefined ? known : await read()
  // A list of all records needs no earlier record: the run is admitted first.
  if (ofAll.test(operation)) await call(api.control(successes[operation]), operation, scenario)
  const anonymous = await call(api.anonymous(), operation, scenario)
  const refusesAnonymous = judge(requiredOf(row)).refused(anonymous)
  const revealed = namesIn(known).filter((name) => anonymous.text.includes(name))
  judge(requiredOf(row)).on(anonymous).equal(revealed, [], 'what the refusal reveals of the record')
  let refusesInvalid = true
  for (const invalidCaller of invalidCallers(api, `never-issued-${unique()}`))
    if (!judge('auth.invalid-token').refused(await call(invalidCaller, operation, scenario)))
      refusesInvalid = false
  let standing: Json = before
  if (!isRead(row)) {
    const now = await read()
    standing = now
    const what = 'what was there before the calls of strangers'
    // Only an admitted stranger can have changed it; if all were refused, any of them may have.
    if (refusesInvalid || !refusesAnonymous) judge(requiredOf(row)).equal(now, before, what)
    if (refusesAnonymous || !refusesInvalid) judge('auth.invalid-token').equal(now, before, what)
  }
  for (const near of nearly(operation, scenario, unique, isRead(row) ? ['longer', 'shorter'] : ['longer'])) {
    judge(unknownOf(row)).refused(await call(api, operation, near))
    if (!isRead(row))
      judge(unknownOf(row)).equal(await read(), standing, 'what was there before the call with another id')
  }
  const reply = await callByName(api, judge, operation, scenario)
  judgeMedia(judge, row, reply)
  if (createsRecord.test(operation))
    judge(successes[row.operation]).like(reply.json, {
      [operation === 'registerClient' ? 'client_id' : 'id']: a.string,
    })
  // A read gives the same answer again, and by the other name.
  if (isRead(row))
    judge('conventions.reads.safe').equal(
      identityOf(await call(api, operation, scenario), ofAll.test(operation)),
      identityOf(reply, ofAll.test(operation)),
      `what ${operation} answers when it is called again`,
    )
}

check(
  'reads of a suspended user leave it suspended',
  { judges: ['conventions.reads.safe'] },
  async ({ api, given, judge }) => {
    const { path } = await given.user({ status: 'SUSPENDED' })
    const [before] = await seen(api, [[userRead({ path })]])
    for (const below of ['', '/groups', '/appLinks', '/grants', '/clients']) await api.get(`${path}${below}`)
    const [after] = await seen(api, [[userRead({ path })]])
    judge('conventions.reads.safe').equal(after, before, 'the user that was read')
  },
)
