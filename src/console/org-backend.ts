import type { EveryTab } from '../browser/every-tab.ts'
import { toResponse } from '../handlers/fetch.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { EventQuery } from '../control/events/event-log.ts'
import type { ExportedState } from '../model/exported-state.ts'
import type { Organisation } from '../organisation.ts'
import {
  type AnswerOf,
  type Backend,
  backendBy,
  type Listener,
  requestAnswered,
  type SentCall,
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
    send: (path, init) => org.fetch(new Request(new URL(path, org.baseUrl), init)),
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
    send: async (to, { method, headers, body = '' }) => {
      const [path = '', query = ''] = to.split('?')
      const request = { method, path, query, headers: Object.entries(headers), body }
      return toResponse((await page.ask({ kind: 'call', request })) as WireReply)
    },
    listen: (onEvent) => page.listen(onEvent),
  })
}

/** An organisation in this page or in another tab. */
interface Page {
  readonly baseUrl: string
  readonly run: (action: string, input: unknown) => Promise<unknown>
  readonly can: (action: string) => boolean
  readonly send: (path: string, init: SentCall) => Promise<Response>
  readonly listen: (onEvent: Listener) => () => void
}

function pageBackend({ baseUrl, run, can, send, listen }: Page): Backend {
  return backendBy(new URL(baseUrl).pathname.replace(/\/$/, ''), {
    send,
    mayMove: true,
    control: async (action, input) => (await run(action, input)) as AnswerOf<typeof action>,
    can,
    // 14 kB, which a page loads with its first form.
    actions: async () =>
      (await import('../server/listed-actions.data.ts')).default.filter(({ name }) => can(name)),
    exports: {},
    listen: (onEvent) => {
      const stop = listen(onEvent)
      // Nothing in a page reports requests.
      const timer = setInterval(() => onEvent(requestAnswered), 1000)
      return () => {
        stop()
        clearInterval(timer)
      }
    },
  })
}
