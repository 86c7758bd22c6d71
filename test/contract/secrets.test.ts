import { expect, test } from 'vitest'
import { isSecretField, isSecretName } from '../../src/contract/secrets.ts'
import { openApiDocument } from '../../src/openapi/document.ts'

/** Fields and parameters that are called as secrets are, and give access to nothing. */
const harmless = [
  'Authorization',
  'accessTokenLifetimeMinutes',
  'alwaysIncludeInToken',
  'changePassword',
  'credentials',
  'credentialsSetup',
  'expirePassword',
  'forgotPassword',
  'frontchannel_logout_session_required',
  'oauthTokens',
  'passwordChanged',
  'refreshTokenLifetimeMinutes',
  'refreshTokenWindowMinutes',
  'resetPassword',
  'revokeSessions',
  'sid',
  'token_endpoint',
  'token_endpoint_auth_methods_supported',
  'tokenId',
  'tokens',
]

/** Fields and parameters of all operations and endpoints: their names, and those that replies never show. */
function fieldsIn(value: unknown, all = new Set<string>(), writeOnly = new Set<string>()) {
  if (typeof value === 'object' && value !== null) {
    const { in: place, name, properties } = value as Record<string, unknown>
    if (typeof place === 'string' && typeof name === 'string') all.add(name)
    for (const [field, schema] of Object.entries((properties ?? {}) as Record<string, object>)) {
      // A field may be called `properties`, too.
      if (typeof schema !== 'object') continue
      all.add(field)
      if ('writeOnly' in schema) writeOnly.add(field)
    }
    for (const [key, member] of Object.entries(value))
      if (key !== 'examples') fieldsIn(member, all, writeOnly)
  }
  return { all, writeOnly }
}

const { all, writeOnly } = fieldsIn(openApiDocument({ beyond: true, oauth: true }))

test('every field and parameter that is called as secrets are is redacted, or gives access to nothing', () => {
  expect([...all].filter((name) => isSecretName(name) && !isSecretField(name)).toSorted()).toEqual(
    harmless.toSorted(),
  )
})

test('a field that replies never show is a secret, or a part of a password', () => {
  expect([...writeOnly].filter((name) => !isSecretField(name)).toSorted()).toEqual(['hash', 'hook', 'value'])
})
