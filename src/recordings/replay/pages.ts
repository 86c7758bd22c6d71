import type { Answer, RecordedCall } from '../recorded.ts'

/** The pages of a list so far, of the recording and of ours. */
export interface PagesBefore {
  /** Ours in the place of the recorded cursor; undefined where ours had no further page. */
  readonly cursor: string | undefined
  readonly there: readonly unknown[]
  readonly here: readonly unknown[]
}

/** The lists of a recording that have several pages: which cursor of ours stands for which one of it. */
export class Pages {
  readonly #calls = new Map<string, number>()
  readonly #before = new Map<string, PagesBefore>()

  constructor(calls: readonly RecordedCall[]) {
    for (const [index, call] of calls.entries()) {
      const after = afterOf(call.url)
      if (after !== undefined && call.status < 300) this.#calls.set(keyOf(call, after), index)
    }
  }

  /** The place of the call that asks for the page after; undefined where the recording has none. */
  next(call: RecordedCall, index: number): number | undefined {
    const after = nextOf(call)
    const found = after === undefined ? undefined : this.#calls.get(keyOf(call, after))
    return found !== undefined && found > index ? found : undefined
  }

  /** The pages before the one that a call asks for; undefined for a first page, and where the recording shows none. */
  before(call: RecordedCall): PagesBefore | undefined {
    const after = afterOf(call.url)
    return after === undefined ? undefined : this.#before.get(keyOf(call, after))
  }

  /** Notes a page of the recording and the one of ours. */
  note(call: RecordedCall, here: Answer): void {
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

/** The cursor that a call goes on from. */
export function afterOf(url: URL): string | undefined {
  return url.searchParams.get('after') ?? undefined
}

/** The cursor of the page after, as the `Link` header has it. */
export function nextOf({ headers }: Answer): string | undefined {
  const text = (headers['link'] ?? []).join(', ')
  const [, address = ''] = /<([^>]*)>\s*;\s*rel="?next/.exec(text) ?? []
  return URL.canParse(address, 'http://x') ? afterOf(new URL(address, 'http://x')) : undefined
}

/** Cursors of two lists may be the same. */
function keyOf({ url }: RecordedCall, after: string): string {
  return `${url.pathname} ${after}`
}
