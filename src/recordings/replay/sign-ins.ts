import { isBesideOperations } from '../../handlers/request-forms.ts'
import type { RecordedCall } from '../recorded.ts'

/**
 * When people signed in. Such calls are not in the API description and are not replayed. The mock takes their effects,
 * such as `lastLogin` and a lock, from the next reply that shows them.
 */
export class SignIns {
  #count = 0
  /** How many there had been when a reply last showed a record, by the recorded id. */
  readonly #seen = new Map<string, number>()

  /** Notes a call outside the API description. */
  note({ url, method }: RecordedCall): void {
    if (
      isBesideOperations(url.pathname) ||
      (method !== 'GET' && /^\/api\/v1\/(?:authn|sessions)/.test(url.pathname))
    )
      this.#count++
  }

  /** Notes that a reply shows a record. Returns whether somebody signed in since the last such reply. */
  see(id: string): boolean {
    const isNews = (this.#seen.get(id) ?? 0) < this.#count
    this.#seen.set(id, this.#count)
    return isNews
  }
}
