import { controlActions } from '../control/index.ts'
import type { RefusalName } from '../contract/errors/catalogue.ts'
import type { RemoteControl } from '../client/shared-org.ts'
import type { Answering } from '../handlers/fetch.ts'
import { type Match, pathBelow, type Router } from '../handlers/router.ts'
import { isPagePath, type ServedKind } from '../handlers/routes.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Seed } from '../fixtures/seed/format.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import type { Organisation } from '../organisation.ts'
import type { OrgEvent } from '../control/events/event-log.ts'
import type { Carrying } from './carried-state.ts'
import { type EveryTab, everyTab } from './every-tab.ts'
import { type Question, sentRequest, wireRequest } from './messages.ts'
import type { Tabs } from './tabs.ts'

/** The part of an organisation that a browser keeps. */
export interface Keeping {
  /** The initial data of a new organisation. */
  readonly dataset?: string | Seed | undefined
  /** `local`: for all tabs of the origin, which share it; `session`: for this tab. */
  readonly persist: 'local' | 'session' | false
  readonly name: string
  readonly madeOf: string
  /** Goes on from rows. */
  readonly goOn: (rows: Iterable<StateRow>) => Organisation
}

/** The organisation of a page: in this tab, or in another one that has it. */
export class PageOrg implements Answering, EveryTab {
  #org: Organisation
  #tabs: Tabs | undefined
  #prepared: Promise<void> | undefined
  #filled: Promise<void> | undefined
  readonly #keeping: Keeping
  readonly #listeners = new Set<(event?: OrgEvent) => void>()
  #isListening = false
  #cookies = '{}'
  readonly control: RemoteControl

  constructor(org: Organisation, keeping: Keeping) {
    this.#org = org
    this.#keeping = keeping
    this.control = new Proxy({} as RemoteControl, {
      get: (_, action) => {
        if (action === everyTab) return this
        return typeof action === 'string' && action !== 'then'
          ? (input: unknown = {}) => this.ask({ kind: 'control', action, input })
          : undefined
      },
    })
  }

  /** Whether the organisation is in this tab. */
  get isLeader(): boolean {
    return this.#tabs?.isLeader ?? true
  }

  get apiToken(): string {
    return this.#tabs?.apiToken ?? this.#org.apiToken
  }

  get org(): Organisation {
    if (this.isLeader) return this.#org
    // Matching needs the address alone, which every tab has.
    throw new Error(
      'worker.org: another tab has the organisation; worker.control reaches it from every tab, and mountConsole takes the worker',
    )
  }

  get routes(): Router<ServedKind> {
    return this.#org.dispatcher.routes
  }

  get baseUrl(): string {
    return this.#org.baseUrl
  }

  get actions(): readonly string[] {
    return Object.keys(controlActions)
  }

  /** Fills the organisation, or finds the one that is kept. */
  prepare(): Promise<void> {
    return (this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    }))
  }

  /** Paths of pages that were navigated to. */
  readonly #answered = new Set<string>()

  async dispatch(given: WireRequest, match?: Match<ServedKind>): Promise<WireReply> {
    // The service worker of msw 3 hands on navigations of frames, too, such as of a silent renewal.
    const isPage = isPagePath(pathBelow(given.path, this.baseUrl))
    const request = isPage ? withCookies(given, this.cookieHeader) : given
    if (isPage) this.#answered.add(given.path)
    if (this.isLeader) return this.#org.dispatcher.dispatch(request, match)
    try {
      return (await this.ask({ kind: 'call', request: sentRequest(request) })) as WireReply
    } catch {
      // As if a server broke off: the caller cannot know whether the call took effect.
      return { status: 500, headers: {}, body: '', broken: { kind: 'connection-reset' } }
    }
  }

  refuse(request: WireRequest, refusal: RefusalName): Promise<WireReply> {
    return this.#org.dispatcher.refuse(request, refusal)
  }

  /** Asks the organisation, wherever it is. */
  async ask(question: Question): Promise<unknown> {
    await this.prepare()
    if (this.#tabs) return this.#tabs.ask(question)
    const { answerQuestion } = await import('./shared-state.ts')
    return answerQuestion(this.#org, question)
  }

  listen(onEvent: (event?: OrgEvent) => void): () => void {
    this.#listeners.add(onEvent)
    void this.prepare().then(
      () => this.#hear(),
      () => {},
    )
    return () => this.#listeners.delete(onEvent)
  }

  #hear(): void {
    if (this.#isListening || this.#listeners.size === 0) return
    const tell = (event?: OrgEvent): void => {
      for (const listener of this.#listeners) listener(event)
    }
    if (this.#tabs) this.#tabs.listen(tell)
    else this.#org.events.on('*', tell)
    this.#isListening = true
  }

  /** The cookies of the service's pages, as JSON; they last as long as the organisation. */
  get cookies(): string {
    return this.#storage?.getItem(this.#cookieKey) ?? this.#cookies
  }

  set cookies(json: string) {
    this.#cookies = json
    this.#storage?.setItem(this.#cookieKey, json)
  }

  /** Whether a frame at an address was answered here. */
  hasAnswered(url: string): boolean {
    return this.#answered.has(new URL(url).pathname)
  }

  /** The value of the header `Cookie`. */
  get cookieHeader(): string {
    const cookies = JSON.parse(this.cookies) as Readonly<Record<string, string>>
    return Object.entries(cookies)
      .map((pair) => pair.join('='))
      .join('; ')
  }

  /** Keeps the state for the next load, since a sign-in leads away from this page. */
  async carry(): Promise<void> {
    if (this.#tabs) return
    const { carry } = await import('./carried-state.ts')
    await carry(this.#carrying, this.cookies)
  }

  get #carrying(): Carrying {
    const { name, madeOf } = this.#keeping
    return { key: `identikit:${name}:carried`, madeOf, org: this.#org }
  }

  get #cookieKey(): string {
    return `identikit:${this.#keeping.name}:cookies`
  }

  get #storage(): Storage | undefined {
    const { persist } = this.#keeping
    return persist === false ? undefined : storageOf(persist)
  }

  /** Releases the organisation. Another tab can take it, and this one after the next `prepare()`. */
  leave(): void {
    if (!this.#tabs) return
    this.#tabs.leave()
    this.#tabs = undefined
    this.#prepared = undefined
    this.#isListening = false
  }

  async #prepare(): Promise<void> {
    const { persist, madeOf, goOn } = this.#keeping
    if (persist === false) {
      await this.#begin()
      return
    }
    if (!('locks' in navigator)) {
      const { unkept } = await import('./kept-state.ts')
      unkept(new Error('browsers store it on pages of HTTPS and of localhost only'))
      await this.#begin()
      return
    }
    const [{ leadFrom }, { Tabs: AllTabs }] = await Promise.all([
      import('./shared-state.ts'),
      import('./tabs.ts'),
    ])
    const name = this.#storeName(persist)
    const make = (): Promise<Organisation> => this.#fill()
    const onOrg = (org: Organisation): void => {
      this.#org = org
    }
    this.#tabs = await AllTabs.join(name, () => leadFrom(name, { goOn, make, madeOf, onOrg }))
    this.#hear()
  }

  /** Restores the state from before a sign-in, or fills the organisation. */
  async #begin(): Promise<void> {
    if (storageOf('session')?.getItem(this.#carrying.key)) {
      const { goOnCarried } = await import('./carried-state.ts')
      const cookies = await goOnCarried(this.#carrying)
      if (cookies !== undefined) {
        this.cookies = cookies
        return
      }
    }
    await this.#fill()
  }

  async #fill(): Promise<Organisation> {
    if (this.cookies !== '{}') this.cookies = '{}'
    await (this.#filled ??= this.#load())
    return this.#org
  }

  async #load(): Promise<void> {
    const { dataset } = this.#keeping
    if (dataset === undefined || dataset === 'empty') return
    const { loadDataset } = await import('../fixtures/load-dataset.ts')
    await loadDataset(this.#org, dataset)
  }

  /** A tab keeps its own name for as long as it is open, reloads included. */
  #storeName(persist: 'local' | 'session'): string {
    const name = `identikit:${this.#keeping.name}`
    if (persist === 'local') return name
    const tab = sessionStorage.getItem(name) ?? crypto.randomUUID()
    sessionStorage.setItem(name, tab)
    return `${name}:${tab}`
  }
}

function withCookies(request: WireRequest, cookie: string): WireRequest {
  const sent = sentRequest(request)
  return wireRequest({ ...sent, headers: [...sent.headers, ['cookie', cookie]] })
}

/** The storage of the browser; undefined if it allows the page none. */
function storageOf(kind: 'local' | 'session'): Storage | undefined {
  try {
    return kind === 'local' ? localStorage : sessionStorage
  } catch {
    return undefined
  }
}
