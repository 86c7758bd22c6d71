import { createVocabulary } from '../contract/vocabulary.ts'
import { toResponse } from '../handlers/fetch.ts'
import { router } from '../handlers/routes.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import { failure, json } from '../server/control-reply.ts'
import { responseOf, serverRequestOf } from '../server/fetch-adapter.ts'
import { answerOrganisations, type Directory } from '../server/organisations/control.ts'
import { isOrganisationName, nameProblem, randomName } from '../server/organisations/name.ts'
import { OrganisationRefusal } from '../server/organisations/refusal.ts'
import { addressed } from '../server/organisations/routes.ts'
import { addressOf } from './address.ts'
import type { NewOrganisation } from './organisation-object.ts'
import type { Environment, ObjectNamespace } from './platform.ts'
import { faceOf, type WorkerOptions, workerOptions } from './settings.ts'
import { type Task, taskHeader } from './tasks.ts'

/** Finds the organisation that a request is for. It keeps nothing: any number of them may run. */
export class WorkerFront {
  readonly #options: WorkerOptions
  readonly #objects: ObjectNamespace

  /** @throws TypeError when the binding of the objects is not there. */
  constructor(options: WorkerOptions, environment: Environment) {
    const { binding = workerOptions.binding.default } = options
    const objects = environment[binding] as ObjectNamespace | undefined
    if (typeof objects?.idFromName !== 'function') {
      throw new TypeError(`binding: The worker has no Durable Object binding named ${binding}`)
    }
    this.#options = options
    this.#objects = objects
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const found = addressed(pathname, '')
    if (found?.kind === 'management') return this.#administer(request, found.name)
    if (router.find('GET', pathname)?.params?.['action'] === 'health')
      return toResponse(json(200, { status: 'ready' }))
    const address = addressOf(request.url, this.#options)
    if (address) return this.#send(address.name, request)
    return toResponse(
      failure(404, 'unknown-organisation', 'Organisations are at /orgs/{name}; POST /_orgs makes one'),
    )
  }

  /** Hands a caller's request on, without what only the front may say. */
  #send(name: string, request: Request): Promise<Response> {
    if (!request.headers.has(taskHeader)) return this.#object(name).fetch(request)
    const headers = new Headers(request.headers)
    headers.delete(taskHeader)
    return this.#object(name).fetch(new Request(request, { headers }))
  }

  #object(name: string): ReturnType<ObjectNamespace['get']> {
    return this.#objects.get(this.#objects.idFromName(name) as never)
  }

  async #administer(request: Request, name: string): Promise<Response> {
    const { origin } = new URL(request.url)
    const { options: { trustedOrigins, prefix } = {} } = this.#options
    const own = {
      baseUrl: origin,
      settings: { trustedOrigins },
      vocabulary: createVocabulary({ prefix }),
    }
    const wire = await serverRequestOf(request)
    const directory = this.#directory(origin)
    return responseOf(await answerOrganisations(own, directory, wire, name, faceOf(this.#options)), request)
  }

  /** Objects are found by name, and nobody lists them. */
  #directory(origin: string): Directory {
    /** Asks something of an organisation's object that callers cannot; undefined for a name that none has. */
    const ask = async (name: string, task: Task, input?: NewOrganisation): Promise<WireReply | undefined> => {
      if (!isOrganisationName(name)) return undefined
      const reply = await this.#object(name).fetch(
        new Request(`${origin}/orgs/${name}`, {
          method: 'POST',
          headers: { [taskHeader]: task },
          ...(input === undefined ? {} : { body: JSON.stringify(input) }),
        }),
      )
      return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
    }
    return {
      show: (name) => ask(name, 'show'),
      delete: (name) => ask(name, 'delete'),
      async create({ name = randomName(10), from, baseUrl, ...input }) {
        if (baseUrl !== undefined) {
          const problem = 'Objects are found by name: give the worker a domain instead'
          throw new OrganisationRefusal(400, 'bad-input', `baseUrl: ${problem}`)
        }
        if (!isOrganisationName(name)) throw new OrganisationRefusal(400, 'bad-input', nameProblem(name))
        const source = from === undefined ? undefined : await ask(from, 'rows')
        if (from !== undefined && source?.status !== 200) {
          const problem = `There is no organisation named ${from.slice(0, 100)}`
          throw new OrganisationRefusal(404, 'unknown-organisation', `from: ${problem}`)
        }
        const rows = source && (JSON.parse(source.body) as readonly StateRow[])
        return (await ask(name, 'create', { ...input, rows }))!
      },
    }
  }
}
