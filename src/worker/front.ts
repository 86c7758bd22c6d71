import type { z } from 'zod'
import { allowHeader } from '../handlers/allow.ts'
import { wireRequestOf } from '../handlers/fetch.ts'
import { router } from '../handlers/routes.ts'
import { checked } from '../model/kernel/check-options.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import { controlRefusal } from '../server/control-access.ts'
import { isOrganisationName, nameProblem, randomName } from '../server/organisations/name.ts'
import { addressed } from '../server/organisations/routes.ts'
import { newOrganisation } from '../server/organisations/input.ts'
import { addressOf } from './address.ts'
import { boundedText } from '../server/bounded-text.ts'
import type { NewOrganisation } from './organisation-object.ts'
import type { Environment, ObjectNamespace } from './platform.ts'
import { type WorkerOptions, workerOptions } from './settings.ts'
import { failed, jsonReply, refusal, type Task, taskHeader, unknownOrganisation } from './tasks.ts'

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
      return jsonReply(200, { status: 'ready' })
    const address = addressOf(request.url, this.#options)
    if (address) return this.#send(address.name, request)
    return refusal(404, 'unknown-organisation', 'Organisations are at /orgs/{name}; POST /_orgs makes one')
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

  /** Asks something of an organisation's object that callers cannot. */
  #ask(name: string, origin: string, task: Task, input?: NewOrganisation): Promise<Response> {
    return this.#object(name).fetch(
      new Request(`${origin}/orgs/${name}`, {
        method: 'POST',
        headers: { [taskHeader]: task },
        ...(input === undefined ? {} : { body: JSON.stringify(input) }),
      }),
    )
  }

  /** `POST /_orgs` makes an organisation; `GET` and `DELETE /_orgs/{name}` show and delete one. */
  async #administer(request: Request, name: string): Promise<Response> {
    const { controlToken, readOnly } = this.#options
    const body = await boundedText(request)
    if (body === undefined) return refusal(413, 'body-too-large', 'The body is too long')
    const refused = controlRefusal(
      controlToken === undefined ? 'closed' : { token: controlToken },
      wireRequestOf(request, ''),
    )
    if (refused === 'control-closed') {
      return refusal(403, refused, 'Everybody can reach this worker: set the option controlToken to use this')
    }
    if (refused) {
      const challenge = { 'WWW-Authenticate': 'Bearer realm="control"' }
      return refusal(401, refused, 'expected Authorization: Bearer with the control token', challenge)
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const allow = allowHeader(name === '' ? ['POST'] : ['GET', 'DELETE'])
    if (method === 'OPTIONS') return jsonReply(204, undefined, allow)
    if (readOnly === true && /^(?:POST|DELETE)$/.test(method))
      return refusal(503, 'read-only-mode', 'This worker is read-only')
    const { origin } = new URL(request.url)
    if (name === '') {
      if (method === 'POST') return this.#create(body, origin)
      return refusal(
        405,
        'method-not-supported',
        'Use POST; objects are found by name, and nobody lists them',
        allow,
      )
    }
    if (!isOrganisationName(name)) return unknownOrganisation(name)
    if (method === 'GET') return this.#ask(name, origin, 'show')
    if (method === 'DELETE') return this.#ask(name, origin, 'delete')
    return refusal(405, 'method-not-supported', 'Use GET and DELETE', allow)
  }

  async #create(body: string, origin: string): Promise<Response> {
    let given: unknown
    try {
      given = body.trim() === '' ? {} : JSON.parse(body)
    } catch {
      return refusal(400, 'malformed-json', 'expected JSON')
    }
    const parsed = checked(newOrganisation(), given, { root: 'input', kind: 'field' })
    if ('mistakes' in parsed) {
      return jsonReply(400, {
        error: 'bad-input',
        message: parsed.mistakes.join('; '),
        causes: parsed.mistakes,
      })
    }
    const { name = randomName(10), from, baseUrl, ...rest } = parsed.value
    if (baseUrl !== undefined) {
      return refusal(400, 'bad-input', 'baseUrl: Objects are found by name: give the worker a domain instead')
    }
    if (!isOrganisationName(name)) return refusal(400, 'bad-input', nameProblem(name))
    const rows = from === undefined ? undefined : await this.#rowsOf(from, origin)
    if (rows instanceof Response) return rows
    try {
      return await this.#ask(name, origin, 'create', { ...(await inputOf(rest)), rows })
    } catch (error) {
      return failed(error)
    }
  }

  async #rowsOf(from: string, origin: string): Promise<readonly StateRow[] | Response> {
    const found = isOrganisationName(from) ? await this.#ask(from, origin, 'rows') : unknownOrganisation(from)
    if (found.ok) return found.json()
    return refusal(404, 'unknown-organisation', `from: There is no organisation named ${from.slice(0, 100)}`)
  }
}

async function inputOf({
  yaml,
  ...input
}: Pick<
  z.output<ReturnType<typeof newOrganisation>>,
  'world' | 'seed' | 'yaml' | 'idSeed' | 'apiToken'
>): Promise<NewOrganisation> {
  if (yaml === undefined) return input
  const { readSeed } = await import('../fixtures/seed/parse.ts')
  return { ...input, seed: readSeed(yaml, 'yaml').seed }
}
