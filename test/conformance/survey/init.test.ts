import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTargetProfile } from '../../../conformance/engine/plan/target-profile.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { runHere } from '../../cli/run-here.ts'
import { createForeignServer } from '../../foreign/server.ts'
import { startToy, type Toy } from '../engine/toy-server.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-init-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const toys: Toy[] = []
afterEach(async () => {
  for (const toy of toys.splice(0)) await toy.close()
})

type Fetch = (request: Request) => Response | Promise<Response>

/** Serves what answers by `fetch` over HTTP, and keeps what it was asked. */
async function served(fetch: Fetch): Promise<Toy> {
  const toy = await startToy(async ({ method, path: where, query, headers, body }) => {
    const url = new URL(`http://target.test${where}`)
    url.search = query.toString()
    const sent = { method, headers: headers as Record<string, string>, ...(body === '' ? {} : { body }) }
    const reply = await fetch(new Request(url, sent))
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  })
  toys.push(toy)
  return toy
}

let files = 0

/** Runs `conform init` and reads what it wrote. */
async function initialised(
  toy: Toy,
  token: string,
  { flags = ['--yes'], answers = [] }: { flags?: readonly string[]; answers?: readonly string[] } = {},
) {
  const out = path.join(folder, `target-${++files}.yaml`)
  const asked: string[] = []
  const left = [...answers]
  const finished = await runHere(
    ['conform', 'init', '--base-url', toy.baseUrl, '--token', 'env:TOKEN', '--out', out, ...flags],
    {
      cwd: folder,
      environment: { TOKEN: token, COOKIE: 'sid=nobody' },
      ...(answers.length === 0
        ? {}
        : {
            ask: async (question: string) => {
              asked.push(question)
              return left.shift() ?? ''
            },
          }),
    },
  )
  const text = fs.existsSync(out) ? fs.readFileSync(out, 'utf8') : ''
  return { ...finished, asked, text, profile: text === '' ? undefined : parseTargetProfile(parse(text)) }
}

/** An organisation with a record of every kind that reading can find. */
async function furnished(options: Parameters<typeof createOrganisation>[0] = {}) {
  const org = createOrganisation(options)
  const post = async (where: string, body: object): Promise<{ id: string; client_id: string }> => {
    const reply = await org.fetch(
      new Request(`http://target.test${where}`, {
        method: 'POST',
        headers: { Authorization: `SSWS ${org.apiToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    return (await reply.json()) as { id: string; client_id: string }
  }
  const person = (name: string) => {
    const address = `${name}@example.com`
    const profile = { login: address, email: address, firstName: name, lastName: 'X' }
    return post('/api/v1/users?activate=true', {
      profile,
      credentials: { password: { value: 'Kx-4711_qwz' } },
    })
  }
  const [ann, ben, cem] = [await person('ann'), await person('ben'), await person('cem')]
  const client = await post('/oauth2/v1/clients', {
    client_name: 'Portal',
    application_type: 'web',
    redirect_uris: ['http://localhost:3000/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_basic',
  })
  const { control } = org
  control.setUser({ user: ben.id, status: 'LOCKED_OUT' })
  control.setUser({ user: cem.id, block: 'UNKNOWN_DEVICES' })
  control.importGroup({ profile: { name: 'Payroll' } })
  control.grantConsent({
    user: ann.id,
    client: client.client_id,
    scopes: ['orders.read', 'orders.write'],
  })
  const scopes = ['openid', 'offline_access']
  for (const _ of [1, 2]) await control.issueTokens({ user: ann.id, client: client.client_id, scopes })
  const application = control.setApplication({ label: 'Wiki' })
  control.assignApplication({ application: application.id, user: ann.id })
  return { org, ann, ben, cem, client }
}

describe('conform init', () => {
  test('says nothing false of an empty organisation, and sends nothing but GET', async () => {
    const org = createOrganisation()
    const toy = await served(org.fetch)
    const { code, profile, text, out } = await initialised(toy, org.apiToken)
    expect(code).toBe(0)
    expect([...new Set(toy.seen.map(({ method }) => method))]).toEqual(['GET'])
    expect(profile).toMatchObject({ features: { 'early-access': 'yes', defaults: 'probe' } })
    expect(Object.keys(profile!.things)).toEqual(['trusted-origin'])
    expect(text).toContain('  # Not found: no listed user is LOCKED_OUT.\n  # locked-out-user:\n')
    expect(text).not.toContain(org.apiToken)
    expect(out).toContain('nothing was changed')
    expect(out).toMatch(/locked-out-user \(\d+\) +no listed user is LOCKED_OUT/)
    expect(out).toContain(`identikit conform --base-url ${toy.baseUrl} --token env:TOKEN --profile target-`)
  })

  test('finds what a run can use, and makes more requirements visible by it', async () => {
    const { org, ann, ben, cem, client } = await furnished()
    const toy = await served(org.fetch)
    const { profile, out, text } = await initialised(toy, org.apiToken)
    expect([...new Set(toy.seen.map(({ method }) => method))]).toEqual(['GET'])
    expect(profile!.things).toMatchObject({
      'trusted-origin': { origin: 'http://localhost:3000' },
      'app-group': { name: 'Payroll' },
      'locked-out-user': { id: ben.id, login: 'ben@example.com' },
      'device-block': { id: cem.id },
      grants: { userId: ann.id, clientId: client.client_id },
      'refresh-tokens': { userId: ann.id, clientId: client.client_id },
      application: { userId: ann.id },
    })
    expect((profile!.things.grants as { grantIds: string[] }).grantIds).toHaveLength(2)
    expect((profile!.things['refresh-tokens'] as { tokenIds: string[] }).tokenIds).toHaveLength(2)
    expect(text).toContain('Found: consents of 1 user. The run revokes them')
    const [, tried = 0, without = 0] =
      /can be tried \((\d+) %; (\d+) % without\)/.exec(out)?.map(Number) ?? []
    expect(tried).toBeGreaterThan(without + 10)
  })

  test('without somebody who agrees, leaves what a run would change as a comment', async () => {
    const { org } = await furnished()
    const { profile, out, text } = await initialised(await served(org.fetch), org.apiToken, { flags: [] })
    expect(Object.keys(profile!.things).toSorted()).toEqual([
      'app-group',
      'application',
      'directory-group',
      'trusted-origin',
    ])
    expect(text).toMatch(/# Found: 1 user in status LOCKED_OUT: ben@example\.com\. The run unlocks/)
    expect(out).toContain('Found, and left out until you allow it')
  })

  test('asks for what cannot be read, and takes the answers', async () => {
    const { org } = await furnished()
    const { profile, asked } = await initialised(await served(org.fetch), org.apiToken, {
      flags: [],
      // Read-only token, group administrator's token, then what was found, then the defaults.
      answers: ['RO_TOKEN', '', 'y', 'n', 'y', 'n', 'n'],
    })
    expect(profile!.things).toMatchObject({ 'read-only-token': { token: 'env:RO_TOKEN' } })
    expect(profile!.things).not.toHaveProperty('group-admin-token')
    expect(profile!.features.defaults).toBe('yes')
    expect(asked.filter((question) => question.includes('May it? [y/N]'))).toHaveLength(4)
    const changing = ['locked-out-user', 'grants', 'refresh-tokens', 'device-block']
    expect(changing.filter((need) => need in profile!.things)).toHaveLength(2)
  })

  test('takes a name, env:NAME or file:PATH for a token, and says which variable is not set', async () => {
    const org = createOrganisation()
    for (const [answer, taken] of [
      ['RO', 'env:RO'],
      [' env:RO ', 'env:RO'],
      ['file:ro.txt', 'file:ro.txt'],
      ['stdin', 'stdin'],
      ['my_env:RO', 'env:my_env:RO'],
    ] as const) {
      const { profile, error } = await initialised(await served(org.fetch), org.apiToken, {
        flags: [],
        answers: [answer, ''],
      })
      expect([answer, profile!.things['read-only-token']]).toEqual([answer, { token: taken }])
      const isMissing = taken.startsWith('env:')
      expect(error.includes(`${taken} is not set here; set it before you run the suite.`)).toBe(isMissing)
    }
  })

  test('overwrites nothing without --force', async () => {
    const org = createOrganisation()
    const toy = await served(org.fetch)
    fs.writeFileSync(path.join(folder, 'mine.yaml'), 'name: mine\n')
    const flags = (more: readonly string[]) => ['--yes', '--out', path.join(folder, 'mine.yaml'), ...more]
    const refused = await initialised(toy, org.apiToken, { flags: flags([]) })
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.error).toContain('mine.yaml is there already; --force overwrites it')
    expect(toy.seen).toEqual([])
    expect(fs.readFileSync(path.join(folder, 'mine.yaml'), 'utf8')).toBe('name: mine\n')
    expect(await initialised(toy, org.apiToken, { flags: flags(['--force']) })).toMatchObject({ code: 0 })
    expect(fs.readFileSync(path.join(folder, 'mine.yaml'), 'utf8')).toContain('features:')
  })

  test('explains what to do if there is no service, or the token is refused', async () => {
    const org = createOrganisation()
    const refused = await initialised(await served(org.fetch), 'wrong')
    expect(refused).toMatchObject({ code: 6, text: '' })
    expect(refused.error).toContain('the target refuses the token (401)')
    const page = await served(() => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }))
    expect((await initialised(page, 'any')).error).toContain('is the base URL right?')
    const gone = await served(org.fetch)
    await gone.close()
    expect((await initialised(gone, 'any')).error).toContain('gives no answer')
  })

  test('reads the word of a deployment off its groups', async () => {
    const org = createOrganisation({ prefix: 'acme' })
    const { profile, out } = await initialised(await served(org.fetch), org.apiToken)
    expect(profile!.prefix).toBe('acme')
    expect(out).toContain('acme, instead of svc')
  })

  test('sees what a foreign server lets be seen: early access, logins that are no addresses', async () => {
    const plain = createForeignServer()
    const first = await initialised(await served((request) => plain.fetch(request)), plain.token)
    expect(first.profile!.features).toMatchObject({ 'early-access': 'no', defaults: 'probe' })
    expect(first.profile!.accounts).toBeUndefined()
    const other = createForeignServer({ earlyAccess: true, login: /^[a-z0-9-]+$/ })
    const second = await initialised(await served((request) => other.fetch(request)), other.token)
    expect(second.profile!.features['early-access']).toBe('yes')
  })

  test('puts no line of the target into the file that is not a comment or a value', async () => {
    const org = createOrganisation()
    org.control.importGroup({ profile: { name: 'x\nthings: none # \u001B[31m' } })
    const { profile, out } = await initialised(await served(org.fetch), org.apiToken)
    expect(profile!.things).toMatchObject({ 'app-group': { name: 'x\nthings: none # \u001B[31m' } })
    expect(out).not.toContain('\u001B')
  })

  test('names a session by its place, and says when it is of nobody', async () => {
    const { org, ann } = await furnished()
    const { sessionCookie = '' } = (await org.control.signIn({
      login: 'ann@example.com',
      password: 'Kx-4711_qwz',
    })) as { sessionCookie?: string }
    const toy = await served(org.fetch)
    const flags = ['--yes', '--session-cookie', 'env:COOKIE']
    expect((await initialised(toy, org.apiToken, { flags })).out).toContain('the cookie is of no session')
    const file = path.join(folder, 'cookie.txt')
    fs.writeFileSync(file, sessionCookie)
    const { profile, text } = await initialised(toy, org.apiToken, {
      flags: ['--yes', '--session-cookie', `file:${file}`],
    })
    expect(profile!.things['session-cookie']).toEqual({ cookie: `file:${file}`, userId: ann.id })
    expect(text).not.toContain(sessionCookie)
  })
})
