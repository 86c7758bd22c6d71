import { expect, test } from 'vitest'
import { blamed } from '../../src/vary/run/blame.ts'
import type { LoggedCall } from '../../src/vary/run/log-line.ts'

/** A call `GET /path?query`, with its reply. */
function call(line: string, body: object, status = 200): LoggedCall {
  const [method = '', address = ''] = line.split(' ')
  const [path = '', query = ''] = address.split('?')
  const reply = { status, headers: {}, text: JSON.stringify(body) }
  return { at: 0, operation: 'listUsers', method, path, query, isAltered: true, reply }
}

const search = 'search=profile.login%20eq%20%22ada%40example.com%22'
const groups = call('GET /api/v1/groups?q=Red', [{ name: 'Red' }])
const users = call(`GET /api/v1/users?${search}`, [{ id: '00u1', login: 'ada@example.com' }])
const user = call('GET /api/v1/users/00u1', { id: '00u1', profile: { title: 'Countess' } })
const empty = { ...groups, reply: { ...groups.reply, text: '[]' } }
const none = { ...users, reply: { ...users.reply, text: '[]' } }
const bare = { ...user, reply: { ...user.reply, text: '{"id":"00u1","xOwn":1}' } }
const refused = call(`GET /api/v1/users?${search}`, { errorCode: 'E0000999', errorSummary: 'Not today' }, 422)

test.each([
  ['nothing: the last one', 'expected 1 to be 2', bare],
  ['an address', 'request to http://localhost:4010/api/v1/groups?q=Red failed', empty],
  ['an address in an organisation', 'GET http://127.0.0.1:4010/orgs/o1/api/v1/users?${search}', none],
  ['a value that was asked for', 'no group "Red" in Redmond', bare],
  ['a value that was asked for, in words', 'found nothing for profile.login eq "ada@example.com"', none],
  ['a value that is missing', "expected 'Countess' to be undefined", bare],
  ['a member that is new', 'unknown member xOwn', bare],
  ['a part of a word', 'Countesses', bare],
  ['a place in its stack', 'failed\n    at groups (/api/v1/groups?q=Red)', bare],
])('takes the call that a failure names by %s', (_, told, found) => {
  const text = told.replace('${search}', search)
  expect(blamed([groups, users, user], [empty, none, bare], text)?.call).toBe(found)
})

test.each(['Okta HTTP 422', 'E0000999', 'Not today'])('takes the call that was refused: %s', (told) => {
  const plain = [users, groups, user]
  expect(blamed(plain, [refused, empty, bare], told)?.call).toBe(refused)
})
