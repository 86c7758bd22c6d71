/** The JSON Web Key Set of a client (Clients). */
import { clausesIn } from './clause.ts'

export const clientKeyClauses = clausesIn(
  { area: 'clients', document: 1, section: 'JSON Web Key Set', operations: ['registerClient'] },
  {
    'clients.jwks.keys': {
      statement: 'The jwks of a client carries an array keys.',
      covers: ['property:JsonWebKeySet.keys'],
    },
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
    'clients.jwks.kty.rsa': {
      statement: 'An RSA key comes back with the kty, kid, e and n it was given.',
      covers: [
        'property:JsonWebKey.kty',
        'property:JsonWebKey.kid',
        'property:JsonWebKey.e',
        'property:JsonWebKey.n',
        'enum:JsonWebKey.kty.RSA',
      ],
    },
    'clients.jwks.kty.ec': {
      statement: 'An EC key comes back with the kty, kid, x and y it was given.',
      covers: ['property:JsonWebKey.x', 'property:JsonWebKey.y', 'enum:JsonWebKey.kty.EC'],
    },
    'clients.jwks.kty.required': {
      statement: 'A registration with a key that has no kty is refused.',
      covers: ['input:JsonWebKey.kty'],
    },
    'clients.jwks.kty.unknown':
      'A registration with a key of another kty than RSA and EC never yields a client that carries it.',
    'clients.jwks.kid.unique': {
      statement: 'A registration with two keys of the same kid is refused.',
      covers: ['unique:JsonWebKey.kid'],
    },
    'clients.jwks.kid.null-single': {
      statement: 'A key set of one key whose kid is null is accepted.',
      covers: ['null:JsonWebKey.kid'],
    },
    'clients.jwks.kid.null-several': 'A key set of two keys, one with a null kid, is refused.',
    'clients.jwks.rsa.e-required': {
      statement: 'A registration with an RSA key that has no e is refused.',
      covers: ['input:JsonWebKey.e'],
    },
    'clients.jwks.rsa.n-required': {
      statement: 'A registration with an RSA key that has no n is refused.',
      covers: ['input:JsonWebKey.n'],
    },
    'clients.jwks.ec.x-required': {
      statement: 'A registration with an EC key that has no x is refused.',
      covers: ['input:JsonWebKey.x'],
    },
    'clients.jwks.ec.y-required': {
      statement: 'A registration with an EC key that has no y is refused.',
      covers: ['input:JsonWebKey.y'],
    },
    'clients.jwks.use': {
      statement: 'Each key that comes back carries use, a string or null.',
      covers: ['property:JsonWebKey.use', 'null:JsonWebKey.use'],
    },
  },
)
