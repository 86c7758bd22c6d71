import type { Json, Reply } from '../wire/reply.ts'
import { sleep, waitedSince, type Deadline } from '../wire/deadline.ts'
import type { Poll } from '../supply/given-types.ts'
import { Inconclusive } from './interruption.ts'

/** Options of one call. */
export interface CallOptions {
  /** Query parameters; `undefined` ones are left out, values are URL-encoded. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Headers added to the usual ones (`Accept`, `Content-Type`, `Authorization`), or sent instead of them. */
  readonly headers?: Readonly<Record<string, string>>
  /** A body sent unchanged, instead of a JSON one: malformed JSON, another media type. */
  readonly raw?: string
  /**
   * Set when a created record cannot carry the run's marker in its name (a login of five characters).
   * The ledger then knows it by its id alone.
   */
  readonly unmarked?: boolean
}

/**
 * Calls to the target. Paths are relative to its base URL (`/api/v1/users`). A full URL, as in a link, is brought back
 * under the base URL, so that no credential goes elsewhere. Redirects are not followed.
 *
 * Every call waits for its turn under the run's bounds, waits out rate limits, and is recorded (secrets redacted). It
 * throws if it would write to a record that this run did not make.
 */
export interface Api {
  get(path: string, options?: CallOptions): Promise<Reply>
  /** Sends `body` as JSON; without it no body at all. */
  post(path: string, body?: Json, options?: CallOptions): Promise<Reply>
  put(path: string, body?: Json, options?: CallOptions): Promise<Reply>
  delete(path: string, options?: CallOptions): Promise<Reply>
  request(method: string, path: string, body?: Json, options?: CallOptions): Promise<Reply>
  /** The same calls with another API token. */
  as(token: string): Api
  /** The same calls with a token made from the run's own, which the service never issued. */
  almost(change: (token: string) => string): Api
  /** The same calls with no credentials. */
  anonymous(): Api
  /** The same calls with this session cookie (`name=value`) and no API token. */
  withCookie(cookie: string): Api
  /** The same calls with these headers added. */
  withHeaders(headers: Readonly<Record<string, string>>): Api
  /**
   * The same calls as control cases. An answer with another status than this (default: any 2xx) ends the check as
   * blocked, owned by the given requirement. Put one next to each refusal.
   */
  control(owner: string, status?: number): Api
}

/** The vain waits after which a target is wrong rather than late. */
const maxVain = 2

/** How long a run waits for what may lag: until some waits were vain, `lag` milliseconds. */
export class Patience {
  readonly #lag: number
  #vain = 0
  #longest = 0

  constructor(lag: number) {
    this.#lag = lag
  }

  /** Milliseconds that the next wait may take. */
  get milliseconds(): number {
    return this.#vain < maxVain ? this.#lag : Math.min(this.#lag, Math.max(1000, 3 * this.#longest))
  }

  /** Notes a wait that is over. */
  note(milliseconds: number, isVain: boolean): void {
    if (isVain) this.#vain++
    else this.#longest = Math.max(this.#longest, milliseconds)
  }
}

/** Waiting by asking again, as long as the patience of the run; the time of the check stands still meanwhile. */
export function createPoll(deadline: Deadline, patience: Patience): Poll {
  const until = async <T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> => {
    const waited = waitedSince()
    const lag = patience.milliseconds
    for (let pause = 20; ; pause = Math.min(pause * 1.6, 500)) {
      // An answer that was asked for before the end counts only if it fits, since it may have taken long.
      const last = waited() >= lag
      const answer = await ask()
      const isFit = fits(answer)
      if (last || isFit) {
        patience.note(waited(), !isFit)
        return answer
      }
      const left = Math.max(0, lag - waited())
      await deadline.pausedFor(() => sleep(Math.min(pause, left), deadline.signal))
    }
  }
  return {
    until,
    behind: async (fence, ask, fits) => {
      const lag = patience.milliseconds
      if (!(await until(fence, Boolean))) {
        throw new Inconclusive(
          `the target did not catch up within ${lag / 1000} s: a record made later could not be seen (--lag)`,
        )
      }
      return until(ask, fits)
    },
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** The result of following the next links of a list. */
export interface Walk {
  readonly replies: readonly Reply[]
  readonly items: readonly Json[]
  /** Whether it reached a page without a next link; false for a loop, or after too many pages. */
  readonly ended: boolean
}

/**
 * Reads a list page by page, by its next links. It judges nothing: it also returns a list without an end, or a page that
 * is not a list. It stops early when it has enough.
 */
export async function walkList(
  api: Api,
  path: string,
  query: Query,
  maxPages = 12,
  isEnough: (items: readonly Json[], last: Reply) => boolean = () => false,
): Promise<Walk> {
  const replies: Reply[] = [await api.get(path, { query })]
  const seen = new Set<string>()
  for (;;) {
    const items = replies.flatMap((reply) => reply.items)
    const last = replies.at(-1) as Reply
    const next = last.links['next']
    const isOver = next === undefined || seen.has(next) || replies.length >= maxPages || isEnough(items, last)
    if (isOver) return { replies, items, ended: next === undefined }
    seen.add(next)
    replies.push(await api.get(next))
  }
}

/**
 * Reads a list and its next links until it has enough, as one reply with every item. The target decides how many items
 * a page has. A caller with a limit wants only that page.
 *
 * @param enough default: never, so that all pages are read.
 */
export async function readPages(
  api: Api,
  path: string,
  query: Query,
  enough: (soFar: Reply) => boolean = () => false,
): Promise<Reply> {
  const whole = (items: readonly Json[], last: Reply): Reply => ({
    ...last,
    body: items,
    json: items,
    items: [...items],
  })
  const max = query['limit'] === undefined ? 20 : 1
  const { replies, items } = await walkList(api, path, query, max, (soFar, last) =>
    enough(whole(soFar, last)),
  )
  const last = replies.findLast(({ body }) => Array.isArray(body))
  return last === undefined ? (replies[0] as Reply) : whole(items, last)
}
