/** The possible flaws of a broken token. With them you can test that your code rejects such tokens. */
export const tokenFlaws = [
  'expired',
  'not-yet-valid',
  'wrong-audience',
  'wrong-issuer',
  'wrong-signature',
  'unknown-key',
  'alg-none',
  'signed-with-public-key',
] as const

export type TokenFlaw = (typeof tokenFlaws)[number]
