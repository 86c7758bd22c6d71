import { fillOrg } from '../fixtures/load-dataset.ts'
import { isForeignPage } from '../handlers/cors.ts'
import { router } from '../handlers/routes.ts'
import { seedParts } from '../model/kernel/org-options.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import type { WireReply } from '../handlers/wire.ts'
import { createOrganisation, extendOrganisation, type Organisation } from '../organisation.ts'
import { failure, failureOf, json } from '../server/control-reply.ts'
import { responseOf, serverRequestOf } from '../server/fetch-adapter.ts'
import { Front } from '../server/front.ts'
import { created, deleted } from '../server/organisations/control.ts'
import { unknownOrganisation } from '../server/organisations/refusal.ts'
import { shownOrganisation } from '../server/organisations/shown.ts'
import type { ServerReply } from '../server/wire.ts'
import { type Address, addressOf } from './address.ts'
import type { Environment, ObjectContext } from './platform.ts'
import { RowTable } from './row-table.ts'
import { faceOf, logFault, type WorkerOptions } from './settings.ts'
import { type Task, taskHeader } from './tasks.ts'
import { defined } from '../model/kernel/defined.ts'

/** The settings of a new organisation that differ from the worker's. */
export interface NewOrganisation {
  readonly dataset?: string | undefined
  readonly seed?: unknown
  readonly apiToken?: string | undefined
  readonly idSeed?: string | number | undefined
  /** The rows of the organisation to copy. */
  readonly rows?: readonly StateRow[] | undefined
}

/** An organisation in memory. */
interface Loaded {
  readonly organisation: Organisation
  readonly front: Front
}

/**
 * One organisation in a Durable Object: in memory during calls, and its rows in the object's SQLite database. It trusts
 * its requests, which only the front can send.
 */
export class OrganisationObject {
  readonly #context: ObjectContext
  readonly #table: RowTable
  readonly #options: WorkerOptions
  #loaded: Loaded | undefined
  /** The moment for which the alarm is set, by the machine's clock. */
  #alarm: number | undefined

  constructor(
    context: ObjectContext,
    environment: Environment,
    optionsOf: (environment: Environment) => WorkerOptions,
  ) {
    this.#context = context
    this.#table = new RowTable(context.storage)
    this.#options = optionsOf(environment)
  }

  async fetch(request: Request): Promise<Response> {
    return responseOf(await this.#reply(request), request)
  }

  async #reply(request: Request): Promise<ServerReply> {
    const address = addressOf(request.url, this.#options)
    if (!address) return failure(404, 'unknown-organisation', 'The address names no organisation')
    const task = request.headers.get(taskHeader) as Task | null
    try {
      if (task === 'create') return await this.#made(address, (await request.json()) as NewOrganisation)
      const isAsked = task === null && this.#isTrusted(request, address)
      const loaded = await this.#load(isAsked ? address : undefined)
      if (!loaded) return this.#missing(address, task)
      if (task === null) return await this.#answer(loaded, request, address)
      if (task === 'delete') return await this.#delete(loaded)
      if (task === 'rows') return json(200, [...loaded.organisation.rows.all()])
      return json(200, shownOrganisation(address.name, loaded.organisation))
    } catch (error) {
      return failureOf(error, logFault)
    } finally {
      await this.#setAlarm()
    }
  }

  /** Runs work that is due without a call. */
  async alarm(): Promise<void> {
    this.#alarm = undefined
    const loaded = await this.#load()
    loaded?.organisation.model.clock.catchUp()
    await loaded?.organisation.model.persistence?.flush()
    await this.#setAlarm()
  }

  /** The organisation: in memory, from its rows, or with `onDemand` a new one. */
  async #load(address?: Address): Promise<Loaded | undefined> {
    if (this.#loaded) return this.#loaded
    return this.#context.blockConcurrencyWhile(async () => {
      if (this.#loaded) return this.#loaded
      if (this.#table.isFilled) {
        return this.#keep(createOrganisation({ rows: this.#table.read(), isInterrupted: true }))
      }
      const { onDemand, readOnly } = this.#options
      return address && onDemand === true && readOnly !== true ? this.#make(address, {}) : undefined
    })
  }

  /** Whether the call may make an organisation: it has a token, and no page of another origin sent it. */
  #isTrusted({ headers }: Request, { baseUrl }: Address): boolean {
    const settings = { trustedOrigins: this.#options.options?.trustedOrigins }
    const header = (name: string): string | undefined => headers.get(name) ?? undefined
    return Boolean(header('authorization')) && !isForeignPage({ baseUrl, settings }, { header })
  }

  #missing({ name }: Address, task: Task | null): WireReply {
    const { onDemand, readOnly } = this.#options
    if (task !== null || onDemand !== true || readOnly !== true) return unknownOrganisation(name)
    return failure(503, 'read-only-mode', 'This worker is read-only, and makes no organisation')
  }

  #made(address: Address, input: NewOrganisation): Promise<WireReply> {
    return this.#context.blockConcurrencyWhile(async () => {
      if (this.#loaded || this.#table.isFilled) {
        return failure(409, 'name-taken', `There is an organisation named ${address.name} already`)
      }
      const { organisation } = await this.#make(address, input)
      return created(shownOrganisation(address.name, organisation), organisation.baseUrl)
    })
  }

  async #make({ name, baseUrl }: Address, input: NewOrganisation): Promise<Loaded> {
    const { options, secretSeed = randomText(), dataset = 'empty' } = this.#options
    const secrets = `${secretSeed} ${name}`
    const source = input.rows && createOrganisation({ rows: input.rows })
    const { apiToken: _, ...given } = source?.model.options ?? { apiToken: undefined, ...options }
    const organisation = createOrganisation({
      ...given,
      ...defined({ apiToken: input.apiToken }),
      seed: { samples: secrets, ...seedParts(given.seed), ...defined({ ids: input.idSeed }), secrets },
      baseUrl,
    })
    if (source) {
      organisation.model.replaceWith(source.model)
      source.model.clock.dispose()
    } else {
      const named = input.dataset ?? dataset
      if (input.seed !== undefined) await fillOrg(organisation.model, { seed: input.seed })
      else if (named !== 'empty') await fillOrg(organisation.model, { dataset: named })
    }
    this.#table.fill(organisation.rows.all())
    return this.#keep(organisation)
  }

  /** From here on nothing is awaited until every change is noted. */
  #keep(organisation: Organisation): Loaded {
    organisation.rows.persist(this.#table)
    const { extend } = this.#options
    if (extend) extendOrganisation(organisation, extend)
    return (this.#loaded = { organisation, front: new Front(organisation.dispatcher, faceOf(this.#options)) })
  }

  async #answer({ front }: Loaded, request: Request, { url }: Address): Promise<ServerReply> {
    if (router.find('GET', new URL(url).pathname)?.target.kind === 'console') {
      return failure(404, 'no-console', 'A worker has no console: identikit serve does')
    }
    return front.answer(await serverRequestOf(request, url))
  }

  async #delete({ organisation }: Loaded): Promise<WireReply> {
    this.#loaded = undefined
    organisation.model.end()
    await organisation.model.persistence?.stop()
    await this.#context.storage.deleteAlarm()
    await this.#context.storage.deleteAll()
    return deleted
  }

  /** Wakes the object when work is due, such as an activation with a delay. */
  async #setAlarm(): Promise<void> {
    const wait = this.#loaded?.organisation.model.clock.untilNext()
    const at = wait === undefined ? undefined : Date.now() + wait
    if (at === undefined || (this.#alarm !== undefined && Math.abs(this.#alarm - at) < 1000)) return
    this.#alarm = at
    await this.#context.storage.setAlarm(at)
  }
}

function randomText(): string {
  return crypto.getRandomValues(new Uint8Array(24)).join(' ')
}
