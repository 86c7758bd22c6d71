import { docs } from '../../../src/contract/docs-links.ts'
import fs from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { encodedForms } from '../../../conformance/engine/wire/redaction.ts'
import { conform } from '../../../conformance/engine/run/conform.ts'
import type { ConformanceResult } from '../../../conformance/engine/judge/result.ts'
import { parseReport, publishedSchemas } from '../../../conformance/report/report-schema.ts'
import { terminalSummary } from '../../../conformance/report/terminal.ts'
import { reportForms } from '../../../conformance/report/words.ts'
import { reportFiles } from '../../../conformance/report/write-reports.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { mockRun } from '../engine/mock-run.ts'
import { checkOf, requirement } from '../engine/suite-of.ts'

const token = '00TheTokenOfTheOperator/+9'
const cookie = 'sid=TheSessionOfTheOperator'
const headerSecret = 'gateway-key-0123456789'
const passwords: string[] = []
const clientSecret = 'ServerMadeSecret~01234567'
const activationToken = 'XE6wE17zmphl3KqAPFxO'

let result: ConformanceResult
const org = createOrganisation({ apiToken: token })

/** A careless target: it repeats every secret it is sent, in several spellings, where nobody expects it. */
async function answered(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (/\/users\/(me|u1)$/.test(pathname)) return Response.json({ id: 'u1', status: 'ACTIVE' })
  if (pathname !== '/echo') return org.fetch(request)
  const sent = ['authorization', 'cookie', 'x-gateway']
    .map((name) => request.headers.get(name) ?? '')
    .join(' ')
  const body = {
    sent,
    base64: Buffer.from(`id:${sent}`).toString('base64'),
    plain: clientSecret,
    client_secret: clientSecret,
    activationUrl: `https://org.example.com/tokens/${activationToken}/verify`,
    text: `the token is ${activationToken}`,
  }
  return Response.json(body, { headers: { 'X-Seen': encodeURIComponent(sent) } })
}

beforeAll(async () => {
  result = await conform({
    baseUrl: org.baseUrl,
    fetch: answered,
    token,
    ledger: false,
    lag: 100,
    headers: { 'X-Gateway': headerSecret },
    secretHeaders: ['X-Gateway'],
    profile: { features: {}, things: { 'session-cookie': { cookie, userId: 'u1' } } },
    features: { 'early-access': 'no' },
    baseline: [{ requirement: 'known', verdict: 'fail', reason: 'agreed | upon <b>' }],
    requirements: [
      requirement('passes'),
      requirement('fails', { statement: 'Nothing is <repeated> & "kept"' }),
      requirement('known'),
      requirement('waits', { needs: ['locked-out-user'] }),
      requirement('open', { level: 'open', reason: 'Not shown.' }),
    ],
    checks: [
      checkOf(
        'echoes <everything>',
        { judges: ['fails', 'known', 'open'], observes: [] },
        async ({ api, given, judge, need, observe, unique }) => {
          const user = await given.user()
          passwords.push(user.password)
          const { cookie: session } = await need('session-cookie')
          const echoed = await api.withCookie(session).get('/echo')
          await api.get('/echo', { query: { q: user.password } })
          await api.post('/api/v1/groups', { profile: { name: unique() }, password: user.password })
          judge('fails').equal(echoed.json, { sent: user.password })
          judge('known').matches(echoed, { sent: `Basic ${token}`, nothing: 'here' })
          observe('open', echoed.json)
        },
      ),
      checkOf('passes', { judges: ['passes'] }, async ({ judge }) => {
        judge('passes').pass()
      }),
      checkOf('waits', { judges: ['waits'], needs: ['locked-out-user'] }, async () => {}),
    ],
  })
})
test('no report, nor the result itself, holds a secret in any spelling', () => {
  const artefacts = {
    ...Object.assign({}, ...reportForms.map((form) => reportFiles(result, form))),
    result: JSON.stringify(result),
    terminal: terminalSummary(result, { colour: false, columns: 80 }),
  } as Record<string, string>
  const secrets = [token, cookie.slice(4), headerSecret, clientSecret, activationToken, ...passwords]
  expect(secrets.every((secret) => secret.length > 6)).toBe(true)
  expect(passwords).toHaveLength(1)
  const found = Object.entries(artefacts).flatMap(([name, content]) =>
    secrets.flatMap((secret) =>
      encodedForms(secret)
        .filter((form) => content.includes(form))
        .map((form) => `${form} in ${name}`),
    ),
  )
  expect(found).toEqual([])
  expect(artefacts['report.html']).toContain('«token#1»')
})

test('the JSON report follows its published schema', () => {
  const json = reportFiles(result, 'json')['report.json'] ?? ''
  expect(parseReport(json, 'report.json').sentence).toBe('Does not conform')
  const published = JSON.parse(
    fs.readFileSync(new URL('../../../conformance/report.schema.json', import.meta.url), 'utf8'),
  ) as never
  expect(z.fromJSONSchema(published).safeParse(JSON.parse(json)).success).toBe(true)
  expect(() => parseReport('{"format":2}', 'x.json')).toThrow('x.json is not a conformance report: format')
})

test.each(Object.entries(publishedSchemas()))('%s is up to date', (name, schema) => {
  const file = JSON.parse(
    fs.readFileSync(new URL(`../../../conformance/${name}`, import.meta.url), 'utf8'),
  ) as unknown
  expect(file).toEqual(JSON.parse(JSON.stringify(schema)))
})

test('the HTML report loads nothing, and its links within the page have their places', () => {
  const html = reportFiles(result, 'html')['report.html'] ?? ''
  // Links to the documentation are followed by people only.
  expect(html.replaceAll(`<a href="${docs}`, '')).not.toMatch(/(src|href)="(https?:)?\/\//)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !ids.includes(id))).toEqual([])
})

test('an observation of nothing, or one that no report can hold, costs no report', async () => {
  const odd = checkOf('sees odd things', { judges: ['a'], observes: ['b'] }, async ({ judge, observe }) => {
    judge('a').ok(true, 'it is so')
    for (const value of [undefined, Number.NaN, 12n]) observe('b', value)
  })
  const { result: odder } = await mockRun([odd], {
    requirements: [requirement('a'), requirement('b', { level: 'open' })],
  })
  const written = Object.assign({}, ...reportForms.map((form) => reportFiles(odder, form))) as Record<
    string,
    string
  >
  expect(Object.keys(written).filter((name) => name.includes('problem'))).toEqual([])
  expect(written['report.html']).toContain('(nothing)')
  parseReport(written['report.json']!, 'report.json')
})
