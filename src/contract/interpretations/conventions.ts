import { operationNames } from '../operation-names.ts'
import { about, type Interpretation } from './interpretation.ts'
import { withoutStatus } from './operation-groups.ts'

/** Choices for every operation. */
export const conventionInterpretations: readonly Interpretation[] = [
  ...about('conventions', {
    'success-statuses': {
      operations: withoutStatus,
      question: 'Groups and Users show no success status for create, get, list and update.',
      choice: '200 with the body; 204 where there is none. Deleting a rule answers 202 with an empty object.',
      evidence: 'Recorded traffic: 191 of 191 user creations and 139 of 139 group creations answered 200.',
      recorded: {
        shows: 'deactivate, for which Users states 200, answers 204 in 12 calls of 2020.',
        side: 'API description',
      },
      alternatives: [
        {
          of: /^successes of/,
          aspects: ['status'],
          isOfReply: true,
          there: /^2\d\d$/,
          here: /^2\d\d$/,
          verdict: 'silent',
          says: 'The description shows no status of success here.',
        },
        {
          of: /^create(?:User|Group|GroupRule)$/,
          reply: { what: 'the status 200 of a create; 201 would do as well', status: [200, 201], only: 200 },
        },
      ],
    },
    'error-codes': {
      question: 'Codes and statuses of validation failures, and of most other errors, are not shown.',
      choice: "The service's own catalogue, one row for each condition (`src/contract/errors/catalogue.ts`).",
      evidence:
        'Published error catalogue, recorded traffic, and the texts that clients of the service match on.',
      alternatives: [
        {
          of: /^errors of/,
          aspects: ['summary', 'causes'],
          isOfReply: true,
          verdict: 'silent',
          says: 'Texts of errors are not shown; only errorCode is meant for flow control.',
          reply: {
            what: 'the text of an error',
            members: {
              errorSummary: 'Other words',
              errorId: 'other',
              errorCauses: [{ errorSummary: 'Other words' }],
            },
          },
        },
        {
          of: /^errors of/,
          aspects: ['error-code'],
          isOfReply: true,
          verdict: 'silent',
          says: 'The codes of most errors are not shown.',
        },
      ],
    },
    'error-causes': {
      question: 'The causes of an error in the platform style are not shown (Clients, Errors: may be empty).',
      choice:
        'A cause that traffic of the service shows is there, word for word. Identikit adds a cause where the service gives none, or does not say which value is wrong. Examples: the missing token, the statuses that an operation takes, a similar name.',
      evidence: 'Recorded traffic; a caller of a mock wants to know what to change.',
    },
    'oauth-error-codes': {
      operations: [...operationNames.clients],
      question:
        'Clients states the OAuth style for client endpoints and two codes, but none for general errors.',
      choice:
        'For a wrong request invalid_request. As in RFC 6750, invalid_token and insufficient_scope. As in RFC 7591, invalid_client_metadata and invalid_redirect_uri.',
      evidence: 'RFC 6749, RFC 6750, RFC 7591.',
      alternatives: [
        {
          reply: {
            what: 'the text of an error',
            members: { error_description: 'Other words' },
            unless: /^invalid_client$|^client_name: The client_name field cannot be left blank\.$/,
          },
        },
      ],
    },
    'unknown-path': {
      question: 'The reply to an unknown path, or to a known one with another method, is not shown.',
      choice:
        '404 E0000008 and 405 E0000022. The cause names the methods of the path, or a known path that is spelled alike. Or it says that the path is not served. So a person can distinguish an unknown path from an unknown resource (404 E0000007). A word of a documented path, such as rules below groups, is never taken for an id; me is one.',
      evidence: 'Recorded traffic for both codes; the cause is ours. RFC 9110, section 15.5.6, for Allow.',
      recorded: { shows: 'A 405 has no Allow header.', side: 'neither' },
    },
    'order-of-refusals': {
      question: 'Where several things are wrong with a request, which one is answered is not shown.',
      choice:
        'Path, method, token, role or scope, Accept, the resources of the path, query and the form of the body. Then the content of the body and the state of the resource. The reply lists every mistake in the form of the body, one cause for each. If the form is right, it lists every other mistake that has the error code of the first.',
      evidence:
        'A check that is cheaper, and shows a stranger less, comes first. Clients of the service find one cause for each bad field.',
    },
    'page-size': {
      operations: 'lists',
      question: 'The effect of a limit above the maximum, of zero, or that is no number, is not shown.',
      choice:
        'Above the maximum counts as the maximum. Zero and below are refused with 400 E0000029, and anything but a whole number with 400 E0000037.',
      evidence:
        'Callers must not depend on the maximum (Clients, Conventions, 7), so asking for more is no error.',
    },
    cursor: {
      operations: 'lists',
      question: 'The reply to a cursor that the service did not issue is not shown.',
      choice:
        '400 E0000029. A cursor is sealed and belongs to one list: path, filter, search and sorting. It goes on working when the row it points at is deleted, and after a restart with the same seed.',
      evidence: 'Error catalogue; Clients, Conventions, 3: a caller never builds one.',
    },
    'unknown-parameters': {
      question: 'Query parameters that are not documented, or are sent twice.',
      choice: 'Unknown ones are ignored; of one sent twice the first counts.',
      evidence: 'Newer clients send parameters that the API description does not have.',
    },
    'read-only-members': {
      question: 'Read-only members sent in a body, such as id, status, timestamps and _links.',
      choice: 'Ignored, unless a document says that they must not be sent.',
      evidence: 'Recorded traffic: clients send the whole object back that they fetched.',
    },
    'content-type': {
      question: 'A body of another content type, a body without one, and an Accept that excludes JSON.',
      choice:
        '400 E0000021, 400 E0000018 and 400 E0000019. Types that end in +json count as JSON. A body sent where none is taken is ignored.',
      evidence: 'Error catalogue, recorded traffic.',
    },
    'status-headers': {
      question: 'Headers that go with a status, which the API description does not show.',
      choice:
        'Each 401 has WWW-Authenticate, and so has a 403 of an access token that lacks a scope. Each 405 has Allow, and OPTIONS is answered with it by 204, without credentials. HEAD gets the headers of GET.',
      evidence:
        'RFC 9110, sections 9.3, 11.6.1 and 15.5.6; RFC 6750, section 3. A recorded 405 has no Allow; the RFC requires it.',
    },
    'link-length': {
      question: 'The reply to a list whose address is so long that no client could read the Link header.',
      choice:
        'Links leave out parameters without an effect. If the header still has more than 14,000 characters, the reply is 414 E0000003.',
      evidence: 'RFC 9110, section 15.5.15. Node reads 16 kB of headers.',
    },
    'content-encoding': {
      question: 'Whether the body of a request may be compressed is not shown.',
      choice:
        '415 with Accept-Encoding: identity for every Content-Encoding but identity, where a body is read. Platform style has E0000003.',
      evidence: 'RFC 9110, sections 8.4 and 15.5.16; the API description has JSON as the one form of a body.',
    },
    'request-id-and-rate-limit-headers': {
      question: 'Headers other than Link are not shown.',
      choice:
        'Every reply has X-Svc-Request-Id (with the name prefix), X-Rate-Limit-Limit, -Remaining and -Reset. It also has Cache-Control: no-cache, no-store, Pragma, Expires, and Date by the clock of the organisation.',
      evidence: 'Recorded traffic.',
      alternatives: [
        {
          reply: {
            what: 'headers with the request id and the rate limit',
            headers: /^x-rate-limit-|-request-id$/,
          },
        },
      ],
    },
    'rate-limit': {
      question: 'Rate limits are not shown.',
      choice:
        'The headers count. Requests are refused only if the option says so, before anything is done. The reply is then 429 E0000047 with the reset time and Retry-After. A 429 by a fault says to come back after retryAfter, a second by default. X-Rate-Limit-Reset and Retry-After go by the time of Date.',
      evidence:
        'Recorded traffic for status, code and the X-Rate-Limit headers. RFC 6585, section 4, has Retry-After, by which common clients wait. A test should not fail because it is fast.',
      recorded: { shows: 'A 429 has no Retry-After.', side: 'neither' },
    },
    cors: {
      question: 'Which origins may call with a session cookie is not shown.',
      choice:
        'Origins on localhost, any port, that of the base URL, and those of the option. A preflight of another origin gets 403, and other calls get no CORS headers.',
      evidence: 'Where a frontend runs while it is developed.',
    },
    'links-by-base-url': {
      question: 'Which address links and issuers are made under, where a server has several.',
      choice:
        'The configured base URL. Without one, the address by which the request came: its protocol, host and port. With trustProxy, the one of X-Forwarded-Host, -Proto, -Port and -Prefix. Hosts that the server does not answer under are refused. A token keeps the issuer of the request that issued it. A mail leads to where the request came that caused it, unless that is the server itself.',
      evidence: 'A container does not know its mapped port; RFC 9207 and OpenID Connect Core 1.0, section 2.',
    },
    'early-access': {
      operations: [...operationNames.grants],
      question: 'How a feature that is not enabled answers is not shown.',
      choice:
        '401 E0000015 on its operations; its values are refused as any unknown value is. Enabled by default.',
      evidence: 'Recorded traffic.',
    },
    'large-page-time-out': {
      operations: 'lists',
      question: 'When a list operation times out is not shown.',
      choice: 'Never. With a page size, lists with larger pages do: 500 E0000009.',
      evidence: 'Clients, Errors.',
    },
    'new-spellings': {
      operations: ['expirePassword', 'forgotPasswordWithAnswer'],
      question: 'Current clients call two paths that the API description does not have.',
      choice:
        'lifecycle/expire_password_with_temp_password and credentials/forgot_password_recovery_question are served as the documented operations they stand for.',
      evidence: 'Current client libraries of the service.',
    },
    tolerances: {
      question: 'Whether spellings that the API description does not have are taken.',
      choice:
        'Doubled and trailing slashes in paths count as if they were not there. The blank between SSWS and the token may be missing. The response mode that posts an answer to a page may have another name prefix (src/contract/tolerances.ts). The journal names each that a request made use of, under tolerated. Where they are refused, they are unknown paths, tokens and response modes.',
      evidence: 'Clients that work on the real service send them; a test should not need a proxy.',
    },
    'beyond-the-description': {
      question:
        'Targets of links that the API description leaves out (schema, type, app, scope, authorizationServer), and the next calls of clients.',
      choice:
        'The endpoints of src/contract/operations/beyond.ts answer from the records of the organisation. They are about applications and their assignments, user schemas and types, authorization servers and scopes. An application of OpenID Connect is a client, whose secret only the replies of POST and PUT show. DELETE works in any status, as for clients. A server without policies gives tokens to every client; with policies in use, only where a rule applies. A refresh token of a rule without a lifetime lives as long as the settings say. Primary authentication, with factors where the option says so, sessions and the log are served too. Of the administrators the super administrator may write, the read-only one read. A session token is the value of the session cookie, and works until the session ends. User types share one schema. The suite never grades them.',
      evidence: 'Links of the API description; client libraries and recordings of the service.',
      alternatives: [
        {
          of: /^(?:listGroupApps|listUserAppLinks)$/,
          aspects: ['listed-there'],
          verdict: 'silent',
          says: 'Applications are assigned by calls beside the description, which are not replayed.',
        },
      ],
    },
    'body-encoding': {
      question: 'How a body that starts with a byte order mark, or is not valid UTF-8, is read.',
      choice:
        'The mark is passed over; bytes that are no UTF-8 are read as U+FFFD, whichever way the request comes in.',
      evidence: 'RFC 8259, section 8.1, and what Request.text() of the Fetch Standard does.',
    },
  }),
  ...about('auth', {
    'admin-roles': {
      question:
        'Which administrator role may call which operation is not shown (Clients, Authentication, 5).',
      choice:
        'A super administrator everything; a read-only administrator every read. A help desk administrator reads users and groups. It unlocks, reactivates, resets and expires passwords, resets factors and clears sessions. A group administrator manages the users and memberships of its groups. Others answer 403 E0000006 (src/contract/roles.ts).',
      evidence: "The service's published roles.",
    },
    'group-administrator-scope': {
      operations: [...operationNames.groups, ...operationNames.membership, ...operationNames.users],
      question: 'The reply to a group administrator outside its scope.',
      choice:
        'As if it did not exist: 404 E0000007, and absent from lists. The everyone group is never shown. A group administrator who was given no groups administers all others. A help desk administrator can be confined to groups too.',
      evidence: 'Clients, Authentication, 5: scoped administrators see only their scope.',
    },
    'scope-names': {
      question:
        'Scope names and the header form of access tokens are not shown (Clients, Authentication, 2).',
      choice:
        'Authorization: Bearer, with scopes svc.users.read, svc.users.manage, svc.groups.*, svc.clients.* (with the name prefix); manage includes read. A missing scope answers 403 E0000006. A scope gives a person no right that its role lacks. A user has the roles of its API tokens. A user without one may do what a session cookie allows at /users/me. A token of a client itself (client_credentials) is of no person, so its scopes alone count.',
      evidence:
        "The service's published scopes. The service asks for both: the scope, and a role of the person that allows the operation.",
    },
    'session-operations': {
      operations: [...operationNames.credentials, ...operationNames.grants, ...operationNames.tokens],
      question: 'Which operations on /users/me a session cookie is enough for.',
      choice:
        'Reading and updating oneself, own groups, links, credentials, grants, tokens and clients, and ending own sessions. Full replacement, lifecycle operations and DELETE need a token (401 E0000011).',
      evidence: 'Clients, Authentication, 3; a user does not administer itself.',
    },
    'token-and-cookie': {
      question: 'A token and a cookie sent together.',
      choice:
        'The token wins. On the operation that takes only a cookie, a token sent along is refused with 403.',
      evidence: 'Users, GET user: with an API token, me is its owner, not the user of the session.',
    },
    'second-factor': {
      operations: ['resetFactors'],
      question: 'How a user meets the MFA factors at sign-in that reset_factors unenrolls.',
      choice:
        'By default nobody is asked. With the option, a user who is enrolled in a factor is asked for its code. The code comes after the password, or after a link that signs in. A user without a factor is not asked, and nobody has to enroll. An authenticator shows the codes of totp and token:software:totp (RFC 6238: SHA-1, six digits, 30 seconds). They may be one step early or late, and work once. The codes of every other factor are mailed. A sign-in waits five minutes. The fifth wrong code ends it, and does not lock the user. amr is then pwd, mfa, otp. The password grant answers mfa_required. After reset_factors the user is not asked.',
      evidence: "Users, reset_factors. The service's published authentication API and its client libraries.",
    },
    'tokens-of-deactivated-users': {
      question:
        'Whether tokens of a user who is deactivated or removed, or of a client that is, go on working.',
      choice:
        'They end, API tokens and access tokens alike (401 E0000011), and activation does not bring them back. Suspending ends none. The API token that the organisation was made with stays, so that nobody is locked out of it.',
      evidence:
        'Users, Grant, ends consents with their user and client; the service takes the API tokens of a deactivated administrator away.',
    },
  }),
]
