/** `identikit compare`, on recordings that are made here: of the mock, and of servers that break something. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { dump } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import { runHere } from '../cli/run-here.ts'
import { expectGolden } from '../support/golden-cases.ts'
import {
  goVcrOf,
  harOf,
  nockOf,
  pollyOf,
  postmanOf,
  recordedSession,
  recorderOf,
  type Exchanged,
  rubyVcrOf,
  vcrPyOf,
} from './session.ts'

const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

let session: readonly Exchanged[]
let journal: unknown
let session2: readonly Exchanged[]

beforeAll(async () => {
  const org = createOrg()
  session = await recordedSession(org)
  journal = org.control.readJournal({ as: 'har' })
  session2 = await recordedSession(createOrg({ prefix: 'acme', seed: 'of another' }))
})

describe('a recording of the mock compares clean', () => {
  const forms: Readonly<Record<string, () => string | Buffer>> = {
    'session.har': () => harOf(session),
    'session.json': () => `\uFEFF${harOf(session2)}`,
    'journal.har': () => JSON.stringify(journal),
    'go-vcr.yaml': () => dump(goVcrOf(session)),
    'vcrpy.yaml': () => dump(vcrPyOf(session2)),
    'vcrpy.json': () => JSON.stringify(vcrPyOf(session)),
    'vcr.yml': () => dump(rubyVcrOf(session2)),
    'recording.har': () => pollyOf(session),
    'nock.json': () => JSON.stringify(nockOf(session)),
    'session.utf-16.har': () => Buffer.from(`\uFEFF${harOf(session)}`, 'utf16le'),
    'collection.json': () => JSON.stringify(postmanOf(session2)),
  }
  test('whose recorder cut the host in bodies to its first label', async () => {
    const { host } = new URL(session[0]!.url)
    const cut = session.map((each) => ({ ...each, body: each.body.replaceAll(host, host.split('.')[0]!) }))
    expect(cut.some(({ body }) => /https:\/\/\w+\/api/.test(body))).toBe(true)
    const { out, code } = await runHere(['compare', written('cut-host.json', harOf(cut))])
    expect(out).toContain('No difference.')
    expect(code).toBe(0)
    rmSync(join(folder, 'cut-host.json'))
  })

  test.each(Object.keys(forms))('%s', async (name) => {
    const { out, code } = await runHere(['compare', written(name, forms[name]!())])
    expect(out).toContain('No difference.')
    expect(out).toMatch(/^Compared 7\d calls of 1 recording; (\d+) got the same status \(100\.0 %\)/)
    expect(out).toContain('Skipped 1 call of 77')
    expect(code).toBe(0)
  })

  test('with groups that are imported from an application, of which it shows only the id', async () => {
    const org = createOrg()
    await loadDataset(org, 'demo')
    const { call, exchanges } = recorderOf(org)
    const { json } = await call('GET', '/api/v1/groups?limit=200')
    expect((json as Loose[]).filter(({ source }) => source).length).toBeGreaterThan(1)
    const { out } = await runHere(['compare', written('imported.txt', harOf(exchanges))])
    expect(out).toContain('No difference.')
  })

  test('all of them, as one folder, which may hold other files', async () => {
    written('package.json', '{"name":"x"}')
    const { out, error, code } = await runHere(['compare', folder])
    expect(out).toContain('of 11 recordings')
    expect(error).toMatch(/^Left out 1 file of folders, such as .*package\.json: expected a recording/)
    expect(code).toBe(0)
  })
})

type Loose = any // oxlint-disable-line typescript/no-explicit-any

/** A session as an archive whose entries were changed. */
function archive(change: (entry: Loose, index: number) => void, exchanges = session): Loose {
  const har = JSON.parse(harOf(exchanges)) as { log: { entries: object[] } }
  har.log.entries.forEach(change)
  return har
}

const requests = 'the recorder did not keep the body that was sent'

/** Recordings in forms that their formats allow, with a line of the report. None is a difference. */
const allowed: readonly (readonly [
  name: string,
  files: () => Readonly<Record<string, string | Buffer>>,
  line: string,
])[] = [
  [
    'entries in another order than they began',
    () => {
      const har = archive((entry, index) => {
        entry.startedDateTime = new Date(Date.parse(session[index]!.at) + index).toISOString()
      })
      har.log.entries.reverse()
      return { 'a.har': JSON.stringify(har) }
    },
    'Compared 76 calls',
  ],
  [
    'bodies in files beside it, one of them missing',
    () => {
      const files: Record<string, string> = {}
      const har = archive(({ request, response }, index) => {
        const name = `${index}.json`
        if (index !== 3) files[name] = session[index]!.body
        response.content = { size: -1, _file: name }
        if (request.postData === undefined) return
        files[`sent-${index}.json`] = request.postData.text
        request.postData = { mimeType: 'application/json', _file: `sent-${index}.json` }
      })
      return { ...files, 'a.har': JSON.stringify(har) }
    },
    'Compared 76 calls',
  ],
  [
    'another charset, and two encodings',
    () => {
      const har = archive(({ response }, index) => {
        const { body } = session[index]!
        const isWide = index % 2 === 0
        const bytes = isWide ? Buffer.from(body, 'utf16le') : brotliCompressSync(gzipSync(body))
        response.content.text = bytes.toString('base64')
        const more = isWide
          ? ['content-type', 'application/json; charset=utf-16le']
          : ['content-encoding', 'gzip, br']
        response.headers = response.headers.filter(
          ({ name }: { name: string }) => !isWide || name !== 'content-type',
        )
        if (body !== '') response.headers.push({ name: more[0], value: more[1] })
      })
      return { 'a.har': JSON.stringify(har) }
    },
    'Compared 76 calls',
  ],
  [
    'requests without the bodies that were sent',
    () => {
      const har = archive(({ request }) => {
        if (request.postData) request.bodySize = 99
        delete request.postData
      })
      return { 'a.har': JSON.stringify(har) }
    },
    requests,
  ],
  [
    'calls without a reply, and replies that were cut',
    () => {
      const har = archive(
        ({ response }, index) => {
          if (index % 3 === 0) response.status = 0
          if (response.content.text.length > 40) response.content.text = response.content.text.slice(0, -8)
        },
        session.filter(({ method, status }) => method === 'GET' && status === 200),
      )
      return { 'a.har': JSON.stringify(har) }
    },
    'the recording has no reply to it',
  ],
  [
    'cassettes with tags of Ruby and Python, and strings in base64',
    () => {
      const cassette = rubyVcrOf(session) as { http_interactions: Loose[] }
      for (const [index, { response }] of cassette.http_interactions.entries())
        response.body = { encoding: 'base64', string: Buffer.from(session[index]!.body).toString('base64') }
      const text = dump(cassette)
        .replaceAll('    response:', '    response: !ruby/object:VCR::Response')
        .replaceAll(/method: (\w+)/g, "method: !!python/unicode '$1'")
      return { 'a.yaml': text }
    },
    'Compared 76 calls',
  ],
  [
    'a tape of Betamax for Groovy',
    () => {
      const interactions = session.map((each) => ({
        recorded: each.at,
        request: { method: each.method, uri: each.url, headers: each.requestHeaders, body: each.requestBody },
        response: { status: each.status, headers: Object.fromEntries(each.headers), body: each.body },
      }))
      return { 'a.yaml': `!tape\n${dump({ name: 'x', interactions })}` }
    },
    'Compared 76 calls',
  ],
  [
    'fixtures of nock with binary replies, and any body',
    () => {
      const definitions = nockOf(session) as Loose[]
      for (const [index, definition] of definitions.entries()) {
        const { body, status, requestBody } = session[index]!
        if (body !== '')
          Object.assign(definition, { response: Buffer.from(body).toString('hex'), responseIsBinary: true })
        if (status >= 400 && requestBody !== '') definition.body = '*'
        definition.headers = Object.fromEntries(session[index]!.headers)
        delete definition.rawHeaders
      }
      return { 'a.json': JSON.stringify(definitions) }
    },
    requests,
  ],
  [
    'a collection with variables of every scope, in another file as well',
    () => scopedPostman(),
    'nothing in the files sets the variable {{$guid}}',
  ],
  [
    'names and ids in bodies that are written otherwise',
    () => {
      const escaped = (text: string): string =>
        text.replaceAll(/00[ug]\w{17}/g, (id) => String.raw`\u0030` + id.slice(1)).replaceAll(/":/g, '" :\n ')
      const other = session2.map((each) => ({
        ...each,
        body: escaped(each.body).replaceAll('acme:', String.raw`acme\u003a`),
        requestBody: escaped(each.requestBody),
      }))
      return { 'a.har': harOf(other) }
    },
    'Compared 76 calls',
  ],
]

/** A collection whose parts are set by the collection, a folder, a request and an environment; and an unset variable. */
function scopedPostman(): Readonly<Record<string, string>> {
  const collection = postmanOf(session2) as {
    variable: object[]
    item: { item: Loose[]; variable?: object[] }[]
  }
  const base = new URL(session2[0]!.url)
  collection.variable = [
    { key: 'base', value: 'https://wrong.example' },
    { key: 'users', value: '{{root}}/users', type: 'string' },
    { key: 'root', value: 'nowhere', disabled: true },
  ]
  const [folder] = collection.item
  folder!.variable = [{ key: 'root', value: 'api/v1' }]
  Object.assign(collection, {
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'Authorization' },
        { key: 'value', value: 'SSWS {{token}}' },
      ],
    },
  })
  for (const [index, { request, response }] of folder!.item.entries()) {
    const { url, requestHeaders } = session2[index]!
    const { pathname, searchParams } = new URL(url)
    const segments = pathname.slice(1).split('/')
    const isUsers = pathname.startsWith('/api/v1/users')
    const path = isUsers ? ['{{users}}', ...segments.slice(3)] : segments
    const place = path.findIndex((each) => /^00[ug]/.test(each))
    const variable = place < 0 ? [] : [{ key: 'theId', value: path[place] }]
    if (place >= 0) path[place] = ':theId'
    const [example] = response
    const query = [...searchParams].map(([key, value]) => ({ key, value: value.replaceAll('%', '%25') }))
    example.originalRequest.url = {
      host: ['{{base}}'],
      path,
      query: [...query, { key: 'limit', value: '0', disabled: true }],
      variable,
    }
    if (requestHeaders['authorization']?.startsWith('SSWS 00'))
      example.originalRequest.header = example.originalRequest.header.filter(
        ({ key }: { key: string }) => key !== 'authorization',
      )
    request.url = url
  }
  folder!.item.push({
    name: 'a made-up id',
    request: { method: 'GET', url: 'x' },
    response: [{ originalRequest: { url: '{{base}}/api/v1/users/{{$guid}}' }, code: 404, body: '{}' }],
  })
  return {
    'a.json': JSON.stringify({ collection }),
    'local.json': JSON.stringify({
      _postman_variable_scope: 'environment',
      values: [
        { key: 'base', value: '{{scheme}}://{{host}}', enabled: true },
        { key: 'host', value: base.host, enabled: true },
        { key: 'root', value: 'wrong', enabled: false },
      ],
    }),
    'global.json': JSON.stringify({
      _postman_variable_scope: 'globals',
      values: [
        { key: 'scheme', value: 'https' },
        { key: 'host', value: 'global.example' },
      ],
    }),
  }
}

test.each(allowed)('reads %s', async (_, files, line) => {
  const place = mkdtempSync(join(tmpdir(), 'recorded-form-'))
  for (const [name, text] of Object.entries(files())) writeFileSync(join(place, name), text)
  const { out, code } = await runHere(['compare', place])
  rmSync(place, { recursive: true })
  expect(out).toContain('No difference.')
  expect(out).toContain(line)
  expect(code).toBe(0)
})

type Change = (each: Exchanged, json: Loose) => unknown

/** The recording with a change to each reply. */
function changed(change: Change, exchanges = session): string {
  return harOf(
    exchanges.map((each) => {
      const json: unknown = each.body === '' ? undefined : JSON.parse(each.body)
      const body = change(each, json)
      return body === undefined ? each : { ...each, body: JSON.stringify(body) }
    }),
  )
}

const isUser = (json: Loose): boolean => json?.profile?.login !== undefined

/** Recordings of servers that differ, with the lines of the report and the exit code. */
type Differing = readonly [name: string, recording: () => string, lines: readonly string[], exit?: number]
const differing: readonly Differing[] = [
  [
    'a newer member is beyond the description',
    () => changed((_, json) => (isUser(json) ? { ...json, realmId: 'guo123' } : undefined)),
    ['Beyond the API description', 'users have `realmId` there (13 of 13), not here'],
    0,
  ],
  [
    'a link in one status',
    () =>
      changed((_, json) =>
        json?.status === 'PROVISIONED' && isUser(json)
          ? { ...json, _links: { ...json._links, unsuspend: { href: 'x' } } }
          : undefined,
      ),
    ['PROVISIONED users have a `unsuspend` link there (4 of 4), not here', '[user-links-by-status]'],
  ],
  [
    'a default of the description that is not there',
    () =>
      changed((_, json) => {
        if (!isUser(json)) return undefined
        const { locale: _locale, ...profile } = json.profile
        return { ...json, profile }
      }),
    [
      'The API description says otherwise',
      'users have no `profile.locale` there (13 of 13), here they do',
      '[profile-locale]',
    ],
  ],
  [
    'an option that would change it',
    () =>
      changed((_, json) =>
        isUser(json) && json.activated === undefined ? { ...json, activated: null } : undefined,
      ),
    [
      'users have `activated`, which is null, there',
      "Option: interpretations: { 'activated-unset': 'recorded' }",
    ],
  ],
  [
    'another status',
    () =>
      harOf(
        session.map((each) =>
          each.url.includes('/lifecycle/suspend') && each.status === 400
            ? { ...each, status: 403, body: '{"errorCode":"E0000016","errorSummary":"No"}' }
            : each,
        ),
      ),
    ['suspendUser answers 403 E0000016 there (1 of 2), 400 E0000001 here', 'May be a bug of the mock'],
  ],
  [
    'a write that the deployment refused is undone here, and causes no other difference',
    () =>
      harOf(
        session.map((each) =>
          each.method === 'PUT' && each.url.includes('/users/') && each.requestBody === ''
            ? { ...each, status: 403, body: '{"errorCode":"E0000006","errorSummary":"No"}' }
            : each.url.endsWith('/users') && each.url.includes('/groups/')
              ? { ...each, body: '[]' }
              : each,
        ),
      ),
    ['addUserToGroup answers 403 E0000006 there (2 of 2), 204 here'],
  ],
  [
    'a list that lags',
    () => changed((each, json) => (each.url.includes('?q=Kiln') ? json.slice(1) : undefined)),
    ['listGroups leaves out records there', 'Option: delays.search'],
  ],
  [
    'fewer causes of an error',
    () =>
      changed((each, json) =>
        each.status >= 400 && json.errorCode ? { ...json, errorCauses: [] } : undefined,
      ),
    ['No difference.'],
    0,
  ],
  [
    'words of an error',
    () =>
      changed((each, json) =>
        each.status === 404 && json.errorCode ? { ...json, errorSummary: 'No Zebediah here' } : undefined,
      ),
    ['errors of getUser say "', '[error-codes]'],
  ],
]

describe('a recording that differs', () => {
  test.for(differing)('%s', async ([, recording, lines, exit = 1]) => {
    const { out, code } = await runHere(['compare', written('differs.har', recording())])
    for (const line of lines) expect(out).toContain(line)
    expect(code).toBe(exit)
  })

  test('shows no value of a person without --show-values', async () => {
    const file = written(
      'people.har',
      changed((each, json) =>
        isUser(json)
          ? { ...json, profile: { ...json.profile, lastName: 'Quillfeather', title: 'x@hidden.example' } }
          : each.status === 404
            ? {
                ...json,
                errorSummary: 'Zebediah Quillfeather (x@hidden.example) was not found: Very-Secret-77',
              }
            : undefined,
      ),
    )
    const { out } = await runHere(['compare', file])
    expect(out).toContain('`profile.lastName` of users is another there')
    expect(out).not.toMatch(/Quillfeather|Zebediah|hidden|Okafor|Secret/)
    const shown = await runHere(['compare', file, '--show-values'])
    expect(shown.out).toContain('There: "Quillfeather"')
  })
})

describe('records that the recording never made', () => {
  const reads = () =>
    session.filter(({ method, status, url }) => method === 'GET' && status === 200 && !url.includes('rules/'))
  test('are made up from what it shows', async () => {
    const { out, code } = await runHere(['compare', written('reads.har', harOf(reads().slice(0, 7)))])
    expect(out).toContain('No difference.')
    expect(code).toBe(0)
  })
})

test('says in one line why a file is no recording, and shows nothing of its content', async () => {
  await expectGolden(new URL('no-recordings.txt', import.meta.url), async (line) => {
    const [, name = '', bytes = ''] = /^(\S+): (".*)?/.exec(line) ?? []
    if (bytes !== '') written(name, Buffer.from(JSON.parse(bytes) as string, 'latin1'))
    const { error, code } = await runHere(['compare', join(folder, name)])
    expect(code).toBe(2)
    expect(error).not.toMatch(/\n|Hunter2/)
    // Newer versions of Node tell the line, too.
    return error.replaceAll(folder, 'HERE').replace(/ \(line .*\)$/, '')
  })
})

describe('reports', () => {
  const file = () =>
    written(
      'reports.har',
      changed((_, json) => (isUser(json) ? { ...json, status: 'ACTIVE', realmId: '<b>' } : undefined)),
    )

  test('are printed as JSON, and written as JSON and HTML', async () => {
    const out = join(folder, 'out')
    const ran = await runHere(['compare', file(), '--json', '--report', 'json,html', '--out', out])
    const report = JSON.parse(ran.out) as {
      compared: number
      classes: { id: string; verdict: string }[]
      evidence: unknown[]
    }
    expect(report).toMatchObject({ files: 1, calls: 77, skipped: 1, compared: 76 })
    expect(report.evidence).toContainEqual({ interpretation: 'profile-locale', calls: 20, otherwise: 0 })
    expect(report.classes).toContainEqual(
      expect.objectContaining({
        id: 'users/value/status/ACTIVE/PROVISIONED',
        verdict: 'silent',
        canBeBug: true,
        first: { file: join(folder, 'reports.har'), call: 2 },
      }),
    )
    expect(JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8'))).toEqual(report)
    const html = readFileSync(join(out, 'compare.html'), 'utf8')
    expect(html).toMatch(/\d+ of 76 with the same status/)
    expect(html).toContain('<code>status</code> of users is ACTIVE there')
  })

  test('count what the baseline has, and exit with 0', async () => {
    const baseline = join(folder, 'known.baseline')
    const first = await runHere(['compare', file(), '--write-baseline', baseline])
    expect(first.code).toBe(0)
    const second = await runHere(['compare', file(), '--baseline', baseline])
    expect(second.out).toMatch(/The baseline has \d+ classes of differences/)
    expect(second.out).not.toContain('of users is ACTIVE there')
    expect(second.code).toBe(0)
    const other = written(
      'more.har',
      changed((_, json) => (isUser(json) ? { ...json, created: 5 } : undefined)),
    )
    expect((await runHere(['compare', other, '--baseline', baseline])).code).toBe(1)
  })

  test('reject a file that is not a baseline', async () => {
    const { error, code } = await runHere(['compare', file(), '--baseline', written('none.baseline', '[]')])
    expect(error).toContain('--baseline: expected a file that --write-baseline wrote')
    expect(code).toBe(2)
  })
})
