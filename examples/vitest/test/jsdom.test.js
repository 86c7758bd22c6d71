import { setupServer } from 'identikit/node'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showPeople } from '../people-list.js'

const server = setupServer({ baseUrl: location.origin })
const service = { baseUrl: location.origin, token: server.org.apiToken }

beforeAll(() => server.listen())
beforeEach(() => server.org.reset())
afterAll(() => server.close())

test('shows why a person cannot be suspended', async () => {
  await showPeople(document.body, service)
  const button = document.querySelector('button')
  expect(button.textContent).toBe('Suspend admin@example.com')

  server.org.control.setUser({ user: 'admin@example.com', status: 'STAGED' })
  button.click()
  // The client waits for a rate limit.
  await vi.waitFor(() => expect(document.querySelector('button')).toBeNull(), { timeout: 5000 })
  expect(document.body.textContent).not.toBe('')
})
