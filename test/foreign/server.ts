/**
 * A second, small server of the same contract, written from the API description alone. It shares no code with the
 * project. It differs wherever the API description allows: ids, page sizes, orders, refusals, links and statuses of
 * success. It also differs in embedded contents and null or absent. The suite must find nothing wrong with it.
 */
import { deleteClient, getClient, listClients, registerClient, renewSecret, updateClient } from './clients.ts'
import {
  appsOfGroup,
  createGroup,
  deleteGroup,
  getGroup,
  groupsOfUser,
  listGroups,
  listMembers,
  setMember,
  updateGroup,
} from './groups.ts'
import { takeStep } from './lifecycle.ts'
import { createRule, deleteRule, getRule, listRules, switchRule, updateRule } from './rules.ts'
import { Service } from './service.ts'
import type { Settings } from './settings.ts'
import { createUser, deleteUser, findUser, listUsers, show, updateUser } from './users.ts'
import type { Answer, Call, Json } from './wire.ts'
import { Refusal, flag, page, refuse, unknown } from './wire.ts'

export type { Settings } from './settings.ts'

type Route = readonly [method: string, path: RegExp, run: (service: Service, call: Call) => Answer]

const at = (method: string, path: string, run: Route[2]): Route => [
  method,
  new RegExp(`^${path.replaceAll('{}', '([^/]+)')}/?$`),
  run,
]

const user = '/api/v1/users/{}'
const group = '/api/v1/groups/{}'
const rule = '/api/v1/groups/rules/{}'
const client = '/oauth2/v1/clients/{}'

/** The first that fits answers. */
const routes: readonly Route[] = [
  at('POST', '/oauth2/v1/clients', registerClient),
  at('GET', '/oauth2/v1/clients', listClients),
  at('GET', client, getClient),
  at('PUT', client, updateClient),
  at('DELETE', client, deleteClient),
  at('POST', `${client}/lifecycle/newSecret`, renewSecret),
  at('POST', '/api/v1/groups/rules', createRule),
  at('GET', '/api/v1/groups/rules', listRules),
  at('GET', rule, getRule),
  at('PUT', rule, updateRule),
  at('DELETE', rule, deleteRule),
  at('POST', `${rule}/lifecycle/activate`, (service, call) => switchRule(service, call, 'ACTIVE')),
  at('POST', `${rule}/lifecycle/deactivate`, (service, call) => switchRule(service, call, 'INACTIVE')),
  at('POST', '/api/v1/groups', createGroup),
  at('GET', '/api/v1/groups', listGroups),
  at('GET', group, getGroup),
  at('PUT', group, updateGroup),
  at('DELETE', group, deleteGroup),
  at('GET', `${group}/users`, listMembers),
  at('PUT', `${group}/users/{}`, (service, call) => setMember(service, call, true)),
  at('DELETE', `${group}/users/{}`, (service, call) => setMember(service, call, false)),
  at('GET', `${group}/apps`, appsOfGroup),
  at('POST', '/api/v1/users', createUser),
  at('GET', '/api/v1/users', listUsers),
  at('POST', '/api/v1/users/me/lifecycle/delete_sessions', () => {
    throw refuse(403, 'E0009009', 'There is no session')
  }),
  at('GET', user, (service, call) => ({
    status: 200,
    body: show(service, call, findUser(service, call.args[0] ?? '', call.caller)),
  })),
  at('PUT', user, (service, call) => updateUser(service, call, true)),
  at('POST', user, (service, call) => updateUser(service, call, false)),
  at('DELETE', user, deleteUser),
  at('GET', `${user}/appLinks`, listOfUser),
  at('GET', `${user}/groups`, groupsOfUser),
  at('DELETE', `${user}/sessions`, (service, call) => {
    findUser(service, call.args[0] ?? '', call.caller)
    flag(call, 'oauthTokens', false)
    return { status: 204 }
  }),
  at('POST', `${user}/(lifecycle|credentials)/(\\w+)`, takeStep),
  at('GET', `${user}/grants`, early(listOfUser)),
  at('DELETE', `${user}/grants`, early(removedOfUser)),
  at('GET', `${user}/grants/{}`, early(nothingOfUser('grant'))),
  at('DELETE', `${user}/grants/{}`, early(nothingOfUser('grant'))),
  at('GET', `${user}/clients`, early(listOfUser)),
  at('GET', `${user}/clients/{}/grants`, early(listOfUser)),
  at('DELETE', `${user}/clients/{}/grants`, early(removedOfUser)),
  at('GET', `${user}/clients/{}/tokens`, listOfUser),
  at('DELETE', `${user}/clients/{}/tokens`, removedOfUser),
  at('GET', `${user}/clients/{}/tokens/{}`, nothingOfUser('token')),
  at('DELETE', `${user}/clients/{}/tokens/{}`, nothingOfUser('token')),
]

/** Nobody ever consented to anything here, nor was given a token. */
function listOfUser(service: Service, call: Call): Answer {
  ofUser(service, call)
  const { headers } = page(call, [], String, service.settings.pages)
  return { status: 200, headers, body: [] }
}

function removedOfUser(service: Service, call: Call): Answer {
  ofUser(service, call)
  return { status: 204 }
}

function nothingOfUser(what: string): Route[2] {
  return (service, call) => {
    ofUser(service, call)
    throw unknown(what)
  }
}

function ofUser(service: Service, call: Call): void {
  findUser(service, call.args[0] ?? '', call.caller)
  if (/\/clients\/[^/]/.test(call.url.pathname) && !service.clients.has(call.args[1] ?? ''))
    throw unknown('client')
}

function early(run: Route[2]): Route[2] {
  return (service, call) => {
    if (!service.settings.earlyAccess) throw refuse(403, 'E0009010', 'This is not switched on')
    return run(service, call)
  }
}

/** A foreign server, empty but for its administrator. It answers by `fetch`, at any address. */
export function createForeignServer(settings: Partial<Settings> = {}): {
  readonly token: string
  fetch(request: Request): Promise<Response>
} {
  const service = new Service(settings)
  const token = 'foreign-token-7'
  return {
    token,
    async fetch(request) {
      const answer = await answerOf(service, request, token)
      const body = answer.body === undefined ? null : JSON.stringify(answer.body)
      const headers = {
        ...answer.headers,
        ...(body === null ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
      }
      return new Response(body, { status: answer.status, headers })
    },
  }
}

async function answerOf(service: Service, request: Request, token: string): Promise<Answer> {
  const url = new URL(request.url)
  try {
    if (request.headers.get('authorization') !== `SSWS ${token}`)
      throw refuse(401, 'E0009011', 'Who are you?')
    const fitting = routes.filter(([, path]) => path.test(url.pathname))
    const route = fitting.find(([method]) => method === request.method)
    if (route === undefined)
      throw refuse(fitting.length === 0 ? 404 : 405, 'E0009000', 'There is nothing here')
    const sent = await request.text()
    return route[2](service, {
      method: request.method,
      url,
      query: url.searchParams,
      headers: request.headers,
      body: sent === '' ? undefined : parsed(sent),
      hasBody: sent !== '',
      args: (route[1].exec(url.pathname) ?? []).slice(1).map(decodeURIComponent),
      caller: service.administrator.id,
    })
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

function parsed(sent: string): Json {
  try {
    return JSON.parse(sent)
  } catch {
    throw refuse(400, 'E0009012', 'This is no JSON')
  }
}
