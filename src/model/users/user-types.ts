import type { IdGenerator } from '../kernel/ids.ts'
import type { Single } from '../kernel/single.ts'

/** Ids of the available user types; the first is the default. */
export class UserTypes {
  readonly #ids: Single<readonly string[]>
  readonly #references = new Map<string, { readonly id: string }>()

  constructor(ids: Single<readonly string[]>) {
    this.#ids = ids
  }

  get ids(): readonly string[] {
    return this.#ids.value
  }

  /** Adds a type. Returns its id. */
  add(ids: IdGenerator): string {
    const id = ids('userType')
    this.#ids.value = [...this.ids, id]
    return id
  }

  /** The default type of new users. */
  get byDefault(): { readonly id: string } {
    return this.reference(this.ids[0]!)
  }

  /** One object for each user type, so that a hundred thousand users share it. */
  reference(id: string): { readonly id: string } {
    const known = this.#references.get(id)
    if (known) return known
    const reference = Object.freeze({ id })
    this.#references.set(id, reference)
    return reference
  }
}
