import { call, run, type Target, targetAt, ToolError } from './target.ts'
import { areaTool, controlTool, fieldsOfAction } from './area-tools.ts'
import { checkTool } from './check.ts'
import { explainTool, journalTool } from './journal.ts'
import { lookUpTool } from './look-up.ts'
import type { Input, Session, Tool } from './tool.ts'

const organisationTool: Tool = {
  description:
    'Start here. Show the organisation that the tools act on: its URL and API token for the application under test, the time, its users, groups and clients. With `data` it first replaces every record by a sample data set.',
  fields: {
    data: { type: 'string', description: 'empty, demo, examples, large or large:N' },
  },
  localFields: {
    url: {
      type: 'string',
      description:
        'From now on act on this running server (identikit serve), such as http://localhost:4010 or http://localhost:4010/orgs/a. `own`: on the organisation that was started with this MCP server',
    },
    controlToken: { type: 'string', description: 'The control token of that server, if it has one' },
  },
  async run(session, { url, controlToken, data }) {
    const target = url === undefined ? session.target : targetOf(session, url, controlToken)
    if (data !== undefined) await run(target, 'loadDataset', { dataset: data, replace: true })
    const summary = await summaryOf(target)
    session.target = target
    return summary
  },
}

function targetOf({ own }: Session, url: unknown, token: unknown): Target {
  if (url === 'own' && own) return own
  if (typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))
    return targetAt(url, typeof token === 'string' ? token : undefined)
  throw new ToolError(`url: expected an address such as http://localhost:4010, got ${JSON.stringify(url)}`)
}

async function summaryOf(target: Target): Promise<string> {
  const [described, { token }] = await Promise.all([call(target, 'describe'), call(target, 'readApiToken')])
  const { baseUrl, now, frozen, faults, snapshots, ...others } = described
  const lines = Object.entries(others).flatMap(([kind, count]) => {
    if (typeof count !== 'object' || !('total' in count)) return []
    const { total, by } = count
    const parts = Object.entries(by).map(([name, its]) => `${its} ${name}`)
    return `${kind}: ${total}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
  })
  return [
    `${baseUrl}  send the header Authorization: SSWS ${token}`,
    `time: ${now}${frozen ? ', stopped' : ''}; active faults: ${faults}; snapshots: ${snapshots.join(', ') || 'none'}`,
    ...lines,
  ].join('\n')
}

const createTool: Tool = {
  description:
    'Create people, groups, rules, applications or clients from a seed, all or nothing, and return the users. Example: {"users":[{"login":"kaylee@example.com","firstName":"Kaylee","lastName":"Frye","status":"LOCKED_OUT","password":"Quiet-Harbour-17","groups":["Crew"]}],"groups":[{"name":"Crew"}]}. A status is one of STAGED, PROVISIONED, ACTIVE (the default), RECOVERY, LOCKED_OUT, PASSWORD_EXPIRED, SUSPENDED, DEPROVISIONED. The reset of the control plane returns to this data. Page reference/seeds.md lists every field.',
  fields: Object.fromEntries(
    (
      [
        [
          'users',
          'By login: firstName, lastName, email, status, password, groups, profile, manager, factors',
        ],
        ['groups', 'By name: description'],
        ['rules', 'By name: expression, groups, status'],
        ['apps', 'By label: name, groups, users'],
        ['clients', 'By client_name: client_id, application_type, grant_types, redirect_uris'],
      ] as const
    ).map(([name, description]) => [name, { type: 'array', items: { type: 'object' }, description }]),
  ),
  async run({ target }, seed) {
    await run(target, 'loadDataset', { seed })
    const logins = (Array.isArray(seed['users']) ? seed['users'] : []).map(({ login }: Input) =>
      String(login),
    )
    const users = await Promise.all(logins.slice(0, 20).map((user) => call(target, 'findUser', { user })))
    const lines = users.flatMap(({ user }) => (user ? `${user.id} ${user.profile.login} ${user.status}` : []))
    return lines.length === 0 ? 'Created.' : lines.join('\n')
  },
}

const requestTool: Tool = {
  description:
    'Send a request to the API and return status and body. Without an Authorization or Cookie header it is sent with the API token of the administrator. Faults apply, and the journal lists it.',
  fields: {
    ...fieldsOfAction('sendRequest'),
    body: { description: 'The body: a JSON value or a text' },
  },
  required: ['path'],
  async run({ target }, { headers = {}, body, ...request }) {
    const given = new Set(Object.keys(headers as object).map((name) => name.toLowerCase()))
    const { token } = await call(target, 'readApiToken')
    const isKnown = given.has('authorization') || given.has('cookie') || request['client'] !== undefined
    const hasType = body === undefined || given.has('content-type')
    const reply = (await run(target, 'sendRequest', {
      ...request,
      headers: {
        ...(isKnown ? {} : { authorization: `SSWS ${token}` }),
        ...(hasType ? {} : { 'content-type': 'application/json' }),
        ...(headers as object),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })) as {
      readonly status: number
      readonly body: string
      readonly number?: number
      readonly broken?: string
    }
    const broken = reply.broken === undefined ? '' : ` (${reply.broken})`
    return `#${reply.number ?? '?'} ${reply.status}${broken}\n${reply.body}`
  },
}

/** The tools by name: at most fifteen with `vary`, because clients show all of them to their models. */
export const tools: Readonly<Record<string, Tool>> = {
  organisation: organisationTool,
  create: createTool,
  users: areaTool('Find people, and put them into any status without the API.', 'Users', 'Search'),
  clients: areaTool(
    'Register OAuth clients, consents and tokens of people for them, and authorization servers.',
    'Clients, consents and tokens',
  ),
  sign_in: areaTool(
    'Sign people in as they would, or open a session or issue tokens without a password. A sign-in that fails says why.',
    'Sign-ins and sessions',
    'Signing in to clients',
  ),
  mails: areaTool(
    'Read the mails that the service would have sent, and follow their one-time links.',
    'Mails and one-time links',
  ),
  clock: areaTool('Read, move, stop and resume the time of the organisation.', 'Time'),
  faults: areaTool(
    'Make matching calls fail, slow down or return a broken reply. `skip` ignores the first N matching calls; `times` limits how many fail after that. Example, the third call fails with 429: {"action":"addFault","skip":2,"times":1,"status":429}.',
    'Faults',
  ),
  send_request: requestTool,
  journal: journalTool,
  explain_call: explainTool,
  check: checkTool,
  look_up: lookUpTool,
  control: controlTool,
}
