/** Which choices of ours an expected reply rests on: one row for each way in which another service may answer. */
import { expect, test } from 'vitest'
import { decisions } from '../../src/contract/decisions/index.ts'
import { choicesOf } from '../../src/pact/choices.ts'
import type { Exchange } from '../../src/pact/exchange.ts'
import type { Json, PactReply, Rules } from '../../src/pact/file/pact-file.ts'

interface Case {
  readonly operation?: Exchange['operation']
  readonly status?: number
  readonly body?: Json
  readonly headers?: Record<string, string>
  /** Status of the user whom the operation is about. */
  readonly subject?: string
  readonly query?: string
  /** The body that was sent. */
  readonly sent?: Json
  readonly refusal?: Exchange['refusal']
  /** What the pact expects of the body; the whole of it by default. */
  readonly expects?: Json
  readonly rules?: Record<string, Rules>
  /** The class of statuses that the pact expects, in place of the one that came. */
  readonly anyStatus?: 'success' | 'error' | 'clientError'
  /** Whether the pact says anything of the body. */
  readonly withoutBody?: true
}

/** The choices that a pact rests on which expects just what came, as `decision: what`. */
function choices({
  operation,
  status = 200,
  body = {},
  headers = {},
  subject,
  query = '',
  sent,
  refusal,
  expects = body,
  rules = {},
  anyStatus,
  withoutBody,
}: Case): string[] {
  const expected: PactReply = {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: withoutBody ? undefined : expects,
    contentType: undefined,
    rules: {
      query: {},
      header: {},
      body: rules,
      ...(anyStatus
        ? { status: { combine: 'AND', matchers: [{ match: 'statusCode', status: anyStatus }] } }
        : {}),
    },
    generators: {},
  }
  const exchange = {
    operation,
    refusal,
    request: { query, body: sent === undefined ? '' : JSON.stringify(sent) },
    before: { subject: subject === undefined ? undefined : { status: subject } },
    reply: { status, headers: expected.headers, body: JSON.stringify(body) },
  } as unknown as Exchange
  return choicesOf(expected, exchange).map(({ decision, what }) => `${decision}: ${what}`)
}

const created = 'success-statuses: the status 200 of a create; 201 would do as well'
const text = (of: string) => `${of}: the text of an error`
const nulls = 'profile-null-properties: properties of a profile that are null'
const provisioned =
  'activation-without-password: that a user without a password is PROVISIONED, and not ACTIVE'
const activated = 'activated-timestamp: that a PROVISIONED user has been activated already'
const link = 'reactivate-default: that reactivate without sendEmail answers the link'
const changed = 'change-password-statuses: that a password can be changed in this status'
const suspended = 'suspended-operations: what this operation does to a SUSPENDED user'
const invalid = 'rule-invalid-status: that a rule is INVALID'
const allValid = 'rule-all-groups-valid: allGroupsValid'
const named = 'request-id-and-rate-limit-headers: headers with the request id and the rate limit'
const order = 'member-order: the order of the members'
const code = 'error-codes: the error code of this refusal'
const refusalStatus = 'error-codes: the status of this refusal'

const metadata = (what: string) => `client-error-codes: the ${what} of this refusal`
const onPut = (what: string) => `client-unknown-on-put: the ${what} of this refusal`
const byType: Rules = { combine: 'AND', matchers: [{ match: 'type' }] }
const worded = (regex: string): Record<string, Rules> => ({
  '$.error_description': { combine: 'AND', matchers: [{ match: 'regex', regex }] },
})
const withoutName: Case = {
  operation: 'updateClient',
  refusal: 'invalid-client-metadata',
  status: 400,
  body: {
    error: 'invalid_client_metadata',
    error_description: 'client_name: The field cannot be left blank',
  },
  sent: {},
}
const everySetting: Json = {
  client_name: 'Shop',
  redirect_uris: [],
  response_types: null,
  grant_types: [],
  token_endpoint_auth_method: 'none',
  initiate_login_uri: null,
  jwks: null,
  logo_uri: null,
  policy_uri: null,
  post_logout_redirect_uris: [],
  request_object_signing_alg: null,
  tos_uri: null,
}
const unknownClient: Case = {
  operation: 'updateClient',
  refusal: 'invalid-client',
  status: 401,
  body: { error: 'invalid_client' },
}

const named403 = { errorCode: 'E1', errorLink: 'E1' }
test.each<[Case, string[]]>([
  [{ operation: 'createUser' }, [created]],
  [{ operation: 'createGroup' }, [created]],
  [{ operation: 'createGroupRule' }, [created]],
  [{ operation: 'registerClient' }, []],
  [{ operation: 'createUser', status: 201 }, []],
  [{ operation: 'updateUser' }, []],
  [{ body: { errorSummary: 'No' } }, [text('error-codes')]],
  [{ body: { errorId: 'x' } }, []],
  [{ body: { errorSummary: 'No', errorId: 'x' }, expects: { errorId: 'x' } }, [text('error-codes')]],
  [{ body: { errorSummary: 'No', errorCauses: [] }, expects: { errorCauses: [] } }, [text('error-codes')]],
  [{ body: { errorSummary: 'No', errorCode: 'E1' }, expects: { errorCode: 'E1' } }, []],
  [{ body: { error_description: 'No' } }, [text('oauth-error-codes')]],
  [{ body: { error_description: 'No', error: 'x' }, expects: { error: 'x' } }, []],
  [{ body: { error_description: 'No' }, refusal: 'invalid-client' }, []],
  [{ body: { profile: { a: null, b: 'x' } } }, [nulls]],
  [{ body: { profile: { a: null, b: 'x' } }, expects: { profile: { b: 'x' } } }, []],
  [{ body: { profile: { a: 'x' } } }, []],
  [{ body: { profile: null } }, []],
  [{ body: [{ profile: { a: 'x' } }, { profile: { a: null } }, 7] }, [nulls]],
  [{ body: [7, null] }, []],
  [{ operation: 'createUser', status: 201, body: { status: 'PROVISIONED' } }, [provisioned]],
  [{ operation: 'getUser', body: { status: 'PROVISIONED' } }, []],
  [{ operation: 'createUser', status: 201, body: { status: 'STAGED' } }, []],
  [{ body: { status: 'PROVISIONED', activated: '2026' } }, [activated]],
  [{ body: { status: 'PROVISIONED', activated: null } }, []],
  [{ body: { status: 'ACTIVE', activated: '2026' } }, []],
  [{ operation: 'reactivateUser', body: { activationUrl: 'x' } }, [link]],
  [{ operation: 'reactivateUser', body: { activationUrl: 'x' }, query: 'a=1&sendEmail=false' }, []],
  [{ operation: 'activateUser', body: { activationUrl: 'x' } }, []],
  [{ operation: 'reactivateUser', body: { other: 'x' } }, []],
  [{ operation: 'changePassword', subject: 'ACTIVE' }, [changed]],
  [{ operation: 'changePassword', subject: 'RECOVERY' }, []],
  [{ operation: 'changePassword', subject: 'ACTIVE', status: 403 }, []],
  [{ operation: 'changePassword' }, []],
  [{ operation: 'changePassword', subject: 'ACTIVE', status: 400 }, []],
  // Document 1 names code and field where an update of a client lacks its name.
  [{ ...withoutName, rules: worded('.*client_name.*') }, []],
  [{ ...withoutName, sent: { client_name: null }, rules: worded('.*cannot be left blank.*') }, []],
  [withoutName, [text('oauth-error-codes')]],
  [{ ...withoutName, sent: { client_name: 'Shop' }, rules: worded('.*') }, []],
  [
    { ...withoutName, sent: everySetting, rules: worded('.*client_name.*') },
    [text('oauth-error-codes'), metadata('error code'), metadata('status')],
  ],
  [
    { ...withoutName, operation: 'registerClient', rules: worded('.*') },
    [metadata('error code'), metadata('status')],
  ],
  [unknownClient, [onPut('error code'), onPut('status')]],
  [{ ...unknownClient, anyStatus: 'clientError' }, [onPut('error code')]],
  [{ ...unknownClient, operation: 'deleteClient' }, []],
  [{ body: { consent_method: 'REQUIRED' } }, ['client-consent-method: consent_method']],
  [
    { body: [{ consent_method: 'REQUIRED' }], rules: { '$[0].consent_method': byType } },
    ['client-consent-method: consent_method'],
  ],
  [{ body: { consent_method: 'REQUIRED' }, expects: {} }, []],
  [
    { operation: 'listUserClientTokens', body: [{ status: 'ACTIVE' }] },
    ['refresh-token-statuses: the status of a refresh token'],
  ],
  [
    {
      operation: 'getUserClientToken',
      body: { status: 'ACTIVE' },
      rules: { '$.status': { combine: 'AND', matchers: [{ match: 'regex', regex: 'ACTIVE|REVOKED' }] } },
    },
    ['refresh-token-statuses: the status of a refresh token'],
  ],
  [{ operation: 'getUserGrant', body: { status: 'ACTIVE' } }, []],
  [
    { operation: 'getClient', body: { client_secret_expires_at: 0 } },
    ['client-secret-expiry-shown: that client_secret_expires_at is shown'],
  ],
  [{ operation: 'newClientSecret', body: { client_secret_expires_at: 0 } }, []],
  [
    { operation: 'listGroups', body: [{ _embedded: { stats: { usersCount: 1 } } }] },
    ['group-expand: members of _embedded of a group'],
  ],
  // What the pact leaves open may be another all the same.
  [{ operation: 'createUser', anyStatus: 'success' }, []],
  [
    { operation: 'resetPassword', subject: 'SUSPENDED', status: 403, body: {}, anyStatus: 'error' },
    [suspended],
  ],
  [
    { operation: 'resetPassword', subject: 'SUSPENDED', status: 400, body: { a: 1 }, expects: {} },
    [suspended],
  ],
  [{ refusal: 'validation', status: 400, body: named403, expects: {}, anyStatus: 'clientError' }, []],
  [{ refusal: 'validation', status: 400, body: named403, withoutBody: true }, [refusalStatus]],
  [{ operation: 'createUser', withoutBody: true }, [created]],
  [
    {
      body: { type: 'group_rule', status: 'INVALID' },
      rules: { '$.status': { combine: 'AND', matchers: [{ match: 'regex', regex: '^IN' }] } },
    },
    [],
  ],
  [{ operation: 'changeRecoveryQuestion', subject: 'ACTIVE' }, []],
  ...(['resetPassword', 'expirePassword'] as const).flatMap((operation): [Case, string[]][] => [
    [{ operation, subject: 'SUSPENDED' }, [suspended]],
    [{ operation, subject: 'SUSPENDED', status: 403 }, [suspended]],
    ...['STAGED', 'PROVISIONED', 'ACTIVE', 'RECOVERY', 'LOCKED_OUT', 'PASSWORD_EXPIRED', 'DEPROVISIONED'].map(
      (subject): [Case, string[]] => [{ operation, subject }, []],
    ),
  ]),
  [{ operation: 'suspendUser', subject: 'SUSPENDED' }, []],
  [{ body: { type: 'group_rule', status: 'INVALID' } }, [invalid]],
  [{ body: { type: 'group_rule', status: 'ACTIVE' } }, []],
  [{ body: { type: 'other', status: 'INVALID' } }, []],
  [{ body: { allGroupsValid: true, id: 'x' } }, [allValid]],
  [{ body: { allGroupsValid: true, id: 'x' }, expects: { id: 'x' } }, []],
  [{ headers: { 'x-rate-limit-limit': '1' } }, [named]],
  [{ headers: { 'x-svc-request-id': '1' } }, [named]],
  [{ headers: { 'x-limit': '1', 'a-x-rate-limit-limit': '1', 'x-request-id-more': '1' } }, []],
  [{ operation: 'listGroupUsers', body: [{ id: 'a' }, { id: 'b' }] }, [order]],
  [{ operation: 'listGroupUsers', body: [{ id: 'a' }] }, []],
  [{ operation: 'listUsers', body: [{ id: 'a' }, { id: 'b' }] }, []],
  [{ operation: 'listGroupUsers', body: { a: 1 } }, []],
  [{ refusal: 'validation', status: 400, body: named403 }, [code, refusalStatus]],
  [{ refusal: 'validation', status: 422, body: named403 }, [code, refusalStatus]],
  [
    { refusal: 'validation', status: 400, body: named403, expects: { errorLink: 'E1' } },
    [code, refusalStatus],
  ],
  [{ refusal: 'validation', status: 400, body: { error: 'x' } }, [code, refusalStatus]],
  [{ refusal: 'validation', status: 400, body: {} }, [refusalStatus]],
  // The status of this one stands in a document.
  [{ refusal: 'invalid-session', status: 403, body: named403 }, [code]],
  [{ refusal: 'not-found', status: 404, body: named403 }, []],
])('%j rests on %j', (exchange, rests) => {
  expect(choices(exchange)).toEqual(rests)
})

test('what a pact expects by its type rests on no value', () => {
  const rules = { $: { combine: 'AND', matchers: [{ match: 'type' }] } } as const
  expect(choices({ body: { errorSummary: 'No', errorId: 'x' }, rules })).toEqual([])
  expect(choices({ body: { status: 'PROVISIONED', activated: '2026' }, rules })).toEqual([activated])
})

test('what does not match as it is, or is compared by a rule that is not known, rests on nothing', () => {
  expect(choices({ operation: 'createUser', body: { a: 1 }, expects: { a: 2 } })).toEqual([])
  const unknown = { '$.errorSummary': { combine: 'AND', matchers: [{ match: 'telepathy' }] } } as const
  expect(choices({ body: { errorSummary: 'No' }, rules: unknown })).toEqual([])
})

test('each choice is told with what the documents leave open, and what was chosen', () => {
  const reply = {
    status: 200,
    headers: {},
    body: undefined,
    contentType: undefined,
    rules: { query: {}, header: {}, body: {} },
    generators: {},
  }
  const exchange = {
    operation: 'createUser',
    before: {},
    request: { query: '' },
    reply: { status: 200, headers: {}, body: 'no JSON' },
  }
  const { question, choice } = decisions.find(({ id }) => id === 'success-statuses')!
  expect(choicesOf(reply, exchange as unknown as Exchange)).toEqual([
    {
      decision: 'success-statuses',
      what: 'the status 200 of a create; 201 would do as well',
      question,
      choice,
    },
  ])
})

test('a choice is told with its own question, whichever it is', () => {
  const reply = {
    status: 200,
    headers: { 'x-rate-limit-limit': ['1'] },
    body: undefined,
    contentType: undefined,
    rules: { query: {}, header: {}, body: {} },
    generators: {},
  }
  const exchange = {
    before: {},
    request: { query: '' },
    reply: { status: 200, headers: reply.headers, body: '' },
  }
  const [found, ...more] = choicesOf(reply, exchange as unknown as Exchange)
  expect(more).toEqual([])
  const { id, question, choice } = decisions.find((one) => one.id === 'request-id-and-rate-limit-headers')!
  expect(found).toEqual({
    decision: id,
    what: 'headers with the request id and the rate limit',
    question,
    choice,
  })
})
