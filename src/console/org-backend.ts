import type { Organisation } from '../organisation.ts'
import type { EveryTab } from '../browser/every-tab.ts'
import type { Question } from '../browser/messages.ts'
import { toResponse } from '../handlers/fetch.ts'
import type { WireReply } from '../handlers/wire.ts'
import {
  type AnswerOf,
  type ListedAction,
  answerOf,
  type Backend,
  callHeaders,
  consoleToken,
  reportRequests,
} from './backend.ts'

/** The parts of an organisation that the console needs. */
export type ConsoleOrg = Pick<Organisation, 'fetch' | 'control' | 'events' | 'baseUrl' | 'exportSeed'>

/** Every action with its schema: 14 kB, which a page loads with its first form. */
async function allActions(): Promise<readonly ListedAction[]> {
  return (await import('../server/listed-actions.data.ts')).default
}

/** Connects to an organisation in the same page. */
export function orgBackend(org: ConsoleOrg): Backend {
  const actions = org.control as unknown as Readonly<Record<string, (input?: unknown) => unknown>>
  const actionOf = (name: string): ((input?: unknown) => unknown) | undefined =>
    name === 'exportSeed' ? (org.exportSeed as (input?: unknown) => unknown) : actions[name]
  const control: Backend['control'] = async (action, input) => {
    const run = actionOf(action)
    if (!run) throw new Error(`There is no action ${action} in a page; it is one of the server's`)
    return run(input) as AnswerOf<typeof action>
  }
  const callAs: Backend['callAs'] = async (token, method, path, body) => {
    const request = new Request(
      org.baseUrl + path.replace(new URL(org.baseUrl).pathname.replace(/\/$/, ''), ''),
      {
        method,
        headers: callHeaders(token, body !== undefined),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )
    return answerOf(await org.fetch(request))
  }
  return {
    call: async (...request) => callAs(await consoleToken(control), ...request),
    callAs,
    control,
    can: (action) => actionOf(action) !== undefined,
    actions: async () => (await allActions()).filter(({ name }) => actionOf(name) !== undefined),
    exports: {},
    listen: (onEvent) => {
      const stops = [org.events.on('*', onEvent), reportRequests(onEvent)]
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** Connects to the organisation of a page that several tabs may share. */
export function everyTabBackend(page: EveryTab): Backend {
  const control: Backend['control'] = async (action, input = {}) => {
    const question: Question =
      action === 'exportSeed' ? { kind: 'seed', input } : { kind: 'control', action, input }
    return (await page.ask(question)) as AnswerOf<typeof action>
  }
  const callAs: Backend['callAs'] = async (token, method, path, body) => {
    const { pathname, search } = new URL(path, page.baseUrl)
    const base = new URL(page.baseUrl).pathname.replace(/\/$/, '')
    const reply = await page.ask({
      kind: 'call',
      request: {
        method,
        path: pathname.startsWith(`${base}/`) ? pathname : base + pathname,
        query: search.slice(1),
        headers: Object.entries(callHeaders(token, body !== undefined)),
        body: body === undefined ? '' : JSON.stringify(body),
      },
    })
    return answerOf(toResponse(reply as WireReply))
  }
  const can = (action: string): boolean => action === 'exportSeed' || page.actions.includes(action)
  return {
    // Another tab may run the organisation by now, with another token.
    call: async (...request) => callAs(await consoleToken(control), ...request),
    callAs,
    control,
    can,
    actions: async () => (await allActions()).filter(({ name }) => can(name)),
    exports: {},
    listen: (onEvent) => {
      const stops = [page.listen(onEvent), reportRequests(onEvent)]
      return () => stops.forEach((stop) => stop())
    },
  }
}
