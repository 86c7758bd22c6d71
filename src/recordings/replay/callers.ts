import { spelledPath } from '../../contract/tolerances.ts'
import { cookieNamed, isAtMe } from '../../handlers/authenticate.ts'
import { router } from '../../handlers/routes.ts'
import type { Organisation } from '../../organisation.ts'
import { member, objectOf } from '../../exchange/json.ts'
import type { RecordedCall } from '../../exchange/exchange.ts'
import { kindOf } from './shown.ts'

/** The headers that identify the caller. */
export interface Credentials {
  readonly authorization?: string | undefined
  readonly cookie?: string | undefined
}

/** Whether a call is about its caller, such as `/users/me`. */
export function isOfSelf({ operation, parameters }: RecordedCall): boolean {
  return operation !== undefined && isAtMe(operation, parameters)
}

/** The name of a call outside the API description, where the mock has such an endpoint. */
export function endpointOf({ method, url }: RecordedCall): string | undefined {
  const { target, methods } = router.find(method, spelledPath(url.pathname).path) ?? {}
  return methods ? undefined : target?.name
}

/** The people who call for themselves in a recording, by session or access token, and their sessions in the mock. */
export class Callers {
  readonly #organisation: Organisation
  /** The caller of a call, if its reply shows it. */
  readonly #known: { readonly index: number; readonly keys: readonly string[]; readonly id: string }[] = []
  /** Cookies of the mock, by the recorded ones. */
  readonly #cookies = new Map<string, string>()

  constructor(calls: readonly RecordedCall[], organisation: Organisation) {
    this.#organisation = organisation
    for (const [index, call] of calls.entries()) {
      const id = call.status < 300 ? personIn(call) : undefined
      if (id !== undefined) this.#known.push({ index, id, keys: [this.#keyOf(call), ...this.#opened(call)] })
    }
  }

  /** The recorded id of the caller: the person in a reply to the same session or token. */
  personOf(call: RecordedCall, index: number): string | undefined {
    const key = this.#keyOf(call)
    const same = this.#known.filter(({ keys }) => keys.includes(key))
    return (same.findLast((each) => each.index <= index) ?? same[0])?.id
  }

  /** The session of a person in the mock. It opens one if the recorded session is alive. */
  sessionOf(call: RecordedCall, userId: string): Credentials {
    const { model } = this.#organisation
    const key = `${this.#keyOf(call)} ${userId}`
    const known = this.#cookies.get(key)
    const lives = known !== undefined && model.sessions.find(known) !== undefined
    const cookie = lives || (known && call.status >= 400) ? known : model.sessions.open(userId).value
    this.#cookies.set(key, cookie)
    return { cookie: `${model.settings.signIn.cookie}=${cookie}` }
  }

  /** Identifies a caller of a recording; empty if the recorder left it out. */
  #keyOf({ requestHeaders }: RecordedCall): string {
    const { authorization, cookie } = requestHeaders
    return authorization ?? cookieNamed(cookie, this.#organisation.model.settings.signIn.cookie) ?? ''
  }

  /** The sessions that a reply opens. */
  #opened({ headers, json }: RecordedCall): readonly string[] {
    const cookies = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]!).join(';')
    const cookie = cookieNamed(cookies, this.#organisation.model.settings.signIn.cookie)
    return [cookie, member(json, 'sessionToken')].filter((key) => typeof key === 'string')
  }
}

/** Where the replies of endpoints outside the API description show who signed in. */
const persons: Readonly<Record<string, readonly [string, ...string[]]>> = {
  authenticate: ['_embedded', 'user', 'id'],
  createSession: ['userId'],
  getCurrentSession: ['userId'],
  userinfo: ['sub'],
}

/** The user who makes a call, or signs in by it, if its reply shows the user. */
function personIn(call: RecordedCall): string | undefined {
  const { json } = call
  const isUser = isOfSelf(call) && kindOf(objectOf(json) ?? {}) === 'user'
  const id = isUser ? member(json, 'id') : member(json, ...(persons[endpointOf(call) ?? ''] ?? ['']))
  return typeof id === 'string' ? id : undefined
}
