import type { Seed } from '../fixtures/seed/format.ts'
import type { OrgOptions } from '../../generated/org-options.ts'
import type { Organisation } from '../organisation.ts'

/** The data of tests' organisations: the name of a sample data set (`demo`, `large:5000`), or a seed. */
export type WorldOption = string | Seed

/** Makes organisations with the same initial data, loaded once and then copied. */
export class OrgMaker {
  readonly #make: (options: OrgOptions) => Organisation
  readonly #options: OrgOptions
  readonly #world: WorldOption | undefined
  #template: Promise<Organisation> | undefined

  constructor(
    make: (options: OrgOptions) => Organisation,
    options: OrgOptions,
    world: WorldOption | undefined,
  ) {
    this.#make = make
    this.#options = options
    this.#world = world
  }

  /** @throws SeedError or RangeError for an invalid sample data set. */
  async make(): Promise<Organisation> {
    const org = this.#make(this.#options)
    if (this.#world === undefined || this.#world === 'empty') return org
    org.model.become((await (this.#template ??= this.#fill(this.#world))).model)
    return org
  }

  async #fill(world: WorldOption): Promise<Organisation> {
    const template = this.#make(this.#options)
    // Loaded on first use, since it is large.
    const { loadWorld } = await import('../fixtures/load-world.ts')
    await loadWorld(template, world)
    return template
  }
}
