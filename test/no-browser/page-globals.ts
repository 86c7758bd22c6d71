import { vi } from 'vitest'

/** Stores texts by name, as `sessionStorage` does. */
export class FakeStorage {
  readonly kept = new Map<string, string>()

  getItem(name: string): string | null {
    return this.kept.get(name) ?? null
  }

  setItem(name: string, value: string): void {
    this.kept.set(name, value)
  }

  removeItem(name: string): void {
    this.kept.delete(name)
  }
}

/** A document that can be in sight or not. */
export class FakeDocument extends EventTarget {
  hidden = false

  /** Who listens to a type of event. */
  readonly listeners = new Map<string, number>()

  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    this.listeners.set(given[0], (this.listeners.get(given[0]) ?? 0) + 1)
    super.addEventListener(...given)
  }

  override removeEventListener(...given: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners.set(given[0], (this.listeners.get(given[0]) ?? 0) - 1)
    super.removeEventListener(...given)
  }

  turn(hidden: boolean): void {
    this.hidden = hidden
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

/** A call of `fetch`, as far as tests compare it. */
export interface Fetched {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly credentials: RequestInit['credentials']
  readonly signal: AbortSignal | undefined
}

/** Answers instead of the network until globals are restored; records the requests. */
export function stubFetch(answer: (call: Fetched, index: number) => Response | Promise<Response>): Fetched[] {
  const calls: Fetched[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const call: Fetched = {
      url: String(url),
      method: init.method ?? 'GET',
      headers: (init.headers ?? {}) as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      credentials: init.credentials,
      signal: init.signal ?? undefined,
    }
    calls.push(call)
    return answer(call, calls.length - 1)
  })
  return calls
}
