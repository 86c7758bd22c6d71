/** The error texts of the control actions, word for word, are in refusals.txt. */
import { beforeAll, expect, test } from 'vitest'
import { expectGolden } from '../support/golden-cases.ts'
import { type TestOrg, testOrg } from '../support/call.ts'
import { webClient } from '../support/clients.ts'
import { anotherClient, parties } from '../support/consents.ts'

let target: TestOrg
const names: Record<string, string> = {}

beforeAll(async () => {
  target = testOrg()
  const { call, control } = target
  const mine = await parties(target)
  control.registerClient({ ...webClient(), client_id: 'billing', client_name: 'Billing' })
  const off = await anotherClient(target, mine)
  control.setApplication({ application: off.clientId, status: 'INACTIVE' })
  const gone = await parties(target)
  await call('POST', `/api/v1/users/${gone.userId}/lifecycle/deactivate`)
  const { json: group } = await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  Object.assign(names, {
    USER: mine.userId,
    CLIENT: mine.clientId,
    OFF: off.clientId,
    GONE: gone.userId,
    LOGIN: gone.login,
    GROUP: group.id,
  })
})

/** A text with ids instead of the names in it. */
const filled = (text: string): string =>
  text.replaceAll(/\b(?:USER|CLIENT|OFF|GONE|LOGIN|GROUP)\b/g, (name) => names[name]!)

/** A text with the names again, instead of ids. */
const named = (text: string): string =>
  Object.entries(names).reduce((told, [name, id]) => told.replaceAll(id, name), text)

/** Everything that an organisation holds; drawing an id changes nothing that anybody sees. */
const state = () =>
  (target.control.exportState() as unknown as { rows: [string, ...unknown[]][] }).rows.filter(
    ([part]) => !part.endsWith('ids'),
  )

test('a call that an action does not take says why, and changes nothing', async () => {
  const before = state()
  await expectGolden(new URL('refusals.txt', import.meta.url), async (input) => {
    const [, name = '', given = ''] = /^(\w+) (.*)$/.exec(input) ?? []
    const run = Reflect.get(target.control, name) as (given: unknown) => unknown
    const told = await (async () => run(JSON.parse(filled(given))))().then(
      () => 'taken',
      (error: unknown) => (error as Error).message,
    )
    expect(told).toMatch(new RegExp(`^${name}: .`))
    return named(told.slice(name.length + 2))
  })
  expect(state()).toEqual(before)
})
