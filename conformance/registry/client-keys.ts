/** The JSON Web Key Set of a client (Clients). */
import { requiredRows } from '../tables/required.ts'
import { requirementsIn } from './requirement.ts'

export const clientKeyRequirements = requirementsIn(
  { area: 'clients', document: 1, section: 'JSON Web Key Set', operations: ['registerClient'] },
  {
    'clients.jwks.keys': ['The jwks of a client carries an array keys.', 'property:JsonWebKeySet.keys'],
    'clients.jwks.keys-only': {
      statement: 'A key set with another attribute than keys is refused or stripped.',
      reason: 'The set is said to have exactly one attribute; what happens to another is not stated.',
    },
    'clients.jwks.keys-null': {
      statement: 'A key set whose keys are null is accepted.',
      reason: 'keys is nullable, but what a key set without keys means for a client is not stated.',
      covers: ['null:JsonWebKeySet.keys'],
    },
    'clients.jwks.writable': {
      statement: 'An update with another key set replaces the keys of the client.',
      operations: ['updateClient'],
    },
    'clients.jwks.purpose': {
      statement: 'The public keys verify client authentication and signed authorize request objects.',
      excluded: 'The token and authorize endpoints are not described.',
    },
    'clients.jwks.kty.rsa': [
      'An RSA key comes back with the kty, kid, e and n it was given.',
      'property:JsonWebKey.kty',
      'property:JsonWebKey.kid',
      'property:JsonWebKey.e',
      'property:JsonWebKey.n',
      'enum:JsonWebKey.kty.RSA',
    ],
    'clients.jwks.kty.ec': [
      'An EC key comes back with the kty, kid, x and y it was given.',
      'property:JsonWebKey.x',
      'property:JsonWebKey.y',
      'enum:JsonWebKey.kty.EC',
    ],
    ...requiredRows('clients.jwks.kty'),
    'clients.jwks.kty.unknown':
      'A registration with a key of another kty than RSA and EC never yields a client that carries it.',
    'clients.jwks.kid.unique': [
      'A registration with two keys of the same kid is refused.',
      'unique:JsonWebKey.kid',
    ],
    'clients.jwks.kid.null-single': [
      'A key set of one key whose kid is null is accepted.',
      'null:JsonWebKey.kid',
    ],
    'clients.jwks.kid.null-several': 'A key set of two keys, one with a null kid, is refused.',
    ...requiredRows('clients.jwks.rsa'),
    ...requiredRows('clients.jwks.ec'),
    'clients.jwks.use': [
      'Each key that comes back carries use, a string or null.',
      'property:JsonWebKey.use',
      'null:JsonWebKey.use',
    ],
  },
)
