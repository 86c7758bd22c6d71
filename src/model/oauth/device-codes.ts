import { Part } from '../kernel/part.ts'
import { type Authentication, type AuthorizationPart, isAbout } from './authorizations.ts'
import { type Room, ShortLived } from './short-lived.ts'

/** A device code as it is stored (RFC 8628). */
export interface DeviceCode {
  /** The value that the device polls with. */
  readonly value: string
  /** The code that the user types: `BCDF-GHJK`. */
  readonly userCode: string
  readonly familyId: string
  readonly clientId: string
  readonly authorizationServerId: string
  readonly scopeIds: readonly string[]
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Milliseconds that the device waits between polls. */
  readonly interval: number
  /** Milliseconds since 1970. */
  readonly polledAt?: number
  readonly status: 'pending' | 'approved' | 'refused' | 'used'
  /** Once approved. */
  readonly userId?: string
  readonly authentication?: Authentication
  /** The user consented, and the tokens end with that consent. */
  readonly isUnderConsent?: boolean
}

/** The user's consent for a device. */
export interface DeviceApproval {
  readonly userId: string
  readonly authentication: Authentication
  readonly isUnderConsent: boolean
}

const valueLength = 43
const interval = 5000

/** Smaller than other rooms for callers without credentials: a search goes through all codes. */
const room: Room = { count: 1000, length: 1024 * 1024 }

/** No vowels, so that the letters form no words, and no letters that look alike (RFC 8628, section 6.1). */
const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'
const userCodeLength = 8

/** Wrong codes that a user typed. They expire after a time without another wrong code. */
interface WrongGuesses {
  readonly count: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The maximum of wrong codes in a row, and the wait after them, in milliseconds (RFC 8628, section 5.1). */
const mostGuesses = 5
const guessWait = 60_000

/** The device codes in use. */
export class DeviceCodes extends Part<'clock' | 'ids' | 'settings'> {
  readonly state = new ShortLived<DeviceCode>(this.org.clock, room)
  /** By user. */
  readonly guesses = new ShortLived<WrongGuesses>(this.org.clock)

  issue(details: Pick<DeviceCode, 'clientId' | 'authorizationServerId' | 'scopeIds'>): DeviceCode {
    const { clock, ids, settings } = this.org
    const value = ids.token(valueLength)
    return this.state.set(value, {
      ...details,
      value,
      userCode: this.#freeUserCode(),
      familyId: ids('authorization'),
      expiresAt: clock.now() + settings.tokenLifetimes.deviceCode,
      interval,
      status: 'pending',
    })
  }

  /** The code that a device polls with, also an expired one. */
  find(value: string): DeviceCode | undefined {
    return this.state.get(value)
  }

  /** The pending code that a user typed, in any case and with or without its hyphen. */
  pending(typed: string): DeviceCode | undefined {
    // Every text of a request comes here; nearly always no device waits.
    if (this.state.size === 0) return undefined
    const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
    const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`
    return this.state.find(
      (code) => code.userCode === userCode && code.status === 'pending' && !this.state.isOver(code),
    )
  }

  /**
   * The pending code that a user typed. After five wrong codes, with less than a minute between each, the user must
   * wait for a minute. Until then every code is wrong.
   *
   * @returns For a user who must wait, the number of milliseconds.
   */
  guess(userId: string, typed: string): DeviceCode | number | undefined {
    const now = this.org.clock.now()
    const known = this.guesses.get(userId)
    const wrong = known && !this.guesses.isOver(known) ? known : undefined
    if (wrong && wrong.count >= mostGuesses) return wrong.expiresAt - now
    const code = this.pending(typed)
    if (!code) this.guesses.set(userId, { count: (wrong?.count ?? 0) + 1, expiresAt: now + guessWait })
    return code
  }

  /** The codes without an answer. */
  waiting(): readonly DeviceCode[] {
    return this.state.values().filter((code) => code.status === 'pending' && !this.state.isOver(code))
  }

  isOver(code: DeviceCode): boolean {
    return this.state.isOver(code)
  }

  /** Records a poll of a device. Returns whether it came too soon; then the device must wait longer from now on. */
  poll(code: DeviceCode): boolean {
    const now = this.org.clock.now()
    const isTooSoon = code.polledAt !== undefined && now < code.polledAt + code.interval
    const waits = isTooSoon ? code.interval + interval : code.interval
    this.state.set(code.value, { ...code, polledAt: now, interval: waits })
    return isTooSoon
  }

  approve(code: DeviceCode, approval: DeviceApproval): void {
    this.state.set(code.value, { ...code, ...approval, status: 'approved' })
  }

  refuse(code: DeviceCode): void {
    this.state.set(code.value, { ...code, status: 'refused' })
  }

  /** Marks a code as used, before any asynchronous step. */
  use(code: DeviceCode): void {
    this.state.set(code.value, { ...code, status: 'used' })
  }

  /** Removes the codes of a user, client, scope or server that ended. */
  end(part: AuthorizationPart, id: string): void {
    this.state.deleteWhere((code) => isAbout(code, part, id))
  }

  #freeUserCode(): string {
    for (;;) {
      const letters = this.org.ids.letters(userCodeLetters, userCodeLength)
      const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`
      if (!this.pending(userCode)) return userCode
    }
  }
}
