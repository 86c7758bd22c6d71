import { expect, test } from 'vitest'
import type { WireRequest } from '../../../conformance/engine/wire/http-sender.ts'
import { prefixSender } from '../../../conformance/engine/wire/prefix-sender.ts'

/** Sends a request to a deployment with another word than `svc`; returns the request that arrived, and the reply. */
async function exchanged(
  sent: Partial<WireRequest>,
  text = '',
  word = 'acme',
): Promise<{ arrived: WireRequest; came: string }> {
  let arrived: WireRequest | undefined
  const plain = {
    send: async (request: WireRequest) => {
      arrived = request
      return { status: 200, headers: {}, text }
    },
    close: () => {},
  }
  const request = { method: 'POST', url: new URL('https://svc.example.com/'), headers: {}, body: undefined }
  const reply = await prefixSender(plain, word).send({ ...request, ...sent }, AbortSignal.timeout(60_000))
  if (!arrived) throw new Error('nothing arrived')
  return { arrived, came: reply.text }
}

test.each([
  ['{"type":"SVC_GROUP"}', '{"type":"ACME_GROUP"}'],
  ['["svc:user_group"]', '["acme:user_group"]'],
  ['["svc:directory_security_principal"]', '["acme:directory_security_principal"]'],
  ['{"provider":{"type":"SVC","name":"SVC"}}', '{"provider":{"type":"ACME","name":"ACME"}}'],
  ['{"type":"urn:svc:expression:1.0"}', '{"type":"urn:acme:expression:1.0"}'],
  [
    '{"svc:directory_security_principal":{"directoryDomainQualifiedName":"A"}}',
    '{"okta:windows_security_principal":{"windowsDomainQualifiedName":"A"}}',
    'okta',
  ],
])(
  'a body with %s arrives with the target’s word, and comes back with ours',
  async (ours, theirs, word = 'acme') => {
    const { arrived, came } = await exchanged({ body: ours }, theirs, word)
    expect(arrived.body).toBe(theirs)
    expect(came).toBe(ours)
  },
)

test('the word is translated in queries and in the parameter of Content-Type', async () => {
  const url = new URL('https://svc.example.com/api/v1/groups')
  url.search = new URLSearchParams({
    filter: 'type eq "SVC_GROUP"',
    search: 'x eq "svc:user_group"',
  }).toString()
  const headers = { 'Content-Type': 'application/json; svc-response=omitCredentials' }
  const { arrived } = await exchanged({ url, headers })
  expect(arrived.url.searchParams.get('filter')).toBe('type eq "ACME_GROUP"')
  expect(arrived.url.searchParams.get('search')).toBe('x eq "acme:user_group"')
  expect(arrived.headers['Content-Type']).toBe('application/json; acme-response=omitCredentials')
})

test('nothing else that holds the word is touched', async () => {
  const text =
    '{"href":"https://svc.example.com/x","name":"my SVC","login":"svc@example.com","note":"svc: fine"}'
  const { arrived, came } = await exchanged({ body: text }, text.replaceAll('svc', 'acme'))
  expect(arrived.body).toBe(text)
  expect(arrived.url.href).toBe('https://svc.example.com/')
  expect(came).toBe(text.replaceAll('svc', 'acme'))
})
