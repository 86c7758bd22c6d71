/** Passwords: their policy, imported hashes, storage and verification. */
export { isTooOld, isTooYoung } from './policy.ts'
export { checkHash } from './hash.ts'
export { checkPassword, passwordPolicy, passwordRefusal, passwordRequirements } from './policy.ts'
export { defaultPasswordPolicy, type PasswordPolicy } from '../../../contract/password-policy.ts'
export { usernameParts } from './policy.ts'
export { type Verdicts, verified } from './verdicts.ts'
export { matchesOwn, storePassword, warnIfSlow } from './verify.ts'
export type { StoredPassword } from './verify.ts'
