import type { RefusalName } from '../contract/refusals.ts'
import type { RemoteControl } from '../client/shared-org.ts'
import type { Answering } from '../handlers/fetch.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Seed } from '../fixtures/seed/format.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import type { Organisation } from '../organisation.ts'
import { type Question, sentRequest } from './messages.ts'
import type { Tabs } from './tabs.ts'

/** What of an organisation a browser keeps. */
export interface Keeping {
  /** What it is filled with when it is made. */
  readonly world?: string | Seed | undefined
  /** `local`: for all tabs of the origin, which share it; `session`: for this tab. */
  readonly persist: 'local' | 'session' | false
  readonly name: string
  readonly madeOf: string
  /** Goes on from rows. */
  readonly goOn: (rows: Iterable<StateRow>) => Organisation
}

/** The organisation of a page: in this tab, or in another one that has it. */
export class PageOrg implements Answering {
  #org: Organisation
  #tabs: Tabs | undefined
  #prepared: Promise<void> | undefined
  #filled: Promise<void> | undefined
  readonly #keeping: Keeping
  readonly control: RemoteControl

  constructor(org: Organisation, keeping: Keeping) {
    this.#org = org
    this.#keeping = keeping
    this.control = new Proxy({} as RemoteControl, {
      get: (_, action) =>
        typeof action === 'string' && action !== 'then'
          ? (input: unknown = {}) => this.ask({ kind: 'control', action, input })
          : undefined,
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
    throw new Error('worker.org: another tab has the organisation; worker.control reaches it from every tab')
  }

  /** Fills the organisation, or finds the one that is kept. */
  prepare(): Promise<void> {
    return (this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    }))
  }

  dispatch(request: WireRequest): WireReply | Promise<WireReply> {
    if (this.isLeader) return this.#org.dispatcher.dispatch(request)
    return this.ask({ kind: 'call', request: sentRequest(request) }).then(
      (reply) => reply as WireReply,
      // As where a server breaks off: whoever called cannot know whether it was done.
      () => ({ status: 500, headers: {}, body: '', broken: { kind: 'connection-reset' } }),
    )
  }

  refuse(request: WireRequest, refusal: RefusalName): WireReply {
    return this.#org.dispatcher.refuse(request, refusal)
  }

  /** Asks the organisation, wherever it is. */
  async ask(question: Question): Promise<unknown> {
    await this.prepare()
    if (this.#tabs) return this.#tabs.ask(question)
    const { answerQuestion } = await import('./shared-state.ts')
    return answerQuestion(this.#org, question)
  }

  /** Lets go of it; another tab may have it then, and this one again once it is prepared anew. */
  leave(): void {
    if (!this.#tabs) return
    this.#tabs.leave()
    this.#tabs = undefined
    this.#prepared = undefined
  }

  async #prepare(): Promise<void> {
    const { persist, madeOf, goOn } = this.#keeping
    if (persist === false) {
      await this.#fill()
      return
    }
    if (!('locks' in navigator)) {
      const { unkept } = await import('./kept-state.ts')
      unkept(new Error('browsers share and keep it on pages of HTTPS and of localhost only'))
      await this.#fill()
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
  }

  async #fill(): Promise<Organisation> {
    await (this.#filled ??= this.#load())
    return this.#org
  }

  async #load(): Promise<void> {
    const { world } = this.#keeping
    if (world === undefined || world === 'empty') return
    const { loadWorld } = await import('../fixtures/load-world.ts')
    await loadWorld(this.#org, world)
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
