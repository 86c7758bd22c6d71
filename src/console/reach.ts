import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import { anything, type Backend, type Happened, wellOrThrow } from './backend.ts'
import type { Undo } from './undo.ts'

/** What every part of the console can reach. */
export interface Reach {
  readonly backend: Backend
  /** The address within the console: `people/00u…`. */
  readonly place: string
  readonly go: (place: string) => void
  /** Changes what follows the question mark of the place, without a step in the history. */
  readonly setQuery: (query: URLSearchParams) => void
  /** Calls back for what happens; returns what stops that. An event of the type `anything` says that some were missed. */
  readonly onEvent: (listener: (event: Happened) => void) => () => void
  /** Says something to whoever looks or listens; for ten seconds it can be undone where it says how. */
  readonly say: (message: string, undo?: Undo) => void
  /** Says that something went wrong; it stays until somebody has seen it. */
  readonly warn: (message: string) => void
  /** Whether places are in the address of the page, so that they can be opened in tabs of their own. */
  readonly usesAddress: boolean
}

const ReachContext = createContext<Reach | undefined>(undefined)

export const Provide = ReachContext.Provider

/** What every part of the console can reach. */
export function useReach(): Reach {
  return useContext(ReachContext)!
}

/** A parameter of the place, kept in the address so that Back keeps it; and what changes it. */
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

/** How long changes are gathered before what shows them is loaded once more, in milliseconds. */
const gather = 60

/** Runs something at once when it is called, and once more for all calls of the time that follows. */
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

/**
 * Runs something when something happens that concerns it: at once, and once more for all events of a short time.
 *
 * @param run The same function in each render, for as long as the events are about the same.
 */
export function useChanges(concerns: readonly string[], run: () => void): void {
  const { onEvent } = useReach()
  useEffect(() => {
    const running = gathered(run)
    const stop = onEvent(({ type }) => {
      if (type === anything || concerns.some((beginning) => type.startsWith(beginning))) running.call()
    })
    return () => {
      stop()
      running.stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what concerns it changes with what is run
  }, [run])
}

/** How long to wait before what failed is tried again, in milliseconds; twice as long after each failure that follows. */
const retryAfter = 1000

/** The longest of these times. */
const retryMost = 30_000

/** Waits longer after each failure. */
export function pauseAfter(failures: number): number {
  return Math.min(retryAfter * 2 ** (failures - 1), retryMost)
}

/** Runs something again after each failure, and waits longer each time. */
export function useRetries(failures: number, run: () => void): void {
  useEffect(() => {
    if (failures === 0) return undefined
    const timer = setTimeout(run, pauseAfter(failures))
    return () => clearTimeout(timer)
  }, [failures, run])
}

/** Something that is loaded. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  /** What went wrong when it was loaded last. */
  readonly problem: string | undefined
  readonly reload: () => void
}

/** Something that is loaded, and loaded again when something happens that concerns it, or after a failure. */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  /** What it depends on: loaded anew where one of these is another. */
  needs: readonly unknown[],
  /** Beginnings of the types of events that concern it: `user.`. */
  concerns: readonly string[] = [],
): Loaded<Value> {
  const [state, setState] = useState<{ value?: Value; problem?: string; failures: number }>({ failures: 0 })
  const turn = useRef(0)
  const reload = useCallback(() => {
    const mine = (turn.current += 1)
    load().then(
      (value) => mine === turn.current && setState({ value, failures: 0 }),
      (error: unknown) =>
        mine === turn.current &&
        setState(({ failures, ...before }) => ({
          ...before,
          problem: messageOf(error),
          failures: failures + 1,
        })),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller says what it depends on
  }, needs)
  useEffect(() => {
    reload()
    return () => void (turn.current += 1)
  }, [reload])
  useChanges(concerns, reload)
  useRetries(state.failures, reload)
  return { value: state.value, problem: state.problem, reload }
}

/** How often what no event tells of is asked for, in milliseconds. */
const pollEvery = 1000

/** Something that is loaded again and again, because no event tells when it is another. */
export function usePolled<Value>(load: () => Promise<Value>): Loaded<Value> {
  const loaded = useLoaded(load, [])
  const { reload } = loaded
  useEffect(() => {
    const timer = setInterval(reload, pollEvery)
    return () => clearInterval(timer)
  }, [reload])
  return loaded
}

/** A list of the service, page by page: `more` is there while there is more of it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the path lists
export function useList<Item>(
  path: string,
  concerns: readonly string[],
): {
  readonly items: readonly Item[]
  readonly loaded: Loaded<unknown>
  readonly more: (() => void) | undefined
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
      return { items, next, pages }
    },
    [path, pages],
    concerns,
  )
  const { value } = loaded
  const isAll = value?.next === undefined || value.pages < pages
  return { items: value?.items ?? [], loaded, more: isAll ? undefined : () => setPages(pages + 1) }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
