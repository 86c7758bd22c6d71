/**
 * Tests of a client whose calls are robust, and whose own code is not. The name of a test has the variant that shows its
 * mistake, and the operation behind it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, createGroup, createUser } from './careful.js'

const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token } = process.env
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const json = async (method, path, body) => (await call(method, path, body)).json()
let serial = 0
const person = (profile, activate) => createUser(`heedless${++serial}@example.com`, profile, activate)
const rule = (name, groupId) =>
  json('POST', '/api/v1/groups/rules', {
    type: 'group_rule',
    name,
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: `user.department=="${name}"` } },
    actions: { assignUserToGroups: { groupIds: [groupId] } },
  })
const soon = async (ask, count) => {
  for (let attempt = 0; ; attempt++) {
    const found = await ask()
    if (found.length >= count || attempt > 30) return found
    await pause(50)
  }
}

test('rate-limits: comes back at once, listGroups', async () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await fetch(`${url}/api/v1/groups`, { headers: { authorization: `SSWS ${token}` } }).catch(
      () => undefined,
    )
    if (reply?.ok) return
    if (reply?.status !== 429) await pause(50)
  }
  assert.fail('limited')
})

test('few-matches: takes the default of q for all, listUsers', async () => {
  for (let count = 0; count < 4; count++) await person({ lastName: 'Lovelace' })
  assert.equal((await soon(() => json('GET', '/api/v1/users?q=Lovelace'), 4)).length, 4)
})

test('other-matching: finds one by q, listGroups', async () => {
  await createGroup('Pilots')
  await createGroup('Old Pilots')
  assert.equal((await soon(() => json('GET', '/api/v1/groups?q=Pilots&limit=9'), 1)).length, 1)
})

test('other-order: takes the last group for the latest, listUserGroups', async () => {
  const { id } = await person()
  const { id: groupId } = await createGroup('Latest')
  await call('PUT', `/api/v1/groups/${groupId}/users/${id}`)
  assert.equal((await json('GET', `/api/v1/users/${id}/groups`)).at(-1).id, groupId)
})

test('large-pages-fail: asks for the most, listUsers', async () => {
  assert.ok(Array.isArray(await json('GET', '/api/v1/users?limit=200')))
})

test('fewer-headers: goes on while calls remain, getUser', async () => {
  const { headers } = await call('GET', '/api/v1/users/me')
  assert.ok(headers.get('x-rate-limit-remaining') > 0)
})

test('late-rules: reads the members of a rule at once, listGroupUsers', async () => {
  const { id: groupId } = await createGroup('Ruled')
  const { id } = await person({ department: 'Ruled' })
  const { id: ruleId } = await rule('Ruled', groupId)
  await call('POST', `/api/v1/groups/rules/${ruleId}/lifecycle/activate`)
  assert.equal((await json('GET', `/api/v1/groups/rules/${ruleId}`)).status, 'ACTIVE')
  assert.deepEqual(
    (await json('GET', `/api/v1/groups/${groupId}/users`)).map((user) => user.id),
    [id],
  )
})

test('other-success-codes: parses a body of 202, deleteGroupRule', async () => {
  const { id } = await rule('Parsed', (await createGroup('Parsed')).id)
  assert.deepEqual(await json('DELETE', `/api/v1/groups/rules/${id}`), {})
})

test('refuses-repeats: takes an absent member for a failure, removeUserFromGroup', async () => {
  const path = `/api/v1/groups/${(await createGroup('Left')).id}/users/${(await person()).id}`
  assert.equal((await call('DELETE', path)).status, 204)
})

test('other-urls: reads the token from the URL, resetPassword', async () => {
  const { id } = await person({}, true)
  const path = `/api/v1/users/${id}/lifecycle/reset_password?sendEmail=false`
  assert.match((await json('POST', path)).resetPasswordUrl, /\/[\w.]+$/)
})

test('newer-members: takes a null for a time, getUser', async () => {
  const { activated } = await json('GET', `/api/v1/users/${(await person()).id}`)
  assert.equal(activated === undefined ? 'never' : new Date(activated).getFullYear(), 'never')
})

test('other-words: knows how ids of errors look, getUser', async () => {
  assert.match((await json('GET', '/api/v1/users/nobody')).errorId, /^oae/)
})

test('strict-spelling: has a slash too many, listGroups', async () => {
  assert.ok((await call('GET', '/api/v1/groups/')).ok)
})

test('whole-seconds: knows a change by its time, getUser', async () => {
  const path = `/api/v1/users/${(await person()).id}`
  const { lastUpdated } = await json('GET', path)
  await pause(5)
  await call('POST', path, { profile: { nickName: 'Ada' } })
  assert.notEqual((await json('GET', path)).lastUpdated, lastUpdated)
})

test('other-secrets: knows how long a temporary password is, expirePassword', async () => {
  const path = `/api/v1/users/${(await person({}, true)).id}/lifecycle/expire_password?tempPassword=true`
  assert.match((await json('POST', path)).tempPassword, /^\w{8}$/)
})

test('no-contents: counts members by expand, listGroups', async () => {
  const { id } = await createGroup('Counted')
  const path = `/api/v1/groups?expand=stats&filter=${encodeURIComponent(`id eq "${id}"`)}`
  const [group] = await soon(() => json('GET', path), 1)
  assert.equal(group._embedded.stats.usersCount, 0)
})

test('deactivates-otherwise: activates a person again with the old password, getUser', async () => {
  const path = `/api/v1/users/${(await person({}, true)).id}`
  await call('POST', `${path}/lifecycle/deactivate`)
  await call('POST', `${path}/lifecycle/activate?sendEmail=false`)
  for (let attempt = 0; attempt < 30; attempt++) {
    const { status, transitioningToStatus: goesTo } = await json('GET', path)
    if (!goesTo) return assert.equal(status, 'ACTIVE')
    await pause(50)
  }
})
