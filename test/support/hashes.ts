/** Hashes of each form, as imports of passwords carry them. */
export const base64 = (length: number) => Buffer.alloc(length, 7).toString('base64')

export const bcrypt = {
  algorithm: 'BCRYPT',
  workFactor: 10,
  salt: 'rwh3vH166HCH/NT9XV5FYu',
  value: 'qaMqvAPULkbiQzkTCWo5XDcvzpk8Tna',
}
export const sha256 = { algorithm: 'SHA-256', salt: 'MPu13OmY', saltOrder: 'PREFIX', value: base64(32) }
export const pbkdf2 = {
  algorithm: 'PBKDF2',
  salt: 'RBDXRWs9',
  iterationCount: 4096,
  keySize: 32,
  digestAlgorithm: 'SHA512_HMAC',
  value: base64(32),
}
