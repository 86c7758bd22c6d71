/** Where the answers of a run say that the service is. */
import { expect, test } from 'vitest'
import { Watch } from '../../../conformance/engine/run/watch.ts'

const home = 'https://id.example.com'

/** Answers whose links lead to these addresses, one after the other; what is seen of them in the end. */
function seen(...addresses: (string | { links: string } | { status: number; at: string })[]): string[] {
  const watch = new Watch(home)
  for (const [index, each] of addresses.entries()) {
    const at = typeof each === 'string' ? each : 'at' in each ? each.at : undefined
    const json = at === undefined ? {} : { _links: { self: { href: `${at}/api/v1/users/u1` } } }
    watch.note('GET', `/call/${index}`, undefined, {
      status: typeof each === 'object' && 'status' in each ? each.status : 200,
      text: JSON.stringify(json),
      json,
      headers: {
        'content-type': 'application/json',
        ...(typeof each === 'object' && 'links' in each ? { link: each.links } : {}),
      },
    })
  }
  return watch.sights.map(({ kind, where }) => `${kind}: ${where}`)
}

test('links that lead to the base URL are right, and others lead elsewhere, each told once with its first answer', () => {
  expect(seen(home, home)).toEqual([])
  expect(seen('https://a.test', home, 'https://a.test', 'https://a.test', 'https://b.test')).toEqual([
    'other-host: GET /call/0: https://a.test',
    'other-host: GET /call/4: https://b.test',
  ])
})

test('a target behind a proxy may call itself by another address, but by one: the one that most links lead to', () => {
  expect(seen('https://a.test')).toEqual([])
  expect(seen('https://a.test', 'https://b.test', 'https://b.test')).toEqual([
    'other-host: GET /call/0: https://a.test',
  ])
  expect(seen('https://b.test', 'https://b.test', 'https://a.test')).toEqual([
    'other-host: GET /call/2: https://a.test',
  ])
  expect(
    seen('https://b.test', 'https://a.test', 'https://b.test', 'https://b.test', 'https://a.test'),
  ).toEqual(['other-host: GET /call/1: https://a.test'])
  expect(seen()).toEqual([])
})

test('only successes are looked at', () => {
  expect(seen(home, { status: 199, at: 'https://a.test' }, { status: 300, at: 'https://a.test' })).toEqual([])
})

const page = (rel: string, at = home) => `<${at}/api/v1/users?after=1>; ${rel}`
test.each<[string, string[]]>([
  [`${page('rel="next"')}, ${page('rel="self"')}`, []],
  [`${page('rel=next')}, ${page('rel=self')}`, []],
  [page('rel="self"'), []],
  [page('rel="next"'), ['no-self-link: GET /call/1, answered with 200']],
  [page('REL=NEXT'), ['no-self-link: GET /call/1, answered with 200']],
  [`${page('rel=next')}, ${page('rel=selfish')}`, ['no-self-link: GET /call/1, answered with 200']],
  [page('rel=nexted'), []],
  [page('rel="self"', 'https://a.test'), ['other-host: GET /call/1: https://a.test']],
  [
    `${page('rel="self"')}, ${page('rel="other"', 'https://a.test')}`,
    ['other-host: GET /call/1: https://a.test'],
  ],
])('of the Link header %s is told: %j', (links, sights) => {
  expect(seen(home, { links })).toEqual(sights)
})

test.each([
  ['the pale fern', ['answer']],
  // A letter time and again, to fill a limit, fills a description too.
  ['x'.repeat(100), []],
  ['xy'.repeat(50), []],
])('an answer to a recovery question that was sent is seen in a later reply: %s', (answer, kinds) => {
  const watch = new Watch(home)
  const headers = { 'content-type': 'application/json' }
  const reply = { status: 200, text: '{}', json: {}, headers }
  watch.note(
    'POST',
    '/api/v1/users',
    { credentials: { recovery_question: { question: 'Which?', answer } } },
    reply,
  )
  watch.note('GET', '/api/v1/groups', undefined, { ...reply, text: JSON.stringify({ description: answer }) })
  expect(watch.sights.map(({ kind }) => kind)).toEqual(kinds)
})
