import type { Organisation } from '../../organisation.ts'

/** One of the organisations of a server. */
export interface ServedOrganisation {
  readonly name: string
  /** Read from the file of state where it is not in memory: ask for it anew rather than hold it. */
  readonly organisation: Organisation
  /** Whether it is in memory. */
  readonly isLoaded: boolean
  /** Milliseconds since 1970, by the machine's clock. */
  readonly createdAt: number
  usedAt: number
}

/** How an organisation that is kept is read, once it is called. */
type Load = (served: Served) => Organisation

/** An organisation that is in memory, or is read when it is called. */
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

  /** Lets go of the organisation; what it has on the disk is read at its next call. */
  release(): void {
    const model = this.#organisation?.model
    this.#organisation = undefined
    model?.end()
    // Who changed something last was told whether it is kept.
    model?.persistence?.stop().catch(() => {})
  }
}
