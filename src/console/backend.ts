import type { Explanation } from '../contract/errors/explain.ts'
import type { Actions as ControlActions } from '../control/actions.ts'
import type { Code } from '../control/journal.ts'
import type { Lists } from '../control/lists.ts'
import type { OrgEvent } from '../control/events/event-log.ts'
import type { ListedAction } from '../server/list-actions.ts'
import type { datasetActions } from '../server/dataset-actions.ts'

/** The answer of a call of the service. */
export interface Answer {
  readonly status: number
  /** The address of the next page, if any: path and query. */
  readonly next: string | undefined
  readonly explanation: Explanation | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- the console shows what comes
  readonly body: any
}

export type { ListedAction } from '../server/list-actions.ts'

interface Actions extends ControlActions {
  readonly loadDataset: (typeof datasetActions)['loadDataset']['run']
  readonly exportSeed: (typeof datasetActions)['exportSeed']['run']
}

/** An action of the control plane, or one that only a server has. */
export type Action = keyof Actions

/** The answer of an action with an input. */
export type AnswerOf<Name extends Action, Input = unknown> = Name extends 'list'
  ? Lists[Extract<Input, { readonly kind: keyof Lists }>['kind']]
  : [Name, Input] extends ['readExchange', { readonly as: string }]
    ? Code
    : Awaited<ReturnType<Actions[Name]>>

/** A request may have been answered. */
export const requestAnswered = { type: 'request.answered' } as const

/** Something that happens in an organisation: an event, or a request. */
export type Happening = OrgEvent | typeof requestAnswered

/** Receives each; nothing stands for those that were missed. */
export type Listener = (happening?: Happening) => void

/** An organisation of a server, as far as the console shows it. */
export interface Listed {
  readonly name: string
  readonly users: number
  readonly groups: number
  readonly createdAt: string
}

/** The further organisations of a server. */
export interface Organizations {
  /** The name of the shown organisation; undefined for the server's own. */
  readonly here: string | undefined
  list(): Promise<readonly Listed[]>
  /**
   * Creates one.
   * @throws Error that says what is wrong with the input.
   */
  make(input: Readonly<Record<string, unknown>>): Promise<Listed>
  delete(name: string): Promise<void>
  /** The address of the console of one of them; without a name, of the server's own. */
  consoleOf(name?: string): string
}

/** A way to an organisation: over HTTP from a page of the server, or within a page. */
interface Way {
  readonly send: (path: string, init: SentCall) => Promise<Response>
  /** Whether another tab may run the organisation at any time, and then with another token. */
  readonly mayMove: boolean
  /**
   * Runs an action of the control plane.
   * @throws Error that says what is wrong with the input.
   */
  control<Name extends Action, const Input = unknown>(
    action: Name,
    input?: Input,
  ): Promise<AnswerOf<Name, Input>>
  /** Whether the action exists here: some exist only on a server. */
  can(action: string): boolean
  /** The actions that exist here, with the JSON Schemas of their inputs. */
  actions(): Promise<readonly ListedAction[]>
  /** Options for `exportSeed`: YAML where it is supported. */
  readonly exports: { readonly format?: 'yaml' }
  /** The further organisations, if a server has this one. */
  readonly organizations?: Organizations
  /**
   * Calls back for each event and each request from now on. Also calls back with a message when the connection is lost, and with nothing
   * when it is back. Returns a function that stops the calls.
   */
  listen(onEvent: Listener, onConnection: (problem: string | undefined) => void): () => void
}

/** A call as it is sent. */
export interface SentCall {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** How the console reaches an organisation. */
export interface Backend extends Omit<Way, 'send' | 'mayMove'> {
  /** Calls the service as an administrator. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** Calls the service like an application with this API token: the journal shows the call, and faults apply. */
  callAs(token: string, method: string, path: string, body?: unknown): Promise<Answer>
}

/**
 * Reaches an organisation by a way.
 *
 * @param base The path of its base URL.
 */
export function backendBy(base: string, { send, mayMove, ...way }: Way): Backend {
  // The token of the console: its calls meet no faults, no counters and no journal.
  let token: Promise<string> | undefined
  const tokenNow = (): Promise<string> =>
    (token ??= way.control('readApiToken', { of: 'console' }).then(
      (answer) => answer.token,
      (error: unknown) => {
        token = undefined
        throw error
      },
    ))
  const callAs: Backend['callAs'] = async (value, method, to, body) => {
    const { pathname, search } = new URL(to, 'http://here')
    const path = (pathname.startsWith(`${base}/`) ? pathname : base + pathname) + search
    return answerOf(
      await send(path, {
        method,
        headers: {
          authorization: `SSWS ${value}`,
          accept: 'application/json',
          'x-identikit-explain': '1',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  }
  return {
    ...way,
    callAs,
    call: async (...request) => {
      if (mayMove) token = undefined
      const used = tokenNow()
      const answer = await callAs(await used, ...request)
      // Another server at the same address has another token; an unknown client gets 401, too.
      if (answer.status !== 401 || answer.body?.errorCode !== 'E0000011') return answer
      if (token === used) token = undefined
      return callAs(await tokenNow(), ...request)
    },
  }
}

/** Reads a reply of the service. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const explanation = response.headers.get('x-identikit-explanation')
  return {
    status: response.status,
    next: next === undefined ? undefined : pathOf(next),
    explanation: explanation === null ? undefined : (readJson(explanation) as Explanation | undefined),
    body: readJson(text),
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The API token of the administrator, with which an application calls; requested on demand. */
export async function tokenOf(backend: Backend): Promise<string> {
  return (await backend.control('readApiToken')).token
}

/** The error in an answer of the service; undefined if it succeeded. */
export function refusalIn(answer: Answer): string | undefined {
  return mistakesIn(answer)?.join('\n')
}

/** Throws the error of an answer, with its mistakes as a list. */
export function wellOrThrow(answer: Answer): Answer {
  const mistakes = mistakesIn(answer)
  if (mistakes) throw Object.assign(new Error(mistakes.join('\n')), { mistakes })
  return answer
}

function mistakesIn({ status, body, explanation }: Answer): readonly string[] | undefined {
  if (status < 400) return undefined
  const causes = (body?.errorCauses ?? []) as { errorSummary: string }[]
  // Each cause names its field; the summary repeats only the first cause.
  if (causes.length > 0) return causes.map(({ errorSummary }) => errorSummary)
  // The client endpoints have one text for all their mistakes (RFC 7591, section 3.2.2); the explanation lists them.
  if (body?.error !== undefined && explanation) return explanation.found
  return [body?.errorSummary ?? `status ${status}`]
}
