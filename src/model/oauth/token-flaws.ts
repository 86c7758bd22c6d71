/** What can be wrong with a token, so that those who verify tokens can test that they notice. */
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
