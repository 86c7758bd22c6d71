import { fileURLToPath } from 'node:url'
import { createClient } from 'identikit/client'
import { recordPact } from 'identikit/pact'
import { serve } from 'identikit/server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { StaffDirectory } from './directory.ts'

// These are the tests that this consumer has anyway; the three lines about the recording make a pact of them.
const server = await serve({ port: 0 })
const recording = recordPact(server, { consumer: 'staff-directory-recorded', trackReads: true })
afterAll(async () => {
  recording.stop()
  await recording.write(fileURLToPath(new URL('pacts', import.meta.url)))
  await server.close()
})

const directory = new StaffDirectory({ url: server.url, token: server.org.apiToken })
const client = createClient({ baseUrl: server.url, token: server.org.apiToken })
let id = ''

beforeEach(async () => {
  server.org.reset()
  // What a test prepares is no wish of the consumer's.
  await recording.leaveOut(async () => {
    const profile = { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' }
    const credentials = { password: { value: 'Correct1Horse' } }
    ;({ id } = await client.createUser({ body: { profile, credentials } }))
  })
})

test('finds a person', async () => {
  expect(await directory.find(id)).toEqual({ id, name: 'Jo Ames', isBlocked: false })
})

test('finds nobody under an unknown id', async () => {
  expect(await directory.find('00uNobody')).toBeUndefined()
})

test('finds people by their last name', async () => {
  expect(await directory.withLastName('Ames')).toHaveLength(1)
})

test('blocks a person once', async () => {
  expect(await directory.block(id)).toBe(true)
  expect(await directory.block(id)).toBe(false)
  expect((await directory.find(id))?.isBlocked).toBe(true)
})
