import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { refuse } from '../../contract/errors/refusal.ts'
import { isoOf } from '../kernel/clock.ts'
import { defined } from '../kernel/defined.ts'
import type { Uses } from '../kernel/org-service.ts'
import { challengeLifetime } from '../tokens/kinds.ts'
import type { Challenge, TokenOf } from '../tokens/records.ts'
import { withHidden } from './credentials-input.ts'
import { base32, isTotp, type UserRecord } from './records.ts'
import { type SignInFailure, type SignInResult, told } from './sign-in.ts'

const wrongCodesMax = 5

/** RFC 6238, section 5.2: in milliseconds. */
const period = 30_000

type Needs = Uses<'clock' | 'ids' | 'outbox' | 'signIn' | 'tokens' | 'users'>

/** A user who has proved the first factor. */
export interface Entering extends Pick<Challenge, 'userId'> {
  readonly device?: string | undefined
  /** Default: the password. */
  readonly amr?: readonly string[] | undefined
}

/** Begins to wait for the second factor of a user. */
export function beginChallenge(
  { tokens }: Needs,
  { userId, device, amr = ['pwd'] }: Entering,
): TokenOf<'challenge'> {
  return tokens.issue('challenge', { userId, amr, ...defined({ device }), wrongCodes: 0 })
}

/** Begins to wait, and mails a code to a user without an authenticator. */
export function askForCode(org: Needs, entering: Entering): TokenOf<'challenge'> {
  const challenge = beginChallenge(org, entering)
  const { factors = [] } = org.users.get(entering.userId)!.hidden
  return factors.some(isTotp) ? challenge : sendCode(org, challenge, factors[0]!)
}

/**
 * Goes on after a right password, with the last sign-in of the user that waits if there is one.
 *
 * @param code Without one, the result says that it is missing.
 */
export function goOn(
  org: Needs,
  asked: SignInFailure,
  device: string | undefined,
  code: string | undefined,
): SignInResult {
  const entering = { userId: asked.userId!, device }
  if (code === undefined) return { ...asked, stateToken: askForCode(org, entering).id }
  const last = waiting(org, entering.userId).at(-1) ?? beginChallenge(org, entering)
  return verifyCode(org, org.tokens.put<'challenge'>({ ...last, ...defined({ device }) }).id, code)
}

function waiting({ tokens }: Needs, userId: string): readonly TokenOf<'challenge'>[] {
  return tokens.of('challenge', 'user', userId).filter((challenge) => !tokens.isOver(challenge))
}

/** Mails a new code for a factor that is no authenticator. The one before works no more. */
export function sendCode(org: Needs, challenge: TokenOf<'challenge'>, factor: string): TokenOf<'challenge'> {
  const code = org.ids.letters('0123456789', 6)
  const { userId } = challenge
  org.outbox.send('sign-in-code', org.users.get(userId)!, { code })
  const expiresAt = org.clock.now() + challengeLifetime
  return org.tokens.put<'challenge'>({ ...challenge, expiresAt, sent: { factor, code } })
}

/**
 * Completes a sign-in by the code of a second factor.
 *
 * @param factor The only factor whose code counts. Default: any of the user.
 */
export function verifyCode(org: Needs, stateToken: string, code: string, factor?: string): SignInResult {
  const challenge = org.tokens.live('challenge', stateToken)
  const user = challenge && org.users.get(challenge.userId)
  const factors = user?.hidden.factors?.filter((each) => factor === undefined || each === factor) ?? []
  if (!user || factors.length === 0)
    return told('SIGN_IN_OVER', 'No sign-in waits for this code: it has ended or expired')
  const refused = org.signIn.refuseEntry(user, challenge.device)
  if (refused) return refused
  const sent = waiting(org, user.id).flatMap((each) => each.sent ?? [])
  const isSent = sent.some((each) => factors.includes(each.factor) && each.code === code)
  const totp = factors.some(isTotp) ? user.hidden.totp : undefined
  const step = totp && stepOf(totp.secret, code, org.clock.now())
  if (step !== undefined && isUsed(totp?.usedStep, step))
    return told('CODE_USED', 'Each code works once: wait for the next', user)
  if (step === undefined && !isSent)
    return wrongCode(org, challenge, user, totp !== undefined || sent.length > 0)
  for (const each of org.tokens.of('challenge', 'user', user.id)) org.tokens.remove(each)
  const hidden =
    step === undefined ? user.hidden : withHidden(user.hidden, { totp: { ...totp!, usedStep: step } })
  return org.signIn.enter(user, challenge.device, hidden, [...new Set([...challenge.amr, 'mfa', 'otp'])])
}

/** Counts a wrong code, unless no code could have been right. */
function wrongCode(
  { tokens }: Needs,
  challenge: TokenOf<'challenge'>,
  user: UserRecord,
  isPossible: boolean,
): SignInResult {
  if (!isPossible)
    return told(
      'WRONG_CODE',
      'No code was sent, and the user has no TOTP secret: see control.enrollFactor',
      user,
    )
  const wrongCodes = challenge.wrongCodes + 1
  const attemptsLeft = wrongCodesMax - wrongCodes
  if (attemptsLeft === 0) tokens.remove(challenge)
  else tokens.put<'challenge'>({ ...challenge, wrongCodes })
  return { ...told('WRONG_CODE', 'The code is wrong', user), attemptsLeft }
}

/** The code that the authenticator of a user shows now, and when it shows the next one. */
export function shownCode({ clock, users }: Needs, reference: string) {
  const { totp } = users.resolve(reference).hidden
  if (!totp)
    return refuse('other', { at: 'user', message: 'expected a user whom enrollFactor enrolled in totp' })
  const step = Math.floor(clock.now() / period)
  return { code: hotp(totp.secret, step), expiresAt: isoOf((step + 1) * period) }
}

/** The time step of a code: that of now, the one before, or the one after (RFC 6238, section 6). */
function stepOf(secret: string, code: string, now: number): number | undefined {
  const step = Math.floor(now / period)
  return [step, step - 1, step + 1].find((each) => hotp(secret, each) === code)
}

/** A step from before the clock was set back does not count. */
function isUsed(usedStep: number | undefined, step: number): boolean {
  return usedStep !== undefined && step <= usedStep && usedStep <= step + 2
}

/** RFC 4226, section 5.3, with SHA-1 and six digits: the form that every authenticator knows. */
function hotp(secret: string, counter: number): string {
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(counter))
  const mac = hmac(sha1, bytesOf(secret), new Uint8Array(message.buffer))
  const start = mac.at(-1)! & 15
  const number = new DataView(mac.buffer, mac.byteOffset).getUint32(start) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

function bytesOf(secret: string): Uint8Array {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
