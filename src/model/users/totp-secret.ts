import { z } from 'zod'
import { once } from '../../contract/once.ts'

/** The alphabet of secrets (RFC 4648, section 6). */
export const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret of an authenticator, as its apps take it. */
export const totpSecret = once(() =>
  z.string().regex(/^[A-Z2-7]{16,128}$/, { error: 'expected 16 to 128 letters of base32' }),
)
