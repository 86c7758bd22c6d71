/** A shell runs the printed curl lines; each repeats the request that it was made from. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { curlOf } from '../../conformance/report/failures.ts'
import { type RunningServer, serve } from '../../src/server.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const folder = mkdtempSync(join(tmpdir(), 'identikit-curl-'))
let mock: RunningServer
/** Notes what comes, and answers nothing. */
let echo: Server
let came: Sent[]

beforeAll(async () => {
  writeFileSync(join(folder, 'secret.txt'), 'of the machine')
  mock = await serve({ port: 0, options: { apiToken: 'token' } })
  echo = createServer(({ method = '', url = '', headers }, response) => {
    const { req } = response
    let body = ''
    req.setEncoding('utf8').on('data', (text: string) => (body += text))
    req.on('end', () => {
      came.push({ method, path: url, headers: headers as Sent['headers'], body })
      response.end()
    })
  })
  await once(echo.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  echo.close()
  await mock.close()
})

const json = { 'content-type': 'application/json' }
const asToken = { authorization: 'SSWS token' }

const sent: readonly (readonly [what: string, sent: Sent])[] = [
  ['a plain read', { method: 'GET', path: '/api/v1/users/me', headers: asToken, body: '' }],
  [
    'brackets and braces in a query',
    { method: 'GET', path: '/api/v1/users?limit=1&x=[1-3]&y={a,b}', headers: asToken, body: '' },
  ],
  ['dots in a path', { method: 'GET', path: '/api/v1/users/../groups/./x', headers: asToken, body: '' }],
  [
    'a body that names a file',
    { method: 'POST', path: '/api/v1/groups', headers: { ...asToken, ...json }, body: '@secret.txt' },
  ],
  [
    'quotes, lines and a dollar in a body',
    {
      method: 'POST',
      path: '/api/v1/groups',
      headers: { ...asToken, ...json },
      body: `it's\n"$HOME" \`id\``,
    },
  ],
  [
    'a body without a type',
    { method: 'PUT', path: '/api/v1/groups/x', headers: asToken, body: '{"profile":{}}' },
  ],
  [
    'a body of a read',
    { method: 'GET', path: '/api/v1/users', headers: { ...asToken, ...json }, body: '[]' },
  ],
  [
    'an empty header',
    { method: 'GET', path: '/api/v1/users', headers: { ...asToken, 'x-none': '' }, body: '' },
  ],
]

/** The parts of a request that count; the sender adds the rest. */
function gist({ method, path, headers, body }: Sent): unknown {
  const { authorization, 'content-type': type, 'x-none': none } = headers
  return { method, path, body, authorization, type, none }
}

async function send({ method, path, headers, body }: Sent): Promise<void> {
  const outgoing = request(mock.url, { method, path, headers: { ...headers, 'content-length': body.length } })
  const [response] = (await once(outgoing.end(body), 'response')) as [NodeJS.ReadableStream]
  await once(response.resume(), 'end')
}

/** Runs a line as somebody does who has the token at hand. */
async function run(line: string): Promise<void> {
  const env = { ...process.env, TOKEN: 'token' }
  await promisify(execFile)('sh', ['-c', `${line} -s -o /dev/null`], { cwd: folder, env })
}

const echoUrl = () => `http://127.0.0.1:${(echo.address() as AddressInfo).port}`

test.each(sent)('the journal writes %s as curl sends it', async (_, each) => {
  await send(each)
  const { code: curl } = await mock.org.control.readExchange({ as: 'curl' })
  came = []
  await run(curl.replace(mock.url, echoUrl()))
  expect(came.map(gist)).toEqual([gist(each)])
})

test.each(sent)('a report of conform writes %s as curl sends it', async (_, each) => {
  const { method, path, headers, body } = each
  came = []
  const exchange = { number: 1, method, path, requestHeaders: headers, requestBody: body }
  const answered = { status: 200, responseHeaders: {}, responseBody: '', truncated: false }
  const curl = curlOf({ ...exchange, ...answered, milliseconds: 1, attempts: 1 }, echoUrl())
  await run(curl)
  expect(
    came.map((request) => ({ ...(gist(request) as object), type: request.headers['content-type'] })),
  ).toEqual([gist(each)])
})

test('a scheme that contains a shell command runs no command', async () => {
  const scheme = '$(touch${IFS}there)'
  await send({ method: 'GET', path: '/api/v1/users', headers: { authorization: `${scheme} x` }, body: '' })
  const { code: curl } = await mock.org.control.readExchange({ as: 'curl' })
  came = []
  await run(curl.replace(mock.url, echoUrl()))
  expect(came[0]?.headers['authorization']).toBe(`${scheme} [secret]`)
})
