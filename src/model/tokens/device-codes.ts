import { OrgService } from '../kernel/org-service.ts'
import type { DeviceCode, TokenOf } from './records.ts'

const interval = 5000

/** No vowels, so that the letters form no words, and no letters that look alike (RFC 8628, section 6.1). */
const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'
const userCodeLength = 8

/** The maximum of wrong codes in a row, and the wait after them, in milliseconds (RFC 8628, section 5.1). */
const maxGuesses = 5
const guessWait = 60_000

/** Issues and reads device codes. */
export class DeviceCodes extends OrgService<'tokens'> {
  issue(details: Pick<DeviceCode, 'clientId' | 'authorizationServerId' | 'scopeIds'>): DeviceCode {
    const { ids, tokens } = this.org
    const [userCode, familyId] = [this.#freeUserCode(), ids('authorization')]
    return tokens.issue('device', { ...details, userCode, familyId, interval, status: 'pending' })
  }

  /** The pending code that a user typed, in any case and with or without its hyphen. */
  pending(typed: string): TokenOf<'device'> | undefined {
    const { tokens } = this.org
    // Every text of a request comes here; nearly always no device waits.
    if (tokens.count('device') === 0) return undefined
    const code = tokens.collection.by('userCode', withHyphen(typed.toUpperCase().replaceAll(/[^A-Z]/g, '')))
    return code?.kind === 'device' && !tokens.isOver(code) ? code : undefined
  }

  /**
   * The pending code that a user typed. After five wrong codes, with less than a minute between each, the user must
   * wait for a minute. Until then every code is wrong.
   *
   * @returns For a user who must wait, the number of milliseconds.
   */
  guess(userId: string, typed: string): TokenOf<'device'> | number | undefined {
    const { clock, tokens } = this.org
    const id = `guesses ${userId}`
    const known = tokens.get('guesses', id)
    const wrong = known && !tokens.isOver(known) ? known : undefined
    if (wrong && wrong.count >= maxGuesses) return wrong.expiresAt - clock.now()
    const code = this.pending(typed)
    if (code) return code
    const { count } = wrong ?? { count: 0 }
    const guesses = { kind: 'guesses', id, count: count + 1, expiresAt: clock.now() + guessWait } as const
    if (known) tokens.put<'guesses'>(guesses)
    else tokens.add<'guesses'>(guesses)
    return undefined
  }

  /** The codes without an answer. */
  waiting(): readonly DeviceCode[] {
    const { tokens } = this.org
    return tokens.all('device').filter((code) => code.status === 'pending' && !tokens.isOver(code))
  }

  /** Records a poll of a device. Returns whether it came too soon; then the device must wait longer from now on. */
  poll(code: TokenOf<'device'>): boolean {
    const now = this.org.clock.now()
    const isTooSoon = code.polledAt !== undefined && now < code.polledAt + code.interval
    const waits = isTooSoon ? code.interval + interval : code.interval
    this.org.tokens.put<'device'>({ ...code, polledAt: now, interval: waits })
    return isTooSoon
  }

  #freeUserCode(): string {
    for (;;) {
      const userCode = withHyphen(this.org.ids.letters(userCodeLetters, userCodeLength))
      if (!this.org.tokens.collection.by('userCode', userCode)) return userCode
    }
  }
}

function withHyphen(letters: string): string {
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
