import type { Reply, RecordedCall } from '../../exchange/exchange.ts'

/** The pages of a list so far, of the recording and of the mock. */
export interface PagesBefore {
  /** The mock's cursor for the recorded one; undefined if the mock had no further page. */
  readonly cursor: string | undefined
  readonly there: readonly unknown[]
  readonly here: readonly unknown[]
}

/** The lists of a recording with several pages: each recorded cursor and that of the mock. */
export class Pages {
  readonly #calls = new Map<string, number>()
  readonly #before = new Map<string, PagesBefore>()

  constructor(calls: readonly RecordedCall[]) {
    for (const [index, call] of calls.entries()) {
      const after = afterOf(call.url)
      if (after !== undefined && call.status < 300) this.#calls.set(keyOf(call, after), index)
    }
  }

  /** The place of the call that requests the next page; undefined if the recording has none. */
  next(call: RecordedCall, index: number): number | undefined {
    const after = nextOf(call)
    const found = after === undefined ? undefined : this.#calls.get(keyOf(call, after))
    return found !== undefined && found > index ? found : undefined
  }

  /** The pages before the one that a call requests; undefined for a first page or a gap in the recording. */
  before(call: RecordedCall): PagesBefore | undefined {
    const after = afterOf(call.url)
    return after === undefined ? undefined : this.#before.get(keyOf(call, after))
  }

  /** Notes a recorded page and the mock's one. */
  note(call: RecordedCall, here: Reply): void {
    const after = nextOf(call)
    if (after === undefined || !Array.isArray(call.json) || !Array.isArray(here.json)) return
    const earlier = this.before(call) ?? { there: [], here: [] }
    this.#before.set(keyOf(call, after), {
      cursor: nextOf(here),
      there: [...earlier.there, ...(call.json as unknown[])],
      here: [...earlier.here, ...(here.json as unknown[])],
    })
  }
}

/** The cursor with which a call continues. */
export function afterOf(url: URL): string | undefined {
  return url.searchParams.get('after') ?? undefined
}

/** The cursor of the next page, from the `Link` header. */
export function nextOf({ headers }: Reply): string | undefined {
  const text = (headers['link'] ?? []).join(', ')
  const [, address = ''] = /<([^>]*)>\s*;\s*rel="?next/.exec(text) ?? []
  return URL.canParse(address, 'http://x') ? afterOf(new URL(address, 'http://x')) : undefined
}

/** Cursors of two lists may be the same. */
function keyOf({ url }: RecordedCall, after: string): string {
  return `${url.pathname} ${after}`
}
