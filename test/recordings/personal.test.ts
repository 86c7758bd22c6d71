/** `identikit compare` on recordings in which people sign in, consent, and read lists of several pages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { runHere } from '../cli/run-here.ts'
import { personalSession } from './personal.ts'
import { type Exchanged, harOf } from './session.ts'

const folder = mkdtempSync(join(tmpdir(), 'personal-'))
afterAll(() => rmSync(folder, { recursive: true }))

let session: readonly Exchanged[]
beforeAll(async () => {
  const org = createOrg({ seed: 'of another' })
  session = await personalSession(org, org)
})

async function compared(exchanges: readonly Exchanged[]): Promise<{ out: string; code: number | null }> {
  const file = join(folder, 'personal.har')
  writeFileSync(file, harOf(exchanges))
  return runHere(['compare', file, '--no-config'])
}

/** The recording without some headers of the requests, as a browser leaves them out. */
function without(...names: string[]): readonly Exchanged[] {
  return session.map((each) => ({
    ...each,
    requestHeaders: Object.fromEntries(
      Object.entries(each.requestHeaders).filter(([name]) => !names.includes(name)),
    ),
  }))
}

/** Reads, before anybody revokes anything. */
const isRead = ({ method, status }: Exchanged, index: number): boolean =>
  method === 'GET' && status < 300 && index < 24

const clean: Readonly<Record<string, () => readonly Exchanged[]>> = {
  'pages, sessions, grants and refresh tokens': () => session,
  'records that are only read': () => session.filter(isRead),
  'a grant and a token that are only revoked after they were seen': () =>
    session.filter(
      ({ method, url }) =>
        /\/(?:grants|tokens)/.test(url) &&
        (method === 'DELETE' || /(?:grants\?expand=scope|tokens)$/.test(url)),
    ),
}

test.each(Object.keys(clean))('%s compare clean', async (name) => {
  const exchanges = clean[name]!()
  const { out, code } = await compared(exchanges)
  expect(out).toContain('No difference.')
  expect(out).not.toContain('Not compared')
  const skipped = exchanges.filter(({ url }) => url.includes('/authn')).length
  expect(out).toContain(`Compared ${exchanges.length - skipped} calls`)
  expect(code).toBe(0)
})

test('replies show the caller if the browser left out cookies and tokens', async () => {
  const { out } = await compared(without('authorization', 'cookie'))
  // Whether a session was over, and whose, no reply shows.
  expect(out).toMatch(/Compared 5\d calls/)
  expect(out).not.toMatch(/ of (?:users|grants|tokens|replies)/)
})

const unknown: readonly (readonly [name: string, url: string, because: string])[] = [
  ['grant', '/users/00u1/grants/oag1', 'the recording does not show the grant that the path names'],
  [
    'token',
    '/users/00u1/clients/0oa1/tokens/oar1',
    'the recording does not show the token that the path names',
  ],
  ['page', '/users?after=00u7&limit=2', 'the recording does not show the page before'],
  ['caller', '/users/me/groups', 'the recording does not show who called'],
]

test.each(unknown)('a %s that the recording does not show is named', async (_, url, because) => {
  const read: Exchanged = {
    ...session[0]!,
    method: 'GET',
    requestBody: '',
    body: '[]',
    url: session[0]!.url.replace(/\/users.*/, url),
  }
  const { out, code } = await compared([{ ...read, requestHeaders: {} }])
  expect(out).toContain(`1 call, because ${because}`)
  expect(code).toBe(3)
})

test('a page that ours does not have is named', async () => {
  const pages = session.filter(({ url }) => url.includes('limit=2') && !url.includes('search'))
  const all = pages.map((each) => ({ ...each, url: each.url.replace('limit=2', 'limit=200') }))
  const { out } = await compared(all)
  expect(out).toContain('because the page before is the last one here')
  expect(out).toContain('have Link: next true there')
})
