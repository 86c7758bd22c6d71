import { expect, test } from 'vitest'
import { reasonOf } from '../../src/contract/errors/explain.ts'
import { type OAuthErrorCode, oauthReasons } from '../../src/contract/errors/texts.ts'
import { testOrg } from '../support/call.ts'

const form = { authorization: undefined, 'content-type': 'application/x-www-form-urlencoded' }

const expected = {
  refusal: 'invalid_client',
  status: 401,
  code: 'invalid_client',
  rule: 'A client authenticates with what it is registered with',
  section: 'RFC 6749, section 5.2; Clients, Authentication, 4',
  docs: 'https://www.rfc-editor.org/rfc/rfc6749#section-5.2',
  found: ['There is no such client, or its secret is wrong'],
  accepted: 'The client_id of an active client, with its secret, or an assertion signed with its key',
}

test('the journal explains what a token endpoint refuses, and so does the header that asks for it', async () => {
  const { call, control } = testOrg()
  const body = 'grant_type=client_credentials&client_id=nobody&client_secret=nothing'
  const asked = { ...form, 'x-identikit-explain': '1' }
  const refused = await call('POST', '/oauth2/v1/token', body, asked)
  const explained = JSON.parse(String(refused.headers['x-identikit-explanation']))
  expect(explained).toEqual({ ...expected, found: [refused.json.error_description] })
  const [entry] = control.readJournal({})
  expect(entry).toMatchObject({ refusal: 'invalid_client', hint: refused.json.error_description })
  const { explanation } = control.readExchange({ requestId: entry!.requestId })
  expect(explanation).toEqual(explained)
  expect((await call('POST', '/oauth2/v1/token', body, form)).headers).not.toHaveProperty(
    'x-identikit-explanation',
  )
})

test('every error code names the broken rule, its section, and a correct request', () => {
  for (const code of Object.keys(oauthReasons) as OAuthErrorCode[]) {
    const { rule, section, accepted } = reasonOf(code)
    expect(section).toMatch(/^(?:RFC \d{4}|OpenID Connect Core 1\.0), section/)
    expect(rule.length * accepted.length).toBeGreaterThan(100)
  }
})
