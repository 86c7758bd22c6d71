import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { fullUpdate, registered, rsaKey, webClient } from '../support/clients.ts'

// Clients, Client Application, rule 2, and newSecret: which methods have a secret, and which replies give it.

const methods = [
  { method: 'none', hasSecret: false, newSecret: false },
  { method: 'client_secret_post', hasSecret: true, newSecret: true },
  { method: 'client_secret_basic', hasSecret: true, newSecret: true },
  { method: 'client_secret_jwt', hasSecret: true, newSecret: false },
  { method: 'private_key_jwt', hasSecret: false, newSecret: false },
]

for (const { method, hasSecret, newSecret } of methods) {
  const body = webClient({ token_endpoint_auth_method: method, jwks: { keys: [rsaKey()] } })

  test(`registering a client with ${method} ${hasSecret ? 'gives a secret' : 'gives no secret'}`, async () => {
    const client = await registered(testOrg(), body)
    expect(client.token_endpoint_auth_method).toBe(method)
    if (hasSecret) {
      expect(client.client_secret).toMatch(/^[\w-]{40}$/)
      expect(client.client_secret_expires_at).toBe(0)
    } else {
      expect(client).not.toHaveProperty('client_secret')
      expect(client).not.toHaveProperty('client_secret_expires_at')
    }
  })

  test(`newSecret ${newSecret ? 'gives another secret' : 'is refused'} for a client with ${method}`, async () => {
    const target = testOrg()
    const client = await registered(target, body)
    const path = `/oauth2/v1/clients/${client.client_id}`
    const before = await target.call('GET', path)
    const reply = await target.call('POST', `${path}/lifecycle/newSecret`)
    if (newSecret) {
      expect(reply.status).toBe(200)
      expect(reply.json.client_id).toBe(client.client_id)
      expect(reply.json.client_secret).toMatch(/^[\w-]{40}$/)
      expect(reply.json.client_secret).not.toBe(client.client_secret)
    } else {
      expect(reply.status).toBe(400)
      expect(reply.json.errorCode).toBe('E0000001')
      expect(reply.text).not.toContain('client_secret"')
    }
    expect((await target.call('GET', path)).json).toEqual(before.json)
  })

  for (const other of methods) {
    test(`a client that changes from ${method} to ${other.method} ${other.hasSecret ? 'has a secret' : 'has none'}`, async () => {
      const target = testOrg()
      const client = await registered(target, body)
      const changes = { token_endpoint_auth_method: other.method }
      const update = await fullUpdate(target, client.client_id, changes)
      const { status, json } = await target.call('PUT', `/oauth2/v1/clients/${client.client_id}`, update)
      expect(status).toBe(200)
      expect(typeof json.client_secret).toBe(other.hasSecret ? 'string' : 'undefined')
      expect(json.client_secret_expires_at).toBe(other.hasSecret ? 0 : undefined)
      if (hasSecret && other.hasSecret) expect(json.client_secret).toBe(client.client_secret)
    })
  }
}

test('an update gives the secret that newSecret made, not the one before', async () => {
  const target = testOrg()
  const client = await registered(target, webClient())
  const path = `/oauth2/v1/clients/${client.client_id}`
  const { json } = await target.call('POST', `${path}/lifecycle/newSecret`)
  const updated = await target.call('PUT', path, await fullUpdate(target, client.client_id))
  expect(updated.json.client_secret).toBe(json.client_secret)
})

test('newSecret takes a body as if there were none', async () => {
  const target = testOrg()
  const client = await registered(target, webClient())
  const path = `/oauth2/v1/clients/${client.client_id}/lifecycle/newSecret`
  const reply = await target.call('POST', path, { client_secret: 'chosen' })
  expect(reply.status).toBe(200)
  expect(reply.json.client_secret).not.toBe('chosen')
})

test('no refusal repeats a secret that a caller sent', async () => {
  const target = testOrg()
  const { client_id: id } = await registered(target, webClient())
  const secret = 'a-secret-that-nobody-may-see'
  const path = `/oauth2/v1/clients/${id}`
  const replies = [
    await target.call('POST', '/oauth2/v1/clients', webClient({ client_secret: secret })),
    await target.call('PUT', path, await fullUpdate(target, id, { client_secret: secret })),
    await target.call('POST', '/oauth2/v1/clients', webClient({ jwks: { keys: [rsaKey({ d: secret })] } })),
  ]
  for (const reply of replies) {
    expect(reply.status).toBe(400)
    expect(reply.text).not.toContain(secret)
  }
  expect((await target.call('GET', '/oauth2/v1/clients')).text).not.toContain(secret)
})
