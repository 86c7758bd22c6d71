import type { Organisation } from '../organisation.ts'
import { answerOf, type Backend, callHeaders } from './backend.ts'

/** The parts of an organisation that the console needs. */
export type ConsoleOrg = Pick<
  Organisation,
  'fetch' | 'control' | 'events' | 'apiToken' | 'baseUrl' | 'exportSeed'
>

/** Reaches an organisation that lives in the same page. */
export function orgBackend(org: ConsoleOrg): Backend {
  const actions = org.control as unknown as Readonly<Record<string, (input?: unknown) => unknown>>
  const actionOf = (name: string): ((input?: unknown) => unknown) | undefined =>
    name === 'exportSeed' ? (org.exportSeed as (input?: unknown) => unknown) : actions[name]
  return {
    async call(method, path, body) {
      const request = new Request(
        org.baseUrl + path.replace(new URL(org.baseUrl).pathname.replace(/\/$/, ''), ''),
        {
          method,
          headers: callHeaders(org.apiToken, body !== undefined),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
      )
      return answerOf(await org.fetch(request))
    },
    async control(action, input) {
      const run = actionOf(action)
      if (!run) throw new Error(`There is no action ${action} in a page; it is one of the server's`)
      return run(input)
    },
    can: (action) => actionOf(action) !== undefined,
    exports: {},
    listen: (onEvent) => org.events.on('*', onEvent),
  }
}
