import { WorkerFront } from './worker/front.ts'
import { OrganisationObject } from './worker/organisation-object.ts'
import type { Environment, ObjectContext } from './worker/platform.ts'
import { checkWorkerOptions, type WorkerOptions } from './worker/settings.ts'

export type { WorkerOptions } from './worker/settings.ts'

/** A Durable Object that holds one organisation. */
interface OrganisationHolder {
  fetch(request: Request): Promise<Response>
  alarm(): Promise<void>
}

/** A worker, and the class of its objects: export the class under its name, and the worker as the default. */
interface IdentikitWorker {
  /** The class of Durable Objects, one for each organisation; it needs SQLite storage. */
  readonly Organisation: new (context: ObjectContext, environment: Environment) => OrganisationHolder
  readonly fetch: (request: Request, environment: Environment) => Promise<Response>
}

/**
 * Makes a worker that serves organisations by name, each in its own Durable Object. It runs on Cloudflare Workers, and
 * on workerd by itself.
 *
 * ```ts
 * const worker = createWorker((env) => ({ controlToken: env.CONTROL_TOKEN as string, dataset: 'demo' }))
 * export const { Organisation } = worker
 * export default worker
 * ```
 *
 * @param options Options, or a function that makes them from the worker's environment, where its secrets are.
 * @throws TypeError that lists every mistake in the options; the result of a function is checked at the first request.
 */
export function createWorker(
  options: WorkerOptions | ((environment: Environment) => WorkerOptions) = {},
): IdentikitWorker {
  const given = typeof options === 'function' ? undefined : checkWorkerOptions(options)
  const known = new WeakMap<Environment, WorkerOptions>()
  const optionsOf = (environment: Environment): WorkerOptions => {
    const read =
      given ??
      known.get(environment) ??
      checkWorkerOptions((options as (environment: Environment) => WorkerOptions)(environment))
    known.set(environment, read)
    return read
  }
  return {
    Organisation: class Organisation extends OrganisationObject {
      constructor(context: ObjectContext, environment: Environment) {
        super(context, environment, optionsOf)
      }
    },
    fetch: async (request, environment) =>
      new WorkerFront(optionsOf(environment), environment).fetch(request),
  }
}
