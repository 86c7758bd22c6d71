import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { fullUpdate, registered, rsaKey, webClient } from '../support/clients.ts'

// Clients, Client Application, rule 2: which methods have a secret.

const methods = ['none', 'client_secret_post', 'client_secret_basic', 'client_secret_jwt', 'private_key_jwt']
const hasSecret = (method: string) => method.startsWith('client_secret_')

test.each(methods.flatMap((before) => methods.map((after) => [before, after] as const)))(
  'a client that changes from %s to %s has a secret if the new method has one, and keeps it',
  async (before, after) => {
    const target = testOrg()
    const body = webClient({ token_endpoint_auth_method: before, jwks: { keys: [rsaKey()] } })
    const client = await registered(target, body)
    const update = await fullUpdate(target, client.client_id, { token_endpoint_auth_method: after })
    const { status, json } = await target.call('PUT', `/oauth2/v1/clients/${client.client_id}`, update)
    expect(status).toBe(200)
    expect(typeof json.client_secret).toBe(hasSecret(after) ? 'string' : 'undefined')
    expect(json.client_secret_expires_at).toBe(hasSecret(after) ? 0 : undefined)
    if (hasSecret(before) && hasSecret(after)) expect(json.client_secret).toBe(client.client_secret)
  },
)

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
