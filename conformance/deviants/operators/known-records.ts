import { isObject } from '../alter/path.ts'
import { recordOf } from '../routes.ts'
import type { Answer, Sent } from '../wire.ts'
import { isSuccess } from '../wire.ts'

/** The records that were created so far, by the path of their collection: their own paths, oldest first. */
export class KnownRecords {
  readonly #paths = new Map<string, string[]>()

  note(sent: Sent, answered: Answer): void {
    const { json } = answered
    const id: unknown = isObject(json) ? (json['client_id'] ?? json['id']) : undefined
    if (sent.method !== 'POST' || recordOf(sent.path) !== undefined || !isSuccess(answered)) return
    if (typeof id !== 'string') return
    this.#paths.set(sent.path, [...this.of(sent.path), `${sent.path}/${encodeURIComponent(id)}`])
  }

  of(collection: string): readonly string[] {
    return this.#paths.get(collection) ?? []
  }
}
