import type { Organisation } from '../../organisation.ts'

/** One of the organisations of a server. */
export interface ServedOrganisation {
  readonly name: string
  /** Read from the state file if it is not in memory: do not keep a reference, ask for it again. */
  readonly organisation: Organisation
  /** Whether it is in memory. */
  readonly isLoaded: boolean
  /** Milliseconds since 1970, by the machine's clock. */
  readonly createdAt: number
  usedAt: number
}

/** Reads a stored organisation at its first call. */
type Load = (served: Served) => Organisation

/** An organisation that is in memory, or is read at its next call. */
export class Served implements ServedOrganisation {
  readonly name: string
  readonly createdAt: number
  usedAt: number
  /** How many calls are under way. */
  calls = 0
  readonly #load: Load
  #organisation: Organisation | undefined

  constructor(name: string, load: Load, organisation?: Organisation) {
    this.name = name
    this.createdAt = this.usedAt = Date.now()
    this.#load = load
    this.#organisation = organisation
  }

  get organisation(): Organisation {
    this.#organisation ??= this.#load(this)
    return this.#organisation
  }

  get isLoaded(): boolean {
    return this.#organisation !== undefined
  }

  /** Releases the organisation from memory; the next call reads it from the disk. */
  release(): void {
    const model = this.#organisation?.model
    this.#organisation = undefined
    model?.end()
    // Earlier replies already reported whether the last change is stored.
    model?.persistence?.stop().catch(() => {})
  }
}
