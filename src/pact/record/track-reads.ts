import { noting } from '../../exchange/reads.ts'

/** Which places of the replies a consumer's code has read, by the ids of their requests. */
export class Reads {
  readonly #places = new Map<string, Set<string>>()
  readonly #header: string
  readonly #original = globalThis.fetch
  readonly #patched: typeof fetch

  /** @param header Name of the header with a request's id. */
  constructor(header: string) {
    this.#header = header
    this.#patched = async (...input: Parameters<typeof fetch>) => this.watched(await this.#original(...input))
  }

  /** Watches replies of the global `fetch` from now on. */
  start(): void {
    globalThis.fetch = this.#patched
  }

  /** Watches no longer. */
  stop(): void {
    if (globalThis.fetch === this.#patched) globalThis.fetch = this.#original
  }

  /** The places that the consumer read of a reply; undefined if it did not read its JSON. */
  of(requestId: string): ReadonlySet<string> | undefined {
    return this.#places.get(requestId)
  }

  /** A reply whose JSON notes each read. */
  watched(response: Response): Response {
    const id = response.headers.get(this.#header)
    if (id === null) return response
    const original = response.json.bind(response)
    response.json = async () => {
      const places = this.#places.get(id) ?? new Set<string>()
      this.#places.set(id, places)
      return noting(await original(), '', places)
    }
    return response
  }
}
