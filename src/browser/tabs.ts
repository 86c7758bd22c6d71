import type { OrgEvent } from '../control/events/event-log.ts'
import type { Message, Question } from './messages.ts'

/** Answers in the tab that has the organisation. */
export interface Leading {
  readonly baseUrl: string
  readonly apiToken: string
  readonly answer: (question: Question) => Promise<unknown>
  /** Calls back for every event; returns a function that stops it. */
  readonly listen: (onEvent: (event: OrgEvent) => void) => () => void
  /** Ends it, so that another tab can continue from the stored state. */
  readonly end: () => Promise<void>
}

interface Waiting {
  readonly question: Question
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  /** The tab that has taken the question. */
  takenBy?: string
}

/**
 * The tabs of one origin that share an organisation. The tab that has a lock has the organisation. When it closes, the
 * browser gives the lock to the next tab. The other tabs send it their questions.
 */
export class Tabs {
  readonly #channel: BroadcastChannel
  readonly #own = crypto.randomUUID()
  readonly #waiting = new Map<string, Waiting>()
  readonly #release = Promise.withResolvers<void>()
  readonly #ready = Promise.withResolvers<void>()
  readonly #lock: AbortController = new AbortController()
  #leading: Leading | undefined
  /** Addresses and token of the organisation, in every tab. */
  #about: { readonly baseUrl: string; readonly apiToken: string } | undefined
  #leader: string | undefined
  /** Why this tab cannot have the organisation although it is its turn, or asks no more. */
  #failure: Error | undefined
  /** Calls back in this tab; without an event where another tab took over and some may be lost. */
  #onEvent: ((event?: OrgEvent) => void) | undefined
  /** Whether this tab, which has the organisation, sends its events to the other tabs. */
  #isSending = false

  private constructor(name: string) {
    this.#channel = new BroadcastChannel(name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data))
  }

  /**
   * Joins the tabs of a name; resolves once one of them has the organisation.
   *
   * @param lead Called when it is for this tab to have it.
   */
  static async join(name: string, lead: () => Promise<Leading>): Promise<Tabs> {
    const tabs = new Tabs(name)
    void navigator.locks
      .request(name, { signal: tabs.#lock.signal }, () => tabs.#lead(lead))
      .catch((error: unknown) => tabs.#fail(error as Error))
    tabs.#say({ type: 'hello' })
    await tabs.#ready.promise.catch((error: unknown) => {
      tabs.leave()
      throw error
    })
    return tabs
  }

  /** Whether this tab has the organisation. */
  get isLeader(): boolean {
    return this.#leading !== undefined
  }

  get baseUrl(): string {
    return this.#about!.baseUrl
  }

  get apiToken(): string {
    return this.#about!.apiToken
  }

  /**
   * Asks the tab that has the organisation.
   *
   * @throws Error when that tab closed before it answered, and may have acted on the question.
   */
  ask(question: Question): Promise<unknown> {
    if (this.#leading) return this.#leading.answer(question)
    if (this.#failure) return Promise.reject(this.#failure)
    const id = crypto.randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { question, resolve, reject })
    this.#say({ type: 'question', id, question })
    return promise
  }

  /** Calls back for every event, in whichever tab it happens. */
  listen(onEvent: (event?: OrgEvent) => void): void {
    this.#onEvent = onEvent
    if (this.#leading) this.#send()
    else this.#say({ type: 'listen' })
  }

  /** Leaves the group; a tab with the organisation releases it. */
  leave(): void {
    this.#release.resolve()
    this.#lock.abort()
    this.#channel.close()
    this.#fail(new Error('The worker of this tab was stopped'))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#ready.reject(error)
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  async #lead(lead: () => Promise<Leading>): Promise<void> {
    const leading = await lead()
    if (this.#failure) return leading.end()
    const { baseUrl, apiToken } = leading
    this.#leading = leading
    this.#about = { baseUrl, apiToken }
    this.#leader = this.#own
    this.#say(this.#announcement())
    if (this.#onEvent) {
      this.#send()
      this.#onEvent()
    }
    this.#ready.resolve()
    const left = [...this.#waiting]
    this.#waiting.clear()
    for (const [, waiting] of left) {
      if (isLost(waiting)) waiting.reject(lost())
      else leading.answer(waiting.question).then(waiting.resolve, waiting.reject)
    }
    await this.#release.promise
    return leading.end()
  }

  #send(): void {
    if (this.#isSending) return
    this.#isSending = true
    this.#leading!.listen((event) => {
      this.#onEvent?.(event)
      this.#say({ type: 'event', event })
    })
  }

  #announcement(): Message {
    const { baseUrl, apiToken } = this.#about!
    return { type: 'leading', since: this.#own, baseUrl, apiToken }
  }

  #hear(message: Message): void {
    if (message.type === 'hello') {
      if (this.#leading) this.#say(this.#announcement())
    } else if (message.type === 'question') {
      if (this.#leading) void this.#answer(message.id, message.question, this.#leading)
    } else if (message.type === 'leading') this.#follow(message)
    else if (message.type === 'event') this.#onEvent?.(message.event)
    else if (message.type === 'listen') {
      if (this.#leading) this.#send()
    } else this.#settle(message)
  }

  async #answer(id: string, question: Question, { answer }: Leading): Promise<void> {
    this.#say({ type: 'taken', id, by: this.#own })
    try {
      this.#say({ type: 'answer', id, value: await answer(question) })
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      this.#say({ type: 'failure', id, name, message })
    }
  }

  #follow({ since, baseUrl, apiToken }: Extract<Message, { readonly type: 'leading' }>): void {
    const isNew = since !== this.#leader
    this.#leader = since
    this.#about = { baseUrl, apiToken }
    this.#ready.resolve()
    if (!isNew) return
    if (this.#onEvent) {
      this.#say({ type: 'listen' })
      this.#onEvent()
    }
    for (const [id, waiting] of this.#waiting) {
      if (isLost(waiting)) {
        this.#waiting.delete(id)
        waiting.reject(lost())
      } else this.#say({ type: 'question', id, question: waiting.question })
    }
  }

  #settle(message: Extract<Message, { readonly type: 'taken' | 'answer' | 'failure' }>): void {
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    if (message.type === 'taken') {
      waiting.takenBy = message.by
      return
    }
    this.#waiting.delete(message.id)
    if (message.type === 'answer') waiting.resolve(message.value)
    else waiting.reject(Object.assign(new Error(message.message), { name: message.name }))
  }

  #say(message: Message): void {
    if (this.#failure) return
    // Of a channel, not of a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(message)
  }
}

/** Whether a closed tab may have acted on the question: then it is not repeated. */
function isLost({ question, takenBy }: Waiting): boolean {
  if (takenBy === undefined || question.kind === 'seed') return false
  return question.kind === 'control' || question.request.method !== 'GET'
}

function lost(): Error {
  return new Error('The tab that has the organisation closed before it answered')
}
