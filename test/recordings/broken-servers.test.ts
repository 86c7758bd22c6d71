/** `identikit compare` finds the differences in recordings of broken servers. */
import { beforeAll, expect, test } from 'vitest'
import { alteredFetch } from '../../conformance/proof/alter/sender.ts'
import { catalogue } from '../../conformance/proof/mutants/catalogue.ts'
import { createOrg } from '../../src/index.ts'
import type { Comparison } from '../../src/recordings/compare/classes.ts'
import { compareRecordings } from '../../src/recordings/compare-recordings.ts'
import { recordingOf } from '../../src/exchange/read/read-recordings.ts'
import { personalSession } from './personal.ts'
import { harOf, recordedSession } from './session.ts'

type Alteration = Parameters<typeof alteredFetch>[2]

/** Compares a session of the mock, recorded through an alteration. */
async function comparedThrough(alter: Alteration, isPersonal = false): Promise<Comparison> {
  const org = createOrg()
  const { baseUrl, apiToken } = org
  const fetch = alteredFetch((request) => org.fetch(request), baseUrl, alter)
  const deployment = { baseUrl, apiToken, fetch }
  const session = await (isPersonal ? personalSession(org, deployment) : recordedSession(deployment))
  return compareRecordings([await recordingOf(harOf(session), 'session.har')])
}

/** Broken servers that the session meets, of every area. */
const broken = [
  'conventions.naming.group-type/lower-case',
  'conventions.writes.others-kept/neighbours-written-too-deleteGroup',
  'clients.tos-uri.null/left-out',
  'clients.response-types.default/required',
  'clients.list.ok/other-status',
  'clients.get.no-secret/shown',
  'groups.id.present/left-out',
  'groups.links.apps/elsewhere',
  'groups.list.q/refused',
  'membership.remove.no-content/with-body',
  'rules.id.present/shown-as-17',
  'rules.delete.inactive/refused',
  'users.status.present/wrong-value',
  'users.id.unique/one-for-all',
  'users.get.unknown-id/no-body',
  'users.create.credentials-password/hidden',
  'users.update.ok/done-but-refused',
  'users.links.suspend/text',
  'users.links.expire-password/allows-get',
  'users.links.self/me',
  'users.list.q.first-name/not-looked-at',
  'users.suspend.from-provisioned/refused-but-done',
  'users.reactivate.token/no-activationurl',
  'users.reset-password.sign-in/ignored',
  'credentials.password.empty-object/left-out',
  'credentials.answer.status/ends-in-recovery',
  'credentials.change-password.wrong-old/accepted',
  'errors.oauth.error/platform-style-from-getClient',
  'rules.get.ok/another',
  'groups.get.ok/another',
  'users.links.unsuspend/other-host',
  'conventions.timestamps.users/created-without-milliseconds',
]

/** Those that break pages, sessions, grants and refresh tokens. */
const brokenForPeople = [
  'conventions.paging.limit/one-more-listUsers',
  'conventions.paging.complete/skips-one-listUsers',
  'conventions.paging.complete/skips-one-listGroups',
  'conventions.paging.ends/loops-listUsers',
  'conventions.paging.link-self/later-pages-listGroups',
  'grants.list.after/ignored',
  'users.list.after/one-lost',
  'users.get.me-cookie/somebody-else',
  'sessions.delete-own.keep/ended',
  'sessions.delete-own.api-token/accepted',
  'grants.status.active/shown-as-expired',
  'grants.list-client.expand/ignored',
  'grants.revoke.effect/accepted-and-ignored',
  'grants.get.unknown-grant/wrong-code',
  'tokens.scopes/left-out-of-list',
  'tokens.expires-at/left-out-of-list',
  'tokens.revoke-all.effect/accepted-and-ignored',
]

beforeAll(() => expect(broken.length).toBeGreaterThan(30))

test.each([false, true])(
  'a server with nothing in front compares clean (people sign in: %s)',
  async (isPersonal) => {
    const { classes } = await comparedThrough(() => (sent, forward) => forward(sent), isPersonal)
    expect(classes).toEqual([])
  },
)

const all = [...broken.map((id) => [id, false] as const), ...brokenForPeople.map((id) => [id, true] as const)]

test.each(all)('%s', async (id, isPersonal) => {
  const mutant = catalogue.find((each) => each.id === id)
  const { classes } = await comparedThrough(mutant!.alter, isPersonal)
  expect(classes.filter(({ verdict }) => verdict !== 'beyond')).not.toEqual([])
})
