/** With `--control` the mock causes what the API cannot, and undoes it at the end of the check. */
import { expect, test } from 'vitest'
import { createMockAdapter } from '../../../conformance/engine/supply/mock-adapter.ts'
import { UsageError } from '../../../conformance/engine/words/usage-error.ts'
import { toResponse, wireRequestOf } from '../../../src/handlers/fetch.ts'
import type { OrgOptions } from '../../../src/index.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { answerControl } from '../../../src/server/control.ts'
import { actions } from '../../../src/server/control-actions.ts'
import { mockRun, remaining } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

/** A mock, and the adapter of its control plane. */
async function controlled(options: OrgOptions = {}, names?: readonly string[]) {
  const org = createOrganisation(options)
  const adapter = await createMockAdapter({
    baseUrl: org.baseUrl,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/_control')
        return Response.json({ actions: (names ?? Object.keys(actions)).map((name) => ({ name })) })
      const action = pathname.replace('/_control/', '')
      return toResponse(await answerControl(org.model, wireRequestOf(request, await request.text()), action))
    },
  })
  return { org, adapter }
}

const kinds = ['userSchema', 'groupSchema', 'settings', 'passwordPolicy']

test('every thing is made, as the check wishes it, and undone at its end', async () => {
  const { org, adapter } = await controlled()
  const state = () => {
    const { rows } = org.exportState()
    return { settings: org.control.readSettings(), rows: rows.filter(([kind]) => kinds.includes(kind)) }
  }
  const before = state()
  const made: Record<string, Record<string, unknown>> = {}
  const take = (need: string, wish: object = {}) =>
    checkOf(`takes ${need} ${JSON.stringify(wish)}`, { judges: ['a'], alone: true }, async (context) => {
      made[need] = (await context.need(need as never, wish as never)) as Record<string, unknown>
      context.judge('a').pass()
    })
  const { result } = await mockRun(
    [
      ...adapter.provides.map((need) => take(need)),
      take('device-block', { appliesTo: 'ANY_DEVICES' }),
      take('app-group', { member: true }),
      take('optional-password', { policy: 'required' }),
      take('slow-transitions', { milliseconds: 9 }),
    ],
    { org, adapter, features: {}, allow: ['mail', 'me', 'end-sessions'] },
  )
  expect(result.checks.filter(({ outcomes }) => outcomes[0]?.verdict !== 'pass')).toEqual([])
  expect(adapter.provides.length).toBeGreaterThan(20)
  // A thing of which an id is undefined is none.
  const lacking = (thing: unknown): boolean =>
    thing === undefined || (typeof thing === 'object' && thing !== null && Object.values(thing).some(lacking))
  expect(Object.keys(made).filter((need) => lacking(made[need]))).toEqual([])
  expect(made).toMatchObject({
    'optional-password': { policy: 'required' },
    'slow-transitions': { milliseconds: 9 },
    'trusted-origin': { origin: expect.stringMatching(/^http/) },
  })
  expect(result.run.orphans).toEqual([])
  expect(state()).toEqual(before)
  expect(before.rows).toHaveLength(kinds.length)
  expect(await remaining(org)).toEqual([])
})

test('things that do something do it at the mock', async () => {
  const { org, adapter } = await controlled()
  const uses = checkOf('uses', { judges: ['a'] }, async ({ given, need, judge }) => {
    const user = await given.user()
    const { signIn } = await need('sign-in')
    expect(await signIn(user.login, user.password)).toMatchObject({ ok: true, cookie: expect.any(String) })
    expect(await signIn(user.login, 'wrong')).toMatchObject({ ok: false })
    const { active, issued } = await need('access-tokens')
    expect([await active(issued), await active('nothing')]).toEqual([true, false])
    const { mailTo } = await need('outbox')
    expect(await mailTo(user.id)).toEqual([])
    const { advance } = await need('clock')
    const { now } = org.control.describe()
    await advance(5000)
    expect(Date.parse(org.control.describe().now) - Date.parse(now)).toBeGreaterThanOrEqual(5000)
    judge('a').pass()
  })
  const { said } = await mockRun([uses], { org, adapter })
  expect(said('a')).toMatchObject({ verdict: 'pass' })
})

test('provides what the actions of the mock allow, and reports an action that is refused', async () => {
  const { org, adapter } = await controlled({}, ['signIn', 'createUserType'])
  expect(adapter.name).toBe("the mock's control plane")
  expect(adapter.provides).toEqual(['session-cookie', 'user-type', 'sign-in', 'rule-expression'])
  await expect(adapter.obtain('federated-user' as never, {} as never)).rejects.toThrow(
    "it has no 'federated-user'",
  )
  const tools = { unique: () => '' } as never
  await expect(adapter.obtain('user-type', tools)).rejects.toThrow(
    /^createUserType was answered with 400: \w/,
  )
  expect(org.baseUrl).not.toBe('')
})

test.each<[OrgOptions, object]>([
  [
    {},
    {
      'early-access': 'yes',
      'newer-engine': 'yes',
      federation: 'yes',
      'password-hook': 'yes',
      defaults: 'yes',
    },
  ],
  [{ passwordPolicy: { historyCount: 0 } }, { defaults: 'yes' }],
  [{ passwordPolicy: { minLength: 9 } }, { defaults: 'no' }],
  [{ passwordPolicy: { minSymbol: 1 } }, { defaults: 'no' }],
  [{ passwordPolicy: { excludeUsername: false } }, { defaults: 'no' }],
  [{ profile: { loginPattern: null } }, { defaults: 'no' }],
  [{ profile: { loginPattern: '^[a-z]+$' } }, { defaults: 'no' }],
  [{ profile: { nullableNames: true } }, { defaults: 'no' }],
  [{ optionalPassword: 'optional' }, { defaults: 'no' }],
  [{ features: { earlyAccess: false } }, { 'early-access': 'no', 'newer-engine': 'yes' }],
  [{ features: { newerEngine: false } }, { 'newer-engine': 'no' }],
])('of a mock with %j the adapter says %j', async (options, features) => {
  expect((await controlled(options)).adapter.features).toMatchObject(features)
})

const base = 'https://id.example.com'
const none = `${base}/_control is no control plane: --control is for the bundled mock`
test.each<[string, string | undefined, () => Response, string]>([
  [
    '401',
    undefined,
    () => new Response('', { status: 401 }),
    `${base}/_control asks for a control token: --control-token env:NAME`,
  ],
  ['401', 'wrong', () => new Response('', { status: 401 }), `${base}/_control refuses the control token`],
  [
    '403',
    undefined,
    () => Response.json({ actions: [] }, { status: 403 }),
    `${base}/_control is closed: start the mock with --control-token, and name the token (--control-token env:NAME)`,
  ],
  ['404', undefined, () => Response.json({ actions: [] }, { status: 404 }), none],
  ['a page', undefined, () => new Response('<html>'), none],
  ['another JSON', undefined, () => Response.json({ actions: 'many' }), none],
])(
  'a control plane that answers %s (token: %s) is a mistake of usage',
  async (_, controlToken, answer, message) => {
    const seen: (string | null)[] = []
    const making = createMockAdapter({
      baseUrl: `${base}/`,
      controlToken,
      fetch: (request) => {
        seen.push(request.headers.get('authorization'))
        return answer()
      },
    })
    await expect(making).rejects.toThrow(new UsageError(message))
    expect(seen).toEqual([controlToken === undefined ? null : `Bearer ${controlToken}`])
  },
)
