import { beforeAll, expect, test } from 'vitest'
import { beyondOperations } from '../../src/contract/operations/beyond.ts'
import { loadDataset } from '../../src/fixtures/index.ts'
import { openApiDocument } from '../../src/contract.ts'
import { createOrg } from '../../src/index.ts'
import { createFetchHandler, type FetchHandler } from '../../src/server.ts'
import { OpenApiValidator } from '../support/openapi-validator.ts'

const baseUrl = 'http://localhost:4010'

/** Lists that lead to every record of the demo data. */
const lists = [
  '/api/v1/users?limit=200',
  '/api/v1/groups?limit=200&expand=stats,app',
  '/api/v1/groups/rules?limit=200',
  '/api/v1/apps?limit=200',
  '/api/v1/authorizationServers',
  '/api/v1/logs?limit=10',
  '/oauth2/v1/clients?limit=200',
]
/** Links that are handed out instead of mailed: to users of a status, by an operation. */
const handedOut = [
  ['STAGED', 'activate'],
  ['PROVISIONED', 'reactivate'],
  ['ACTIVE', 'reset_password'],
] as const
const ofUser = ['', '/groups', '/appLinks', '/clients', '/grants?expand=scope']

let handler: FetchHandler
beforeAll(async () => {
  const org = createOrg({ apiToken: 'token', baseUrl })
  await loadDataset(org, 'demo')
  handler = createFetchHandler(org)
})

interface Link {
  readonly url: string
  readonly method: string
}

/** Every link of a reply: addresses of this server and `href` members, except names of servers and schemas. */
function linksOf(value: unknown, found: Link[] = []): readonly Link[] {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, member] of Object.entries(value)) {
    const isLink = typeof member === 'string' && (name === 'href' || member.startsWith(baseUrl))
    if (!isLink) linksOf(member, found)
    else if (name !== 'issuer' && name !== 'id' && !Array.isArray(value))
      found.push({ url: member, method: (value as { method?: string }).method ?? 'GET' })
  }
  return found
}

const ask = (url: string, cookie = '', method = 'GET'): Promise<Response> =>
  handler(new Request(url, { method, headers: { authorization: 'SSWS token', cookie } }))

const validator = new OpenApiValidator(openApiDocument({ beyond: true, baseUrl }))

/** The parts of a reply that the OpenAPI document does not describe. */
function violations(url: string, { status, headers }: Response, received: string): readonly string[] {
  const { pathname: path, search } = new URL(url)
  const named = Object.fromEntries(headers)
  const exchange = { method: 'GET', path, query: search.slice(1), sent: '', status, headers: named, received }
  return validator.violations(exchange).map((problem) => `${url}: ${problem}`)
}

test('every link of every reply in the demo data leads somewhere', async () => {
  const { control, data } = handler.org
  const users = data.users.findMany().map(({ id }) => id)
  const queue = new Map<string, Link>()
  const add = (link: Link): void => void (queue.has(link.url) || queue.set(link.url, link))
  const broken: string[] = []
  const cookies = new Map<string, string>()
  for (const path of lists) add({ url: baseUrl + path, method: 'GET' })
  for (const [userStatus, action] of handedOut) {
    const { id } = data.users.findFirst((q) => q.where({ status: userStatus }))!
    const reply = await ask(`${baseUrl}/api/v1/users/${id}/lifecycle/${action}?sendEmail=false`, '', 'POST')
    const [link] = linksOf(await reply.json())
    add(link!)
  }
  for (const id of users)
    for (const part of ofUser) add({ url: `${baseUrl}/api/v1/users/${id}${part}`, method: 'GET' })

  for (const { url, method } of queue.values()) {
    const reply = await ask(url, cookies.get(url))
    const { status } = reply
    // A path that is known for POST only says so, and nothing is changed by asking.
    const isRight = method === 'GET' ? status < 400 : status === 405
    if (!isRight) broken.push(`${method} ${url}: ${status}`)
    if (status >= 300 && status < 400) expect(reply.headers.get('location')).toMatch(/^https?:/)
    if (!reply.headers.get('content-type')?.startsWith('application/json')) continue
    const text = await reply.text()
    const body: unknown = JSON.parse(text)
    broken.push(...violations(url, reply, text))
    for (const link of linksOf(body)) add(link)
    for (const [, next] of (reply.headers.get('link') ?? '').matchAll(/<([^>]+)>/g))
      add({ url: next!, method: 'GET' })
    const [, userId] = /\/users\/(\w+)\/appLinks$/.exec(url) ?? []
    if (userId !== undefined)
      for (const { url: link } of linksOf(body))
        cookies.set(link, control.openSession({ user: userId }).sessionCookie)
  }
  expect(broken).toEqual([])
  const followed = [...queue.keys()].map((url) => url.slice(baseUrl.length))
  for (const path of [
    /^\/api\/v1\/meta\/schemas\/user\//,
    /^\/api\/v1\/meta\/types\/user\//,
    /^\/api\/v1\/apps\/\w+$/,
    /\/apps\/\w+\/users$/,
    /\/apps\/\w+\/groups$/,
    /\/authorizationServers\/\w+\/scopes\/\w+$/,
    /^\/home\//,
    /^\/assets\//,
  ])
    expect(
      followed.some((each) => path.test(each)),
      String(path),
    ).toBe(true)
}, 60_000)

test.each(beyondOperations.map(({ method, path }) => [method, path]))(
  '%s %s is an unknown path without the endpoints beyond the description',
  async (method, path) => {
    const org = createOrg({ apiToken: 'token', interpretations: { 'beyond-the-description': 'absent' } })
    const headers = { authorization: 'SSWS token', 'content-type': 'application/json' }
    const reply = await org.fetch(path.replaceAll(/\{\w+\}/g, 'x'), {
      method,
      headers,
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    const body = (await reply.json()) as { errorCode: string; errorCauses: { errorSummary: string }[] }
    expect([reply.status, body.errorCode]).toEqual([404, 'E0000008'])
    expect(JSON.stringify(body)).not.toContain('authn')
  },
)
