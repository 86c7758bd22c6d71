import { idOf } from '../alter/memory.ts'
import { recordOf } from '../mutants/routes.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Answer, Sent } from '../alter/wire.ts'
import { isSuccess } from '../alter/wire.ts'

/** Lists of records that exist only below another record, and that no call creates: known once they were listed. */
const nested = /\/(?:grants|tokens)$/

/** The records known so far, by the path of their collection: their own paths, oldest first. */
export class KnownRecords {
  readonly #paths = new Map<string, string[]>()

  note(sent: Sent, answered: Answer): void {
    const { json } = answered
    if (!isSuccess(answered)) return
    if (sent.method === 'GET' && nested.test(sent.path) && Array.isArray(json))
      for (const each of json) this.#add(sent.path, each)
    if (sent.method === 'POST' && recordOf(sent.path) === undefined) this.#add(sent.path, json)
  }

  #add(collection: string, record: Json): void {
    const id = idOf(record)
    if (id === undefined) return
    const path = `${collection}/${encodeURIComponent(id)}`
    const known = this.of(collection)
    if (!known.includes(path)) this.#paths.set(collection, [...known, path])
  }

  of(collection: string): readonly string[] {
    return this.#paths.get(collection) ?? []
  }
}
