import type { EveryTab } from '../browser/every-tab.ts'
import type { SentRequest } from '../browser/messages.ts'
import { toResponse } from '../handlers/fetch.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { EventQuery } from '../control/events/event-log.ts'
import type { ExportedState } from '../model/exported-state.ts'
import type { Organisation } from '../organisation.ts'
import {
  type AnswerOf,
  answerOf,
  type Backend,
  callHeaders,
  consoleToken,
  type Listener,
  reportRequests,
} from './backend.ts'

/** The parts of an organisation that the console needs. */
export type ConsoleOrg = Pick<
  Organisation,
  'fetch' | 'control' | 'events' | 'baseUrl' | 'exportSeed' | 'exportState' | 'importState' | 'reset'
>

/** Connects to an organisation in the same page. */
export function orgBackend(org: ConsoleOrg): Backend {
  // An organisation in process has these itself; its control has no action of the name.
  const actions = {
    ...org.control,
    exportSeed: org.exportSeed,
    exportState: org.exportState,
    importState: ({ state }: { readonly state: ExportedState }) => org.importState(state),
    listEvents: (query?: EventQuery) => org.events.list(query),
    reset: org.reset,
  } as Readonly<Record<string, ((input?: unknown) => unknown) | undefined>>
  return pageBackend({
    baseUrl: org.baseUrl,
    run: async (action, input) => {
      const run = actions[action]
      if (!run) throw new Error(`There is no action ${action} in a page; it is one of the server's`)
      return run(input)
    },
    can: (action) => actions[action] !== undefined,
    send: ({ method, path, query, headers, body }) =>
      org.fetch(
        new Request(new URL(query === '' ? path : `${path}?${query}`, org.baseUrl), {
          method,
          headers: Object.fromEntries(headers),
          ...(body === '' ? {} : { body }),
        }),
      ),
    listen: (onEvent) => org.events.on('*', onEvent),
  })
}

/** Connects to the organisation of a page that several tabs may share. */
export function everyTabBackend(page: EveryTab): Backend {
  return pageBackend({
    baseUrl: page.baseUrl,
    run: (action, input = {}) =>
      page.ask(action === 'exportSeed' ? { kind: 'seed', input } : { kind: 'control', action, input }),
    can: (action) => action === 'exportSeed' || page.actions.includes(action),
    send: async (request) => toResponse((await page.ask({ kind: 'call', request })) as WireReply),
    listen: (onEvent) => page.listen(onEvent),
  })
}

/** An organisation in this page or in another tab. */
interface Page {
  readonly baseUrl: string
  readonly run: (action: string, input: unknown) => Promise<unknown>
  readonly can: (action: string) => boolean
  readonly send: (request: SentRequest & { readonly body: string }) => Promise<Response>
  readonly listen: (onEvent: Listener) => () => void
}

function pageBackend({ baseUrl, run, can, send, listen }: Page): Backend {
  const control: Backend['control'] = async (action, input) =>
    (await run(action, input)) as AnswerOf<typeof action>
  const callAs: Backend['callAs'] = async (token, method, path, body) => {
    const { pathname, search } = new URL(path, baseUrl)
    const base = new URL(baseUrl).pathname.replace(/\/$/, '')
    return answerOf(
      await send({
        method,
        path: pathname.startsWith(`${base}/`) ? pathname : base + pathname,
        query: search.slice(1),
        headers: Object.entries(callHeaders(token, body !== undefined)),
        body: body === undefined ? '' : JSON.stringify(body),
      }),
    )
  }
  return {
    // Another tab may run the organisation by now, with another token.
    call: async (...request) => callAs(await consoleToken(control), ...request),
    callAs,
    control,
    can,
    // 14 kB, which a page loads with its first form.
    actions: async () =>
      (await import('../server/listed-actions.data.ts')).default.filter(({ name }) => can(name)),
    exports: {},
    listen: (onEvent) => {
      const stops = [listen(onEvent), reportRequests(onEvent)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
