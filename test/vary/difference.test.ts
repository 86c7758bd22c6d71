import { expect, test } from 'vitest'
import { differencesOf } from '../../src/vary/run/difference.ts'

const reply = (text: string, headers: Readonly<Record<string, string>> = {}) => ({
  status: 200,
  headers,
  text,
})
const error = (id: string, summary: string): string =>
  JSON.stringify({ errorCode: 'E0000007', errorId: id, errorSummary: summary })

test.each<[string, string, string, object[], Record<string, string>?, Record<string, string>?]>([
  [
    'a member after the id of an error',
    error('oaeVariedByIdentikit00000', 'Not found'),
    error('oae1a2b3c4d5e6f7g8h9i0j1k', 'Gone'),
    [{ at: 'errorSummary', plain: '"Not found"', varied: '"Gone"' }],
  ],
  [
    'ids and times',
    '{"id":"00u1a2b3c4d5e6f7g8h9","created":"2026-01-02T03:04:05.000Z"}',
    '{"id":"00u9a2b3c4d5e6f7g8h9","created":"2027-01-02T03:04:05.000Z"}',
    [],
  ],
  [
    'addresses of organisations of a run',
    '{"href":"http://localhost:4010/orgs/oy7ag6hyz/api/v1/users"}',
    '{"href":"http://localhost:4011/orgs/osm0ew6vz/api/v1/users"}',
    [],
  ],
  [
    'the order of members',
    '{"a":1,"b":{"c":2,"d":3}}',
    '{"b":{"d":3,"c":2},"a":1}',
    [{ at: 'body', plain: 'JSON', varied: 'the same JSON in another form' }],
  ],
  [
    'a member among others in another order',
    '{"a":1,"b":2}',
    '{"b":3,"a":1}',
    [{ at: 'b', plain: '2', varied: '3' }],
  ],
  [
    'a header that differs from call to call only where one reply has none',
    '{}',
    '{}',
    [{ at: 'header x-request-id', plain: 'req1', varied: 'absent' }],
    { date: 'a', 'x-request-id': 'req1' },
    { date: 'b' },
  ],
])('compares %s', (_, plain, varied, differences, ...[before = {}, now = {}]) => {
  expect(differencesOf(reply(plain, before), reply(varied, now))).toEqual(differences)
})

test('compares a record and an error as two wholes', () => {
  expect(
    differencesOf(reply('{"id":"a","login":"b"}'), { ...reply('{"errorCode":"E0000047"}'), status: 429 }),
  ).toEqual([
    { at: 'status', plain: '200', varied: '429' },
    { at: 'body', plain: '{"id":"a","login":"b"}', varied: '{"errorCode":"E0000047"}' },
  ])
})
