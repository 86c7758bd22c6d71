// Type checks of tests, as in an editor: compiled, never run.
import { expect as jestExpect } from '@jest/globals'
import * as conformance from 'identikit/conformance'
import { mountConsole } from 'identikit/console'
import { defineDataset } from 'identikit/fixtures'
import { useOrg } from 'identikit/jest'
import * as pact from 'identikit/pact'
import { expect as playwrightExpect, test as playwrightTest } from 'identikit/playwright'
import { expectThat } from 'identikit/testing'
import { expect as vitestExpect, test } from 'identikit/vitest'
import * as worker from 'identikit/worker'

type Not<Any> = 0 extends 1 & Any ? never : true
void [conformance, defineDataset, pact, worker]

const kit = useOrg({ dataset: 'demo' })
void [true satisfies Not<typeof kit.org>, true satisfies Not<ReturnType<typeof mountConsole>>]
jestExpect('ada').toHaveStatus('SUSPENDED')
jestExpect(kit.org).not.toHaveReceived('createUser', { body: { profile: { login: 'x' } } })
// @ts-expect-error there is no such status
jestExpect('ada').toHaveStatus('SUSPENDD')

test('vitest', async ({ org, client, asUser, outbox, clock, service, build }) => {
  void [true satisfies Not<typeof org>, true satisfies Not<typeof build>, service.url satisfies string]
  void asUser('ada', { scopes: ['svc.users.read'] })
  outbox.last('ada', 'activation').token satisfies string | undefined
  const { login }: { login: string } = (await client.getUser({ params: { userId: 'me' } })).profile
  vitestExpect(login).toBeMemberOf('Everyone')
  vitestExpect(org).toHaveReceived('createUser', { body: { profile: { login } } })
  await vitestExpect(asUser(login).listUsers()).rejects.toHaveStatus(403)
  await vitestExpect(org).toConformTo('users.suspend.*')
  await vitestExpect(org).toReplay('session.har', { baseline: 'known.json' })
  await clock.advance('5m')
  vitestExpect(outbox.last(login).kind satisfies string).toBe(build.user().profile.login)
  // @ts-expect-error there is no such operation
  vitestExpect(org).toHaveReceived('createUsr')
  // @ts-expect-error a login is a text
  vitestExpect(org).toHaveReceived('createUser', { body: { profile: { login: 5 } } })
})

playwrightTest.use({ dataset: 'demo', orgOptions: { delays: { search: 5 } } })
playwrightTest('playwright', async ({ org, signIn, page, clock }) => {
  void [true satisfies Not<typeof page>, true satisfies Not<typeof org>]
  playwrightExpect('ada').toBeMemberOf('Analysts')
  await signIn('ada')
  await clock.install(page)
  playwrightExpect(org).toHaveReceived('suspendUser', { params: { userId: 'x' } })
  await playwrightExpect(page).toHaveTitle('x')
  // @ts-expect-error an operation has no such parameter
  playwrightExpect(org).toHaveReceived('suspendUser', { params: { user: 'x' } })
})

expectThat('ada').not.toHaveReceivedMail({ kind: 'activation', times: 1 })
