/** What a call of the service answered. */
export interface Answer {
  readonly status: number
  /** The address of the next page, where there is one: path and query. */
  readonly next: string | undefined
  /** Why it was refused, where it was. */
  readonly explanation: Explained | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- the console shows what comes
  readonly body: any
}

/** Why a call was refused, as far as the console shows it. */
export interface Explained {
  readonly rule: string
  readonly section: string
  readonly found: readonly string[]
  readonly accepted: string
  readonly allowedIn?: readonly string[]
  readonly decision?: string
}

/** Something that happened, as far as the console looks at it. */
export interface Happened {
  readonly id: string
  readonly type: string
  readonly time: string
  readonly record: { readonly kind: string; readonly id: string; readonly label: string }
  readonly cause?: { readonly kind: string; readonly name?: string }
}

/** The type of an event that stands for all that may have happened while nobody could be told. */
export const anything = 'anything'

/** An event of that type. */
export const missed: Happened = {
  id: '',
  type: anything,
  time: '',
  record: { kind: '', id: '', label: '' },
}

/** One of the organisations of a server, as far as the console shows it. */
export interface Listed {
  readonly name: string
  readonly users: number
  readonly groups: number
  readonly createdAt: string
}

/** The organisations that a server has beside its own. */
export interface Neighbours {
  /** The name of the one that is shown; undefined for the server's own. */
  readonly here: string | undefined
  list(): Promise<readonly Listed[]>
  /**
   * Makes one.
   * @throws Error that says what is wrong with the input.
   */
  make(input: Readonly<Record<string, unknown>>): Promise<Listed>
  delete(name: string): Promise<void>
  /** The address of the console of one of them; without a name of the server's own. */
  consoleOf(name?: string): string
}

/** How the console reaches an organisation: over HTTP from a page of the server, or within a page. */
export interface Backend {
  /** Calls the service as an administrator. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** Calls the service as an application does that has this API token: the journal shows it, and faults meet it. */
  callAs(token: string, method: string, path: string, body?: unknown): Promise<Answer>
  /**
   * Runs an action of the control plane.
   * @throws Error that says what is wrong with the input.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the console shows what comes
  control(action: string, input?: unknown): Promise<any>
  /** Whether there is such an action here: some are a server's only. */
  can(action: string): boolean
  /** What `exportSeed` is asked for: where it can, YAML. */
  readonly exports: { readonly format?: 'yaml' }
  /** The organisations beside this one, where it is a server's. */
  readonly neighbours?: Neighbours
  /**
   * Calls back for what happens from now on, and when the connection is lost and back again: with what to tell, and
   * with nothing. Where something may have been missed, an event of the type `anything` comes. Returns what stops that.
   */
  listen(onEvent: (event: Happened) => void, onConnection: (problem: string | undefined) => void): () => void
}

/** Reads a reply as the console looks at it. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const explanation = response.headers.get('x-identikit-explanation')
  return {
    status: response.status,
    next: next === undefined ? undefined : pathOf(next),
    explanation: explanation === null ? undefined : (readJson(explanation) as Explained | undefined),
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

/** Asks for the token of the console: calls with it meet no fault, count nowhere, and are not in the journal. */
export async function consoleToken(control: Backend['control']): Promise<string> {
  const { token } = (await control('readConsoleToken')) as { readonly token: string }
  return token
}

/** The API token of the administrator, with which an application calls; asked for only where it is used. */
export async function tokenOf(backend: Backend): Promise<string> {
  return ((await backend.control('readApiToken')) as { readonly token: string }).token
}

/** The headers of a call that the console makes. */
export function callHeaders(token: string, hasBody: boolean): Record<string, string> {
  return {
    authorization: `SSWS ${token}`,
    accept: 'application/json',
    'x-identikit-explain': '1',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  }
}

/** What an answer of the service says went wrong; undefined where it went well. */
export function refusalIn({ status, body }: Answer): string | undefined {
  if (status < 400) return undefined
  const causes = (body?.errorCauses ?? []) as { errorSummary: string }[]
  // Each cause names its field; the summary says no more than the first of them.
  if (causes.length > 0) return causes.map(({ errorSummary }) => errorSummary).join('\n')
  return body?.errorSummary ?? body?.error_description ?? `status ${status}`
}

/** Throws what an answer says went wrong. */
export function wellOrThrow(answer: Answer): Answer {
  const problem = refusalIn(answer)
  if (problem !== undefined) throw new Error(problem)
  return answer
}
