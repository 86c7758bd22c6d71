import { about, type Interpretation } from './interpretation.ts'
import { consents, refreshTokens, clientWrites } from './operation-groups.ts'

/** Choices about client applications, consent grants and refresh tokens. */
export const clientInterpretations: readonly Interpretation[] = [
  ...about('clients', {
    'client-unknown-on-put': {
      operations: ['updateClient'],
      question: 'Clients states 401 invalid_client for an unknown id on GET and DELETE, and nothing for PUT.',
      choice: 'PUT answers 401 invalid_client too; newSecret answers the platform 404 that is stated for it.',
      evidence: 'The reference that the API description was written from.',
    },
    'client-error-codes': {
      operations: clientWrites,
      question: 'Codes of errors on client endpoints other than the two that Clients states.',
      choice:
        'The code is invalid_redirect_uri when nothing but the form of redirect URIs is wrong. Otherwise it is invalid_client_metadata, whose description lists every field that is wrong.',
      evidence: 'RFC 7591, section 3.2.2; Clients says that the contract follows it for the most part.',
    },
    'client-unplaced-grant-types': {
      operations: clientWrites,
      question:
        'device_code, token-exchange and interaction_code are grant types, but in no row of the table of valid ones.',
      choice:
        'interaction_code (newer engine) is valid for browser, native and web; device_code for native; token-exchange for native, service and web. The rest of each row stays.',
      evidence:
        'RFC 8628 is about devices and RFC 8693 about clients that hold tokens; listed values must be usable somewhere.',
    },
    'client-implicit-response-types': {
      operations: clientWrites,
      question: 'Whether implicit among grant_types implies token or id_token among response_types.',
      choice:
        'It implies nothing, nor does a response type ask for a grant type; only authorization_code implies code.',
      evidence:
        'Clients, rule 6, states that one implication, and its service client uses response type token with client_credentials.',
    },
    'client-implied-code': {
      operations: clientWrites,
      question:
        'password and client_credentials let response_types be left out, while authorization_code in the same list implies code.',
      choice:
        'Null or empty response_types become [code] then. Response types that are given without code are refused.',
      evidence: 'Both rules hold this way (Clients, rules 4 and 6).',
    },
    'service-oauth-only': {
      operations: clientWrites,
      question: 'Settings that "OAuth 2.0 flows only" rules out for service clients.',
      choice: 'Response type id_token.',
      evidence: 'An ID token is what OpenID Connect adds to OAuth 2.0.',
    },
    'service-saml2-bearer-redirect': {
      operations: clientWrites,
      question: 'Whether a service client with saml2-bearer alone needs a redirect URI, which it never uses.',
      choice: 'It does, and a response type.',
      evidence: 'Clients, rule 4, excepts password and client_credentials only.',
    },
    'client-method-of-type': {
      operations: clientWrites,
      question: 'Which token_endpoint_auth_method goes with which application type or grant type.',
      choice: 'Any; private_key_jwt needs jwks with a key that signs, or jwks_uri.',
      evidence: 'Clients states nothing else.',
    },
    'client-null-defaults': {
      operations: clientWrites,
      question: 'Meaning of null for properties that are nullable and have a default.',
      choice:
        'For application_type, grant_types and token_endpoint_auth_method the default. Null lists stay null where they may be, lists that are not sent are [].',
      evidence: 'RFC 7591, section 2, and Clients, rule 8.',
    },
    'client-update-missing': {
      operations: ['updateClient'],
      question:
        'The endpoint says that any missing setting makes an update fail, the error table speaks of required settings.',
      choice:
        'Every writable setting of the table counts, null ones too. Exceptions are settings that come with a feature and are not set, and jwks where jwks_uri is sent. Read-only ones may be left out.',
      evidence: 'The flat statement of Clients, PUT; a reply to GET has every setting that is needed.',
    },
    'client-read-only-sent': {
      operations: clientWrites,
      question: 'Read-only properties that a caller sends all the same.',
      choice:
        'On registration client_id and client_secret are refused, the two times are ignored. On update client_secret and the two times are refused. The client_id must be that of the path, and application_type that of the client. A null counts as not sent.',
      evidence:
        'Clients: client_id and client_secret cannot be specified; on update the three must not be included.',
    },
    'client-unknown-metadata': {
      operations: clientWrites,
      question: 'Settings that the API description does not list.',
      choice: 'They are ignored: neither refused, nor stored, nor returned.',
      evidence: 'RFC 7591, section 2.',
    },
    'client-secret-expiry-shown': {
      operations: ['getClient', 'listClients'],
      question: 'Where client_secret_expires_at appears.',
      choice:
        'As 0 wherever a client with a secret is shown alone. Never in lists, and not at all where there is no secret.',
      evidence: 'Clients, rule 8 and POST; the reference leaves it out for service clients without a secret.',
      alternatives: [
        {
          of: /^getClient$/,
          reply: {
            what: 'that client_secret_expires_at is shown',
            members: { client_secret_expires_at: undefined },
          },
        },
      ],
    },
    'client-update-secret': {
      operations: ['updateClient'],
      question: 'The effect of an update on the secret.',
      choice:
        'It stays, and is returned, while the method needs one. A method that needs none drops it, and one that needs one again makes another.',
      evidence: 'Only newSecret is said to replace it.',
    },
    'client-new-secret-refusal': {
      operations: ['newClientSecret'],
      question: 'How newSecret is refused for a client it does not apply to, client_secret_jwt among them.',
      choice: '400 E0000001 in the platform style.',
      evidence: 'newSecret uses that style for its stated error.',
    },
    'client-name-unique': {
      operations: clientWrites,
      question: 'The client table says that client_name is not unique, the Client Grant object that it is.',
      choice: 'Two clients may share a name.',
      evidence: 'The table is about registration; older references had the error, which was later removed.',
    },
    'client-consent-method': {
      operations: clientWrites,
      question: 'Fields and values of consent_method beyond its default are not shown.',
      choice:
        'consent_method is REQUIRED or TRUSTED, may be sent, and is returned. An update without it keeps it.',
      evidence: 'Clients, rule 7, names these two values.',
      alternatives: [{ reply: { what: 'consent_method', members: { consent_method: undefined } } }],
    },
    'client-uri-setting': {
      operations: clientWrites,
      question: 'client_uri is named in rule 8 and in the Client Grant object, but not in the table.',
      choice: 'It is a setting like logo_uri, but an update need not hold it; then it becomes null.',
      evidence: 'Users returns it, so it must come from somewhere; RFC 7591 has it.',
    },
    'client-url-form': {
      operations: clientWrites,
      question: 'The form of properties typed as URL, and of post_logout_redirect_uris.',
      choice:
        'Absolute http or https URLs with a host. Letters outside ASCII are allowed. The post_logout_redirect_uris are absolute URIs, with a fragment or without. Both follow the grammar of RFC 3986: brackets go around an IP address only.',
      evidence: 'Their type; RFC 7591, section 2; RFC 3986 and RFC 3987.',
    },
    'client-redirect-schemes': {
      operations: clientWrites,
      question: 'Which schemes an absolute redirect URI, or one to return to after a logout, may have.',
      choice:
        'Any, the private ones of native applications too, also alone (myapp:), but javascript, data and vbscript: those are refused. One of http or https has a host, and a port up to 65535.',
      evidence:
        'Clients, rule 5, names no scheme. RFC 3986 lets a path be empty. RFC 8252, section 7.1, has the private ones. RFC 9110, section 4.2, asks for a host. A browser sent to one of the three runs or shows its content, and no client hears of it.',
    },
    'client-key-members': {
      operations: clientWrites,
      question: 'Members of a key that the API description does not list.',
      choice:
        'The members crv, alg, key_ops and those of X.509 are kept, and are texts or lists of texts. Members of a private key are refused; others are dropped. Unsent, kid and use are null. Coordinates and RSA members are base64url. A key that could never verify what it signed is refused. So the coordinates are a point of P-256, P-384 or P-521. The length of x shows the curve where no crv names it. A modulus has 2048 to 16384 bits, and an exponent is odd, 3 or more, of at most 64 bits. A key with use enc verifies nothing; the alg and key_ops of any other fit the key.',
      evidence: 'RFC 7517, section 4, and RFC 7518, section 6; the set holds public keys.',
    },
    'client-jwks-and-uri': {
      operations: clientWrites,
      question: 'Whether a client may have both jwks and jwks_uri.',
      choice: 'It may not.',
      evidence: 'RFC 7591, section 2.',
    },
    'client-q': {
      operations: ['listClients'],
      question: 'Whether q of the client list regards case.',
      choice: 'It does not.',
      evidence: 'As the other lists.',
    },
  }),
  ...about('grants', {
    'revoked-grants': {
      operations: consents,
      question: 'Whether a grant or refresh token that was revoked vanishes, or stays with status REVOKED.',
      choice:
        'It vanishes: lists leave it out and its id answers 404. Those that expired are shown as EXPIRED.',
      evidence: 'Revoking is a DELETE. The statuses of Users allow for the other reading, hence the option.',
    },
    'grants-of-unknown-client': {
      operations: [
        'listUserClientGrants',
        'revokeUserClientGrants',
        'listUserClientTokens',
        'revokeUserClientTokens',
      ],
      question: "A user's grants and tokens for an unknown client.",
      choice: '404 E0000007; for a client for which the user has none, an empty list or 204.',
      evidence: 'Clients, Errors: unknown resource id.',
    },
    'clients-of-user': {
      operations: ['listUserClients'],
      question:
        'The list has the clients for which the user has grants or tokens: whether an access token alone counts.',
      choice: 'It does not: the list has the clients with a grant or a refresh token of the user.',
      evidence:
        'Users, Client Grant object: its links lead to grants and to refresh tokens, the tokens of Users.',
    },
    'grant-ends': {
      operations: consents,
      question:
        'Other records that end when a user, client, authorization server or scope is deactivated or deleted.',
      choice:
        'Refresh tokens and access tokens that are about it end with the grants. Activation does not bring them back. Suspending a user ends nothing, but holds its tokens meanwhile.',
      evidence: 'Users, Grant, says so of grants; a token would outlive its own client otherwise.',
    },
    'grant-revoked-tokens': {
      operations: ['revokeUserGrants', 'revokeUserGrant', 'revokeUserClientGrants'],
      question: 'Whether revoking a grant ends the tokens that were issued under it.',
      choice:
        'Tokens that the user consented to end with the grant of any of their scopes. The consent is one at the authorization endpoint or for a device. Those that the control plane issued without asking stay. Revoking tokens ends no grant.',
      evidence:
        'Users: a grant is the consent to use scopes, and outlives tokens. A token that outlived it would go beyond it.',
    },
    'grant-repeated': {
      operations: consents,
      question: 'A second consent of a user to the same scope for the same client.',
      choice: 'The active grant stays and its lastUpdated moves; after a revocation there is a new one.',
      evidence: 'A grant is the consent to a scope.',
    },
  }),
  ...about('tokens', {
    'refresh-token-statuses': {
      operations: refreshTokens,
      question: 'The statuses of a refresh token are not listed.',
      choice: 'ACTIVE, REVOKED and EXPIRED, as those of a grant; it expires by the clock after a week.',
      evidence: 'Users, Grant; that it lasts a week is ours.',
      alternatives: [
        {
          of: /^(?:listUserClientTokens|getUserClientToken)$/,
          reply: { what: 'the status of a refresh token', members: { status: 'VALID' } },
        },
      ],
    },
    'oauth-issuer': {
      operations: [...consents, ...refreshTokens],
      question: 'Which authorization servers there are, and what tokens look like.',
      choice:
        'One whose issuer is the base URL, which alone issues tokens for the API. The control plane makes others, at /oauth2/{id}. Tokens are JWTs signed with RS256, their keys at /oauth2/v1/keys.',
      evidence: 'Clients shows neither; RFC 9068 and OpenID Connect Core 1.0.',
    },
  }),
]
