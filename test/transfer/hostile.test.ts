/** The results of push, pull and conform with hostile or broken servers. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../cli/run-here.ts'

type Answer = (path: string, response: ServerResponse, count: number) => void

const owner = { id: '00u1', status: 'ACTIVE', profile: { login: 'ada@example.com' } }

/** A server that knows the owner of the token, and answers everything else as it likes. */
async function serverOf(
  answer: Answer,
  me: Answer = (_, response) => json(response, owner),
): Promise<string> {
  let count = 0
  const server = createServer(({ url = '/' }, response) => {
    const path = url.split('?')[0]!
    if (path === '/api/v1/users/me') me(path, response, 0)
    else answer(url, response, (count += 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function json(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const next = (query: string): Record<string, string> => ({ link: `<http://x.test/y?${query}>; rel="next"` })
const user = (id: string): object => ({ ...owner, id })

const answers: Readonly<Record<string, Answer>> = {
  'a page that links to itself': (_, response) => json(response, [user('1')], next('after=1')),
  'pages that link to each other': (path, response) =>
    json(response, [user('1')], next(path.includes('after=1') ? 'after=2' : 'after=1')),
  'empty pages without an end': (_, response, count) => json(response, [], next(`after=${count}`)),
  'a link that is no address': (_, response) => json(response, [], { link: '<http://[>; rel="next"' }),
  'elements that are no records': (_, response) => json(response, [null, 5, 'text', []]),
  'users without a profile': (_, response) => json(response, [{ id: '1', status: 'ACTIVE' }]),
  'an object in place of a list': (_, response) => json(response, { users: [] }),
  'a text in place of a list': (_, response) => json(response, 'users'),
  'null in place of a list': (_, response) => json(response, null),
  'an HTML page': (_, response) => response.writeHead(200).end('<html>\nsign in'),
  'JSON that nests deeply': (_, response) =>
    response.writeHead(200).end(`[{"id":"1","profile":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}]`),
  'no end of a reply': (_, response) => {
    const chunk = ' '.repeat(2 ** 20)
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  },
  'a head that never ends': () => {},
  'a body that never ends': (_, response) => response.writeHead(200).write('['),
  'a connection that is cut': (_, response) => response.destroy(),
  'what is no HTTP': (_, response) => response.socket!.end('hello\r\n\r\n'),
}

test.each(Object.keys(answers))('seed --from deployment ends with 6 and one sentence: %s', async (name) => {
  const url = await serverOf(answers[name]!)
  const line = `seed --from deployment --base-url ${url} --token env:TOKEN --request-timeout 500`
  const { code, out, error } = await runHere(line.split(' '), { environment: { TOKEN: 'x' } })
  expect([code, out]).toEqual([6, ''])
  expect(error).toMatch(/^identikit seed: [^\n]{10,600}$/)
  expect(error).not.toContain('    at ')
})

test.each(['null', '5', '{"profile":5}', '{"profile":null}'])(
  'rejects %s as the owner of the token',
  async (me) => {
    const url = await serverOf(
      () => expect.unreachable(),
      (_, response) => response.writeHead(200).end(me),
    )
    for (const command of ['seed --from deployment', 'push demo']) {
      const line = `${command} --base-url ${url} --token env:TOKEN`
      const { code, error } = await runHere(line.split(' '), { environment: { TOKEN: 'x' } })
      expect([command, code]).toEqual([command, 6])
      expect(error).toMatch(/^identikit (?:seed|push): what answers at [^\n]*$/)
    }
  },
)

test.each(['seed --from deployment', 'push demo', 'conform'])(
  '%s refuses a token or header that cannot be sent, and takes each name that HTTP has',
  async (command) => {
    const environment = { TOKEN: 'a…', GOOD: 'x', BLANK: 'a b' }
    const target = [...command.split(' '), '--base-url', 'http://127.0.0.1:1', '--token']
    for (const [given, error] of [
      [['env:TOKEN'], '--token: expected visible ASCII characters, and no blanks'],
      [['env:BLANK'], '--token: expected visible ASCII characters, and no blanks'],
      [['env:GOOD', '--header', 'X-A: a…'], '--header X-A: expected characters that a header can have'],
      [
        ['env:GOOD', '--header', 'X-A: env:TOKEN'],
        '--header X-A: expected characters that a header can have',
      ],
    ] as const) {
      const told = await runHere([...target, ...given], { environment })
      expect(told).toMatchObject({ code: 2, error: expect.stringContaining(error) })
      expect(told.error).not.toContain('a…')
    }
    const named = await runHere([...target, 'env:GOOD', '--header', "X.A'b: c"], { environment })
    expect(named.code).toBe(6)
  },
)

test('push ends with 6 where lists never end', async () => {
  const url = await serverOf(answers['pages that link to each other']!)
  const line = `push demo --base-url ${url} --token env:TOKEN`
  const { code, error } = await runHere(line.split(' '), { environment: { TOKEN: 'x' } })
  expect([code, error.split('\n').length]).toEqual([6, 1])
})

test('no control character of a reply reaches the terminal', async () => {
  const evil = '\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Eevil\r\u001B[31m'
  const refused: Answer = (_, response) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ errorCode: `E1${evil}`, errorSummary: evil, errorCauses: [{ errorSummary: evil }] }),
      )
  const named: Answer = (path, response) =>
    json(
      response,
      path.startsWith('/api/v1/groups?') || path === '/api/v1/groups'
        ? [
            {
              id: 'g',
              type: 'OWN_GROUP',
              profile: { name: `Sales ${evil}` },
              created: '2030-01-01T00:00:00.000Z',
            },
          ]
        : [],
    )
  const lines: (readonly [string, string])[] = [
    ['seed --from deployment', await serverOf(refused)],
    ['seed --from deployment', await serverOf(named)],
    ['seed --from deployment --format json', await serverOf(named)],
    ['push demo', await serverOf(refused)],
    ['push demo', await serverOf(named, refused)],
    ['conform --only users.suspend.not-active', await serverOf(refused, refused)],
    ['conform --only users.suspend.not-active', await serverOf(refused)],
  ]
  for (const colour of [false, true]) {
    for (const [command, url] of lines) {
      const shown: string[] = []
      const { out, error } = await runHere(
        [...command.split(' '), '--base-url', url, '--token', 'env:TOKEN'],
        {
          environment: { TOKEN: 'x' },
          colour,
          progress: { write: (text) => void shown.push(text), interactive: true, columns: 80 },
        },
      )
      expect(out + error).not.toBe('')
      /* oxlint-disable no-control-regex -- they are what is looked for */
      expect((out + error).replaceAll(/\u001B\[(?:[12]|22|3[1-4]|39)m/g, '')).not.toMatch(
        /[^\P{Cc}\n\t]|\p{Cf}/u,
      )
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      expect(out + error).not.toMatch(/evil.*\u001B\[31m$/m)
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      expect(shown.join('')).not.toMatch(/[\u0007\u009B\u202E]/)
      /* oxlint-enable no-control-regex */
    }
  }
  const { out } = await runHere(
    ['seed', '--from', 'deployment', '--base-url', lines[1]![1], '--token', 'env:TOKEN', '--format', 'json'],
    {
      environment: { TOKEN: 'x' },
    },
  )
  expect((JSON.parse(out) as { groups: { name: string }[] }).groups[0]!.name).toBe(`Sales ${evil}`)
})
