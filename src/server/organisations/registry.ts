import type { Seed } from '../../fixtures/seed/format.ts'
import { parseDuration } from '../../model/kernel/duration.ts'
import { type OrgOptions, seedsOf } from '../../model/kernel/org-options.ts'
import { checkTypes } from '../../model/kernel/check-options.ts'
import { createOrganisation, type Organisation } from '../../organisation.ts'
import { reached } from '../../model/kernel/base-url.ts'
import { hostname } from '../hosts.ts'
import { Addresses } from './addresses.ts'
import { isOrganisationName, nameProblem, randomName } from './name.ts'
import { defaultsOf } from '../../model/kernel/option.ts'
import { organisationsOptions, type OrganisationsOptions } from '../serve-options.ts'
import { OrganisationRefusal } from './refusal.ts'
import { Served, type ServedOrganisation } from './served.ts'
import { type Shown, shownFacts, shownOrganisation } from './shown.ts'
import type { OrganisationContext } from './organisation-context.ts'

export type { ServedOrganisation } from './served.ts'
import { defined } from '../../model/kernel/defined.ts'

/** How to create one organisation, where it differs from the other organisations. */
export interface OrganisationInput {
  /** Lower-case letters, digits and hyphens, as in a host name. Default: eight random letters. */
  readonly name?: string | undefined
  /** Its first data: the name of a sample data set, or a seed. Default: that of the server's organisations. */
  readonly dataset?: string | Seed | undefined
  /** The organisation to copy, with its time and settings. */
  readonly from?: string | undefined
  /** Base address of its links. Default: `/orgs/{name}` below the server's. */
  readonly baseUrl?: string | undefined
  /** API token of its super administrator. Default: the server's, or else a generated one. */
  readonly apiToken?: string | undefined
  /** The seed of its ids. Default: that of the server. */
  readonly seed?: string | number | undefined
}

const byDefault = defaultsOf(organisationsOptions)
const texts = { name: 'string', from: 'string', baseUrl: 'string', apiToken: 'string' } as const
const inputTypes = { ...texts, dataset: ['string', 'object'], seed: ['string', 'number'] } as const

/** The further organisations of a server, by name: each with its own state, time and secrets. */
export class Organisations {
  readonly onDemand: boolean
  readonly max: number
  readonly idle: number | undefined
  readonly #dataset: string | Seed
  readonly #options: OrgOptions
  readonly #around: OrganisationContext
  readonly #byName = new Map<string, Served>()
  /** Sample data sets, each loaded once; new organisations are copies. */
  readonly #templates = new Map<string, Promise<Organisation>>()
  readonly #addresses: Addresses
  #sweeper: NodeJS.Timeout | undefined
  #removed: Promise<void> | undefined

  constructor(options: OrganisationsOptions, around: OrganisationContext) {
    const { onDemand = byDefault.onDemand, dataset = byDefault.dataset, max = byDefault.max } = options
    const idle = options.idle === undefined ? undefined : parseDuration(options.idle)
    this.onDemand = onDemand
    this.max = max
    this.idle = idle
    this.#dataset = dataset
    const { apiToken: _, ...ownOptions } = around.own.model.options
    this.#options = options.options ?? ownOptions
    this.#around = around
    this.#addresses = new Addresses(() => [around.serverUrl(), around.listensAt?.() ?? []].flat())
    if (idle !== undefined) {
      this.#sweeper = setInterval(() => void this.sweep(), Math.min(Math.max(idle / 4, 10), 60_000)).unref()
    }
  }

  get size(): number {
    return this.#byName.size
  }

  /** How many are in memory. A call of another organisation reads it from the state file. */
  get loaded(): number {
    return this.list().filter(({ isLoaded }) => isLoaded).length
  }

  get(name: string): Served | undefined {
    return this.#byName.get(name)
  }

  /** Whether an organisation is where its name leads: below the server, or at its host below the server's. */
  isByName(name: string, baseUrl: string): boolean {
    return baseUrl === this.#urlOf(name) || this.#addresses.labelOf(hostname(new URL(baseUrl).host)) === name
  }

  /** The facts about an organisation in a list, whether it is in memory or not. */
  shown(served: ServedOrganisation): Shown {
    const { name, isLoaded } = served
    const { store } = this.#around
    if (isLoaded || !store) return shownOrganisation(name, served.organisation)
    const facts = store.facts(name)
    return shownFacts(name, { ...facts, baseUrl: reached(this.#movedUrl(name, facts.baseUrl)) })
  }

  /** The organisation whose base URL has this host. */
  atHost(host: string): ServedOrganisation | undefined {
    return this.#addresses.atHost(host)
  }

  /** Whether a host name can belong to an organisation. */
  isHost(name: string): boolean {
    const label = this.labelOf(name)
    const isLabel = label !== undefined && (this.onDemand || this.#byName.has(label))
    return isLabel || this.#addresses.hasHost(name)
  }

  /** `acme` of `acme.localhost`, and of `acme.id.test` where the server is `id.test`. */
  labelOf(hostName: string): string | undefined {
    return this.#addresses.labelOf(hostName)
  }

  list(): readonly ServedOrganisation[] {
    return [...this.#byName.values()]
  }

  /**
   * Creates an organisation; loads the code for sample data sets at the first use.
   *
   * @throws OrganisationRefusal for an invalid or taken name, a taken address, one too many, and for an unknown
   *   organisation to copy.
   * @throws TypeError, RangeError or SeedError for invalid options, an unknown sample data set or an invalid seed.
   */
  async create(input: OrganisationInput = {}): Promise<ServedOrganisation> {
    checkTypes(input, inputTypes)
    const { name = this.#freeName() } = input
    this.#refuseUnlessFree(name, input)
    if (input.from !== undefined) return this.#keep(name, this.#copyOf(this.#source(input.from), name, input))
    const { dataset = this.#dataset } = input
    if (dataset === 'empty') return this.#keep(name, this.#make(name, input))
    const template = await this.#templateOf(dataset, input.seed)
    // Another call may have created one meanwhile.
    this.#refuseUnlessFree(name, input)
    return this.#keep(name, this.#copyOf(template, name, input))
  }

  /** Deletes an organisation. Returns whether one of this name existed. */
  delete(name: string): boolean {
    if (!this.#forget(name)) return false
    this.#removed = this.#around.store?.remove(name).catch((error: unknown) => {
      // An organisation that the store could not delete is still there.
      this.goOn()
      throw notKept(`The organisation ${name} cannot be deleted`, error)
    })
    // `settled()` reports the error.
    this.#removed?.catch(() => {})
    return true
  }

  /**
   * Resolves once the last deletion is final.
   *
   * @throws OrganisationRefusal 503 if it fails, such as on a full disk: the organisation is still there.
   */
  async settled(): Promise<void> {
    await this.#removed
  }

  /** Restores the stored organisations; call it once the server's own address is known. */
  goOn(): void {
    for (const [name, baseUrl] of this.#around.store?.organisations() ?? []) {
      if (this.#byName.has(name)) continue
      this.#add(new Served(name, (served) => this.#load(served)), this.#movedUrl(name, baseUrl))
    }
  }

  /** Reads an organisation at a call. */
  #load(served: Served): Organisation {
    const { name } = served
    const organisation = this.#around.store!.load(name)
    const baseUrl = this.#movedUrl(name, organisation.model.homeUrl)
    if (baseUrl !== organisation.model.homeUrl) organisation.model.baseUrl = baseUrl
    this.#around.onLoaded?.(name, organisation)
    return organisation
  }

  /** The present base URL of a stored organisation: one at the server's address moves with it. */
  #movedUrl(name: string, baseUrl: string | undefined): string {
    const isOwn = baseUrl === undefined || new URL(baseUrl).pathname.endsWith(`/orgs/${name}`)
    return isOwn ? this.#urlOf(name) : baseUrl
  }

  #forget(name: string): boolean {
    const served = this.#byName.get(name)
    if (!served) return false
    this.#byName.delete(name)
    this.#addresses.remove(served)
    served.release()
    return true
  }

  #urlOf(name: string): string {
    return `${this.#around.serverUrl()}/orgs/${name}`
  }

  /**
   * Removes organisations that had no call during their idle time. With a state file they stay in it, and the next
   * call reads them again.
   */
  async sweep(now = Date.now()): Promise<void> {
    const { idle } = this
    if (idle === undefined) return
    const unused = [...this.#byName.values()].filter(
      ({ usedAt, calls }) => now - usedAt >= idle && calls === 0,
    )
    for (const served of unused) {
      if (this.#around.store) await this.#release(served)
      else this.delete(served.name)
    }
  }

  /** Removes one from memory once it is completely stored, unless a call arrives meanwhile. */
  async #release(served: Served): Promise<void> {
    if (!served.isLoaded) return
    const { name, usedAt, organisation } = served
    try {
      await organisation.model.persistence?.flush()
    } catch {
      // An organisation that cannot be stored stays in memory until the next time.
      return
    }
    if (served.usedAt !== usedAt || served.calls > 0 || this.#byName.get(name) !== served) return
    served.release()
    this.#around.store?.release(name)
  }

  /** Stops the sweeper. */
  close(): void {
    clearInterval(this.#sweeper)
    for (const name of this.#byName.keys()) this.#forget(name)
  }

  #refuseUnlessFree(name: string, { baseUrl = this.#urlOf(name) }: OrganisationInput): void {
    if (!isOrganisationName(name)) throw new OrganisationRefusal(400, 'bad-input', nameProblem(name))
    if (this.#byName.has(name)) {
      throw new OrganisationRefusal(409, 'name-taken', `There is an organisation named ${name} already`)
    }
    if (this.#byName.size >= this.max) {
      throw new OrganisationRefusal(
        409,
        'too-many-organisations',
        `There are ${this.max} organisations already, which is the limit; delete one first`,
      )
    }
    this.#addresses.refuseTaken(name, baseUrl)
  }

  #freeName(): string {
    for (;;) {
      const name = randomName(8)
      if (!this.#byName.has(name)) return name
    }
  }

  #source(name: string): Organisation {
    const found = this.#byName.get(name)
    if (!found) {
      throw new OrganisationRefusal(
        404,
        'unknown-organisation',
        `from: There is no organisation named ${name}`,
      )
    }
    found.usedAt = Date.now()
    return found.organisation
  }

  #make(name: string, { baseUrl, apiToken, seed }: OrganisationInput, from?: Organisation): Organisation {
    const { apiToken: _, ...options } = from?.model.options ?? this.#options
    return createOrganisation({
      ...options,
      ...defined({ apiToken: apiToken ?? this.#options.apiToken }),
      seed: this.#seedOf(options, from ? undefined : seed, name),
      baseUrl: baseUrl ?? this.#urlOf(name),
    })
  }

  #copyOf(source: Organisation, name: string, input: OrganisationInput): Organisation {
    const copy = this.#make(name, input, source)
    copy.model.replaceWith(source.model)
    return copy
  }

  /** The seeds of an organisation. Its secrets also follow from its name; its sample data is that of the server. */
  #seedOf(options: OrgOptions, ids = seedsOf(options).ids, name = ''): OrgOptions['seed'] {
    const { secretSeed, own } = this.#around
    const { samples = seedsOf(options).samples } = seedsOf(own.model.options)
    return { ids, secrets: name === '' ? secretSeed : `${secretSeed} ${name}`, samples }
  }

  #templateOf(dataset: string | Seed, seed = seedsOf(this.#options).ids): Promise<Organisation> {
    const key = JSON.stringify([dataset, seed])
    const known = this.#templates.get(key)
    if (known) return known
    const made = this.#fill(dataset, seed)
    // A sent seed is probably used once; and a failed attempt must be repeated.
    if (typeof dataset === 'string') {
      if (this.#templates.size >= maxTemplates) this.#templates.delete(this.#templates.keys().next().value!)
      this.#templates.set(key, made)
      made.catch(() => this.#templates.delete(key))
    }
    return made
  }

  async #fill(dataset: string | Seed, seed: string | number): Promise<Organisation> {
    // Loaded on demand, since it is large.
    const { loadDataset } = await import('../../fixtures/load-dataset.ts')
    const { apiToken: _, ...options } = this.#options
    const template = createOrganisation({ ...options, seed: this.#seedOf(options, seed) })
    await loadDataset(template.model, dataset)
    return template
  }

  /** Adds an organisation and waits until it is completely stored; removes it if that fails. */
  async #keep(name: string, organisation: Organisation): Promise<ServedOrganisation> {
    const { store, onLoaded, onMade } = this.#around
    store?.keep(name, organisation)
    const served = new Served(name, (again) => this.#load(again), organisation)
    this.#add(served, organisation.model.homeUrl)
    onLoaded?.(name, organisation)
    try {
      await organisation.model.persistence?.settled()
    } catch (error) {
      this.#forget(name)
      // A later write must not store any of it.
      await store?.remove(name).catch(() => {})
      throw notKept(`The organisation ${name} cannot be kept, and was not made`, error)
    }
    onMade?.(served)
    return served
  }

  #add(served: Served, baseUrl: string): void {
    this.#byName.set(served.name, served)
    this.#addresses.add(served, baseUrl)
  }
}

const maxTemplates = 16

function notKept(what: string, cause: unknown): OrganisationRefusal {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new OrganisationRefusal(503, 'read-only-mode', `${what}: ${why}`)
}
