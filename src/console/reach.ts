import { type ComponentChildren, createContext, type FunctionComponent } from 'preact'
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import { type Backend, type Listener, requestAnswered, wellOrThrow } from './backend.ts'
import type { Undo } from './undo.ts'

/** A page of the console. */
export interface Section {
  /** Its place in the address, and its icon; the overview has the empty place. */
  readonly to: string
  readonly title: string
  /** Its page; one that shows a record next to the list receives the id of the record. */
  readonly Page: FunctionComponent<{ readonly id?: string | undefined }>
  readonly One?: FunctionComponent<{ readonly id: string }>
  /** Whether its page shows a record next to the list. */
  readonly isSplit?: true
  /** The number in `describe` that the navigation shows. Default: the one with the name of the place. */
  readonly count?: string
}

/** The content of the panel at the side of the page. */
export interface Opened {
  readonly title: string
  readonly content: ComponentChildren
}

/** Functions and facts for every part of the console. */
export interface Reach {
  readonly backend: Backend
  /** The address within the console: `people/00u…`. */
  readonly place: string
  /** The page at the place. */
  readonly section: Section
  readonly go: (place: string, keepsFocus?: boolean) => void
  /** Changes the query of the place, without a step in the history. */
  readonly setQuery: (query: URLSearchParams) => void
  /** Calls back for each event, and after each step of this console; returns a function that stops this. */
  readonly onEvent: (listener: Listener) => () => void
  /** Makes each part load again, after a step of this console. */
  readonly changed: () => void
  /** Shows a message for readers and listeners; with `undo`, people can undo the step for ten seconds. */
  readonly say: (message: string, undo?: Undo) => void
  /** Shows a problem; it stays until a person closes it. */
  readonly warn: (message: string) => void
  /** Opens a panel at the side of the page; without one, closes it. */
  readonly openPanel: (panel?: Opened) => void
  /** Why the connection to the organisation is lost, as the head of the page says it. */
  readonly lost: string | undefined
  /** Whether places are in the address of the page, so that people can open them in separate tabs. */
  readonly usesAddress: boolean
}

const ReachContext = createContext<Reach | undefined>(undefined)

export const Provide = ReachContext.Provider

export function useReach(): Reach {
  return useContext(ReachContext)!
}

/** A parameter of the place, stored in the address so that Back keeps it, and its setter. */
export function useParameter(name: string): readonly [string, (value: string) => void] {
  const { place, setQuery } = useReach()
  const query = new URLSearchParams(place.split('?')[1])
  const change = (value: string): void => {
    if (value === '') query.delete(name)
    else query.set(name, value)
    setQuery(query)
  }
  return [query.get(name) ?? '', change]
}

/** A place with the query of another, so that an open record keeps the filters of its list. */
export function withQuery(place: string, { place: other }: Pick<Reach, 'place'>): string {
  const [, query] = other.split('?')
  return query === undefined ? place : `${place}?${query}`
}

/** How long changes are collected before a part loads again, in milliseconds. */
const gather = 60

/** Runs a function at the first call, and once more for all calls shortly after it. */
export function gathered(run: () => void): { readonly call: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted: boolean | undefined
  const call = (): void => {
    isWanted = true
    if (timer !== undefined) return
    isWanted = false
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) call()
    }, gather)
  }
  return { call, stop: () => clearTimeout(timer) }
}

/** Which events concern a part: prefixes of their types (`user.`), or all but those of answered requests. */
export type Concerns = readonly string[] | 'changes'

function isConcerned(concerns: Concerns, type: string): boolean {
  return concerns === 'changes'
    ? type !== requestAnswered.type
    : concerns.some((beginning) => type.startsWith(beginning))
}

/** The pause after a number of failures, in milliseconds: it doubles with each, up to half a minute. */
function pauseAfter(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), 30_000)
}

/** A loaded value. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  readonly problem: string | undefined
  readonly reload: () => void
}

/** A value that is loaded again after events that concern it, after steps of this console, and after a failure. */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  needs: readonly unknown[],
  concerns: Concerns = [],
  /** How often it is loaded again in any case, in milliseconds. */
  every?: number,
): Loaded<Value> {
  const { onEvent } = useReach()
  const [state, setState] = useState<{ value?: Value; problem?: string; failures: number }>({ failures: 0 })
  const { current: at } = useRef({ turn: 0, pending: 0 })
  const reload = useCallback(() => {
    const mine = (at.turn += 1)
    at.pending += 1
    load()
      .then(
        (value) => mine === at.turn && setState({ value, failures: 0 }),
        (error: unknown) =>
          mine === at.turn &&
          setState(({ failures, ...before }) => ({
            ...before,
            problem: messageOf(error),
            failures: failures + 1,
          })),
      )
      .finally(() => (at.pending -= 1))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller says what it depends on
  }, needs)
  useEffect(() => {
    const running = gathered(reload)
    const stop = onEvent((event) => {
      if (!event || isConcerned(concerns, event.type)) running.call()
    })
    // A slow server gets no second request, which would also make the page forget the first.
    const timer = every && setInterval(() => at.pending === 0 && reload(), every)
    reload()
    return () => {
      at.turn += 1
      clearInterval(timer)
      stop()
      running.stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what concerns it changes with what it loads
  }, [reload])
  const { failures } = state
  useEffect(() => {
    if (failures === 0) return undefined
    const timer = setTimeout(reload, pauseAfter(failures))
    return () => clearTimeout(timer)
  }, [failures, reload])
  return { value: state.value, problem: state.problem, reload }
}

/** A value that is requested each second, because no event reports its changes. */
export function usePolled<Value>(load: () => Promise<Value>): Loaded<Value> {
  return useLoaded(load, [], [], 1000)
}

/**
 * A list of the service, page by page: `onEnd` exists while further pages exist.
 *
 * @param complete Adds to the items what the service does not list.
 */
export function useList<Item, Shown = Item>(
  path: string,
  concerns: readonly string[],
  complete = async (items: readonly Item[]) => items as unknown as readonly Shown[],
): {
  readonly rows: readonly Shown[]
  readonly loaded: Loaded<unknown>
  readonly onEnd: (() => void) | undefined
} {
  const { backend } = useReach()
  const [pages, setPages] = useState(1)
  const loaded = useLoaded(
    async () => {
      const items: Item[] = []
      let next: string | undefined = path
      for (let page = 0; page < pages && next !== undefined; page += 1) {
        const reply = wellOrThrow(await backend.call('GET', next))
        items.push(...(reply.body as Item[]))
        next = reply.next
      }
      return { items: await complete(items), next, pages }
    },
    [path, pages],
    concerns,
  )
  const { value } = loaded
  const isAll = value?.next === undefined || value.pages < pages
  return { rows: value?.items ?? [], loaded, onEnd: isAll ? undefined : () => setPages(pages + 1) }
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
