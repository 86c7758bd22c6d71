import type { Json } from '../../engine/run/check.ts'
import { invalidVariants } from '../../tables/required.ts'

/** A public RSA key of 2048 bits. Nobody has its private half. */
export function rsaKey(kid: string | null): Record<string, Json> {
  return {
    kty: 'RSA',
    kid,
    e: 'AQAB',
    n: 'rDbQ-QodgCh6v0Gd_QNvdFYIYfRP6TXMkJshW5yCm5DxZEp1UKH_f0Rw_gntCaSTEe2zJTb0hMjWJrjLd25sd0CAIbHBhSN-YnoQJvtdzjgHR07RwnkoY7GGTyMxXXoHqbsLaujTCuapZOinO_s0ocVGyES2fvxqyF-1s0MMKITahUieXhtBpOY800Rf6754eTfxLA9I8upiTubLLvPJnuiKLAsojdOxC7UdTSlxYsMPDWWvcShV2V8XpsU3gBkWRubxec_156kaXFiTVZVlFMyD7y_mKMRDb3UnKH73lDNVQx-PEV5EXQCVT5nnKaxXYrDUtV9-OuToG78Di_iIfQ',
  }
}

/** A public EC key on the curve P-256. Nobody has its private half. */
export function ecKey(kid: string | null): Record<string, Json> {
  return {
    kty: 'EC',
    kid,
    crv: 'P-256',
    x: '9clHfaX5DjQVtBb6GyCHfqRMYMiwPPKbDeZ9uskhw7E',
    y: 'KibXODLzKNUeTJ_KE-NXmBjFWSrVAGs4Zz2-ll1Rv-Q',
  }
}

/** Lists of keys that are refused (Clients, JSON Web Key Set), by the requirement that says so. */
export const refusedKeys = [
  ['clients.jwks.kid.unique', [rsaKey('same'), ecKey('same')]],
  ['clients.jwks.kid.null-several', [rsaKey('key'), ecKey(null)]],
  ['clients.jwks.kid.null-several', [rsaKey(null), ecKey('key')]],
  ...[
    ...invalidVariants('clients.jwks.kty', rsaKey('key')),
    ...invalidVariants('clients.jwks.rsa', rsaKey('key')),
    ...invalidVariants('clients.jwks.ec', ecKey('key')),
  ].map(([requirement, key]) => [requirement, [key]] as const),
] as const
