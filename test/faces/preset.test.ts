/** The preset through every entry point: names and recorded behaviour together, and a name prefix of its own wins. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { setupServer } from '../../src/node.ts'
import { createFetchHandler, serve } from '../../src/server.ts'
import { settingsOf } from '../../src/server/serve-settings.ts'
import { createTestKit } from '../../src/testing.ts'
import { createWorker } from '../../src/worker.ts'
import { runHere } from '../cli/run-here.ts'
import { InProcess } from '../worker/in-process.ts'

type Ask = (path: string) => Promise<Response>
type Options = Pick<NonNullable<Parameters<typeof createOrg>[0]>, 'preset' | 'prefix' | 'interpretations'>

const headers = { authorization: 'SSWS token' }
const asking =
  (fetch: (request: Request) => Response | Promise<Response>, baseUrl: string): Ask =>
  async (path) =>
    fetch(new Request(baseUrl + path, { headers }))

/** Each entry point with these options; it asks within the call. */
const faces: Readonly<Record<string, (options: Options, use: (ask: Ask) => Promise<void>) => Promise<void>>> =
  {
    async createOrg(options, use) {
      const org = createOrg({ ...options, apiToken: 'token' })
      await use(asking(org.fetch, org.baseUrl))
    },
    async setupServer(options, use) {
      const server = setupServer({ ...options, apiToken: 'token', baseUrl: 'https://preset.example.com' })
      server.listen()
      try {
        await use((path) => fetch(`https://preset.example.com${path}`, { headers }))
      } finally {
        server.close()
      }
    },
    async 'the test kit'(options, use) {
      await using kit = await createTestKit({ ...options, apiToken: 'token' })
      await use(asking(kit.org.fetch, kit.org.baseUrl))
    },
    async serve(options, use) {
      const server = await serve({ port: 0, options: { ...options, apiToken: 'token' } })
      await use((path) => fetch(server.url + path, { headers }))
      await server.close()
    },
    async 'an organisation of a fetch handler'(options, use) {
      const handler = createFetchHandler(createOrg(), { control: 'open', organisations: { options } })
      const made = await handler(
        new Request('https://svc.example.com/_orgs', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"name":"acme","apiToken":"token"}',
        }),
      )
      expect(made.status).toBe(201)
      await use(asking(handler, 'https://svc.example.com/orgs/acme'))
    },
    async 'a worker'(options, use) {
      const worker = new InProcess(createWorker({ controlToken: 'control-me', options }))
      await worker.fetch('/_orgs', {
        method: 'POST',
        headers: { authorization: 'Bearer control-me', 'content-type': 'application/json' },
        body: '{"name":"acme","apiToken":"token"}',
      })
      await use((path) => worker.fetch(`/orgs/acme${path}`, { headers }))
    },
    async 'a configuration file'(options, use) {
      const folder = mkdtempSync(join(tmpdir(), 'identikit-preset-'))
      const config = join(folder, 'identikit.config.json')
      writeFileSync(config, JSON.stringify({ options }))
      const { options: read } = await settingsOf({ config, token: 'token' })
      rmSync(folder, { recursive: true })
      const org = createOrg(read)
      await use(asking(org.fetch, org.baseUrl))
    },
  }

test.each(Object.entries(faces))('%s takes the preset', async (_, face) => {
  for (const [options, objectClass, locale, links] of [
    [{ preset: 'okta' }, 'okta:user_group', undefined, ['logo', 'users', 'apps']],
    [{ prefix: 'okta' }, 'okta:user_group', 'en_US', ['self', 'logo', 'users', 'apps']],
    [{ preset: 'okta', prefix: 'acme' }, 'acme:user_group', undefined, ['logo', 'users', 'apps']],
    [{}, 'svc:user_group', 'en_US', ['self', 'logo', 'users', 'apps']],
  ] as const) {
    await face(options, async (ask) => {
      const [group] = (await (await ask('/api/v1/groups')).json()) as {
        objectClass: string[]
        _links: object
      }[]
      expect([group!.objectClass, Object.keys(group!._links)]).toEqual([[objectClass], links])
      const me = (await (await ask('/api/v1/users/me')).json()) as { profile: { locale?: string } }
      expect(me.profile.locale).toBe(locale)
    })
  }
})

test('the flag wins over the configuration, and is refused with the names that are known', async () => {
  const { options } = await settingsOf({ config: false, preset: 'okta', prefix: 'acme' })
  expect(options).toMatchObject({ preset: 'okta', prefix: 'acme' })
  for (const command of ['serve', 'exec', 'compare'])
    expect(await runHere([command, '--preset', 'octa'])).toMatchObject({
      code: 2,
      error: expect.stringMatching(/--preset.*okta/),
    })
})
