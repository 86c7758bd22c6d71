/** The client application: each property of its table, and the rules under it (Clients). */
import {
  type ClientSetting,
  clientSettings,
  defaultedSettings,
  listedSettings,
  listedValues,
} from '../tables/client-settings.ts'
import { requiredRows } from '../tables/required.ts'
import { type RequirementRow, requirementsForEach, requirementsIn, sharing } from './requirement.ts'

const service = requirementsIn(
  { area: 'clients', document: 1, section: 'What the service does' },
  {
    'clients.rfc-7591': {
      statement:
        'The contract of client registration follows RFC 7591 and OpenID Connect registration for the most part.',
      excluded: 'How far it follows them is not stated, so a deviation may agree with the API description.',
    },
    'clients.is-application': {
      statement:
        'A registered client is an application of the organisation, and changes show in the administrator UI both ways.',
      excluded:
        'The administrator UI is not part of the HTTP contract, and the applications endpoint is not described.',
    },
    'clients.token-rules': {
      statement: 'Tokens of a client are access tokens and ID tokens like any other.',
      excluded: 'Those rules, and the endpoint that issues tokens, are not described.',
    },
  },
)

const place = {
  area: 'clients',
  document: 1,
  section: 'Client Application',
  operations: ['registerClient', 'getClient'],
} as const

/** The common parts of the requirements of a setting that belongs to a feature. */
function ofFeature({ feature }: ClientSetting): Pick<RequirementRow, 'level' | 'needs'> {
  return feature === undefined ? {} : { level: 'edition', needs: [feature] }
}

/** The settings whose first listed value stands for the property as such, too. */
const firstValues = new Map(listedValues.toReversed().map(({ name, slug }) => [name, slug]))

const settings = [
  ...requirementsForEach(place, clientSettings, {
    'clients.*.kept': (row) => ({
      ...ofFeature(row),
      statement: `A client carries the ${row.name} it was given.`,
      covers: [`property:Client.${row.name}`],
    }),
    'clients.*.null': (row) => ({
      ...ofFeature(row),
      statement: `A client without ${row.name} carries ${row.isList ? 'null or an empty array' : 'it as null'}.`,
      covers: [`null:Client.${row.name}`],
    }),
  }),
  ...requirementsForEach(place, listedValues, {
    'clients.*': ({ slug, name, value, holder, and }) => ({
      statement: `A ${holder === 'keyed' ? 'service client with a key set' : 'client'} carries ${name} ${value} when given it${and === undefined ? '' : `, ${and}`}.`,
      covers: [
        ...(firstValues.get(name) === slug ? [`property:Client.${name}` as const] : []),
        `enum:Client.${name}.${value}`,
      ],
    }),
  }),
  ...requirementsForEach(place, defaultedSettings, {
    'clients.*.default': ({ name, value }) => ({
      statement: `A client registered without ${name} carries ${typeof value === 'string' ? value : `${value.join()} alone`}.`,
      covers: [`default:Client.${name}`],
    }),
  }),
  ...requirementsForEach(
    place,
    defaultedSettings.filter((row) => row.slug !== 'response-types'),
    {
      'clients.*.null': ({ name }) => ({
        level: 'open',
        statement: `A registration with ${name} null yields a client with null or with the default.`,
        reason: 'The property is nullable and has a default; which of the two a null means is not stated.',
        covers: [`null:Client.${name}`],
      }),
    },
  ),
  ...requirementsForEach({ ...place, operations: ['registerClient'] }, listedSettings, {
    'clients.*.unknown': ({ unlisted }) => ({
      statement: `A registration with ${unlisted} never yields a client that carries it.`,
    }),
  }),
] as const

const properties = requirementsIn(place, {
  'clients.application-type.read-only': {
    statement: 'application_type does not change by an update.',
    operations: ['updateClient'],
    reason: 'The table marks it read-only, while registration takes it and an update wants every setting.',
    covers: ['read-only:Client.application_type'],
  },
  'clients.client-id.present': [
    'Every client carries a client_id, a string that is not empty.',
    'property:Client.client_id',
    'not-null:Client.client_id',
  ],
  'clients.client-id.unique': {
    statement: 'Two registrations yield two different client_ids.',
    operations: ['registerClient'],
    covers: ['unique:Client.client_id'],
  },
  'clients.client-id.not-chosen': {
    statement: 'A client_id sent on registration never becomes the id of the client.',
    operations: ['registerClient'],
    covers: ['read-only:Client.client_id'],
  },
  'clients.client-id.immutable': [
    'An update whose body holds another client_id leaves the client under its own id, and makes none under the other.',
    'updateClient',
  ],
  'clients.client-id.is-application-id': {
    statement: 'The client_id is the id of the application.',
    excluded: 'The applications endpoint is not described, so there is nothing to compare with.',
  },
  'clients.issued-at.unix-seconds': [
    'A new client carries client_id_issued_at as a whole number of seconds since 1970, not of milliseconds.',
    'property:Client.client_id_issued_at',
  ],
  'clients.issued-at.null': {
    statement: 'client_id_issued_at is null for some clients.',
    reason: 'The table allows null but not when.',
    covers: ['null:Client.client_id_issued_at'],
  },
  'clients.issued-at.read-only': {
    statement: 'A client_id_issued_at that a caller sends never becomes the time of issue.',
    operations: ['registerClient', 'updateClient'],
    covers: ['read-only:Client.client_id_issued_at'],
  },
  'clients.name.kept': ['A client carries the client_name it was given.', 'property:Client.client_name'],
  ...requiredRows('clients.name'),
  ...sharing({ operations: ['registerClient'] })({
    'clients.name.shared': {
      statement: 'Two clients may carry the same client_name.',
      reason: 'The client table says it is not unique, the client grant object of Users says it is.',
    },
    'clients.settings.shared':
      'Two clients that differ in client_name only can be registered one after the other.',
    'clients.secret.generated': [
      'Registration of a confidential client answers with a client_secret, a string that is not empty.',
      'property:Client.client_secret',
    ],
    'clients.secret.unique': [
      'Two registrations of confidential clients yield two different client_secrets.',
      'unique:Client.client_secret',
    ],
    'clients.secret.not-chosen': [
      'A client_secret sent on registration never becomes the secret of the client.',
      'read-only:Client.client_secret',
    ],
    'clients.secret.none': [
      'Registration with token_endpoint_auth_method none answers without a client_secret value.',
      'null:Client.client_secret',
    ],
    'clients.secret.private-key':
      'Registration with token_endpoint_auth_method private_key_jwt answers without a client_secret value.',
  }),
  'clients.secret.absent-or-null': {
    statement: 'Where a reply may not give the client_secret, the property is left out or null.',
    reason: 'The secret is said to be returned on three occasions only, and null properties as null.',
  },
  'clients.secret-expires-at.number': {
    statement: 'Registration of a confidential client answers with client_secret_expires_at, a number.',
    operations: ['registerClient'],
    covers: ['property:Client.client_secret_expires_at'],
  },
  'clients.secret-expires-at.zero': {
    statement: 'client_secret_expires_at is 0 or later than client_id_issued_at.',
    operations: ['registerClient'],
  },
  'clients.secret-expires-at.null': {
    statement: 'client_secret_expires_at is null or absent where there is no secret.',
    reason: 'The table allows null but not when, and list replies may leave it out.',
    covers: ['null:Client.client_secret_expires_at'],
  },
  'clients.secret-expires-at.read-only': {
    statement: 'A client_secret_expires_at sent on registration never becomes the expiry of the secret.',
    operations: ['registerClient'],
    covers: ['read-only:Client.client_secret_expires_at'],
  },
  'clients.grant-types.kept': [
    'A client carries exactly the grant_types it was given.',
    'property:Client.grant_types',
  ],
  'clients.jwks.kept': ['A client carries the key set it was given as jwks.', 'property:Client.jwks'],
  'clients.jwks.null': ['A client without jwks carries it as null.', 'null:Client.jwks'],
  'clients.redirect-uris.kept': [
    'A client carries the redirect_uris it was given.',
    'property:Client.redirect_uris',
  ],
  'clients.request-object-alg.null': [
    'A client without request_object_signing_alg carries it as null.',
    'null:Client.request_object_signing_alg',
  ],
  'clients.request-object-alg.enforced': {
    statement:
      'A request object passes only with the algorithm that is set or, without a setting, with any supported one.',
    excluded: 'The authorize endpoint is not described by the API description.',
  },
  'clients.frontchannel-session-required.kept': {
    level: 'edition',
    needs: ['frontchannel-logout'],
    statement: 'A client carries the Boolean frontchannel_logout_session_required it was given.',
    covers: ['property:Client.frontchannel_logout_session_required'],
  },
  'clients.frontchannel-session-required.null': {
    level: 'edition',
    needs: ['frontchannel-logout'],
    statement: 'A registration with frontchannel_logout_session_required null is accepted.',
    covers: ['null:Client.frontchannel_logout_session_required'],
  },
  'clients.frontchannel.sent': {
    statement:
      'A logout request goes to frontchannel_logout_uri, with sid and iss where the session is required.',
    excluded: 'The request goes from a browser to the client, not through the API.',
  },
  'clients.uris.form': {
    statement:
      'A value that is no URL, in one of the properties typed as URL, is answered in some defined way.',
    operations: ['registerClient'],
    reason: 'Only redirect_uris has a stated rule on its form.',
  },
  'clients.uris.shown': {
    statement: 'Logo, policy, terms and login addresses are used in dialogs and by third parties.',
    excluded: 'What a dialog shows is not part of the HTTP contract.',
  },
})

const rules = requirementsIn(
  { area: 'clients', document: 1, section: 'Client Application', operations: ['registerClient'] },
  {
    'clients.choose-credentials': {
      level: 'caller',
      statement: 'A caller who has to choose client_id or client_secret goes to the applications endpoint.',
      reason: 'It binds the caller, and that endpoint is not described.',
    },
    ...requiredRows('clients.redirect-uris'),
    'clients.redirect-uris.password':
      'A native client whose grant_types hold password is registered with redirect_uris null or empty.',
    'clients.redirect-uris.client-credentials': [
      'A service client with client_credentials is registered with redirect_uris null.',
      'null:Client.redirect_uris',
    ],
    'clients.redirect-uris.client-credentials-empty':
      'A service client with client_credentials is registered with redirect_uris as an empty array.',
    'clients.redirect-uris.web-client-credentials':
      'A web client with authorization_code and client_credentials is registered without redirect URIs.',
    'clients.redirect-uris.saml2-bearer': {
      statement: 'A service client with saml2-bearer alone needs a redirect URI.',
      needs: ['saml2-bearer'],
      reason:
        'The rule excepts only password and client_credentials, yet such a client has no redirect-based flow.',
    },
    ...requiredRows('clients.response-types'),
    'clients.response-types.client-credentials': [
      'A service client with client_credentials is registered with response_types null.',
      'null:Client.response_types',
    ],
    'clients.response-types.client-credentials-empty':
      'A service client with client_credentials is registered with response_types as an empty array.',
    'clients.response-types.password': {
      statement: 'A native client with authorization_code and password may have no response_types.',
      reason:
        'password lifts the requirement, authorization_code implies code, and a native client must have the latter.',
    },
    'clients.redirect-uris.absolute': 'A registration with a relative redirect URI is refused.',
    'clients.redirect-uris.fragment': 'A registration with a redirect URI that has a fragment is refused.',
    'clients.redirect-uris.each':
      'A registration with one good redirect URI and one that is relative or has a fragment is refused.',
    'clients.response-types.implied-code':
      'No client comes to hold authorization_code among grant_types without code among response_types.',
    'clients.consent-method.default': {
      statement: 'A client registered here has consent_method REQUIRED.',
      reason: 'Only its default is shown, not whether replies carry it.',
      covers: ['default:Client.consent_method'],
    },
    'clients.client-uri.null': {
      statement: 'A client carries client_uri as null.',
      reason: 'client_uri appears only as an example of a null property and is missing from the table.',
    },
    'clients.empty-lists': {
      statement: 'A list of a client that is empty comes back as an empty array.',
      operations: ['registerClient', 'getClient'],
    },
  },
)

export const clientRequirements = [...service, ...settings, ...properties, ...rules] as const
