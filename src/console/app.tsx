import { Component, type ComponentChildren, type JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Backend, Listener } from './backend.ts'
import { Go } from './controls.tsx'
import { decoded } from '../model/kernel/decoded.ts'
import { Icon, type IconName } from './icons.tsx'
import { groupsWith } from './pages.ts'
import { type Loaded, messageOf, type Opened, Provide, type Section, usePolled, useReach } from './reach.ts'
import { SidePanel } from './panel.tsx'
import { type Status, StatusBar } from './status.tsx'
import { type Undo, undoTime } from './undo.ts'

/** A message at the edge of the page. */
interface Message {
  readonly text: string
  readonly isProblem: boolean
  readonly undo?: Undo | undefined
}

const none: readonly Section[] = []

/** How long an ordinary message stays, in milliseconds. */
const messageTime = 6000

export function App({
  backend,
  usesAddress,
  more = none,
  here,
}: {
  /** The shown organisation, and the way to others. */
  readonly here: ComponentChildren
  readonly backend: Backend
  readonly usesAddress: boolean
  readonly more?: readonly Section[]
}): JSX.Element {
  const [place, setPlace] = useState(() => (usesAddress ? placeInAddress() : ''))
  const [message, setMessage] = useState<Message>()
  const [panel, setPanel] = useState<Opened>()
  const [lost, setLost] = useState<string>()
  const listeners = useRef(new Set<Listener>())
  const root = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tell: Listener = (event) => {
      const told = event?.type === 'organisation.replaced' ? undefined : event
      listeners.current.forEach((listener) => listener(told))
    }
    return backend.listen(tell, setLost)
  }, [backend])
  useEffect(() => {
    if (!usesAddress) return undefined
    const follow = (): void => {
      setPlace((before) => {
        const now = placeInAddress()
        // A message and a panel belong to their page.
        if (pathOf(now) !== pathOf(before)) {
          setMessage(undefined)
          setPanel(undefined)
        }
        return now
      })
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [usesAddress])
  useEffect(() => {
    if (!message || message.isProblem) return undefined
    const timer = setTimeout(() => setMessage(undefined), message.undo ? undoTime : messageTime)
    return () => clearTimeout(timer)
  }, [message])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const [target] = event.composedPath() as HTMLElement[]
      const isTyping = /^(?:INPUT|SELECT|TEXTAREA)$/.test(target?.tagName ?? '')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      const search = root.current!.querySelector<HTMLElement>('input[type=search]')
      if (!search || !(usesAddress || root.current!.contains(target ?? null))) return
      event.preventDefault()
      search.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [usesAddress])

  const [to = '', encoded] = pathOf(place).split('/')
  const groups = useMemo(() => groupsWith(more), [more])
  const section: Section =
    groups.flatMap(([, sections]) => sections).find((each) => each.to === to) ?? nowhere
  const reach = useMemo(
    () => ({
      backend,
      place,
      section,
      go: (to: string, keepsFocus = false) => {
        if (usesAddress) location.hash = `#/${to}`
        setMessage(undefined)
        setPanel(undefined)
        setPlace(to)
        if (!keepsFocus) content.current?.focus()
      },
      setQuery: (query: URLSearchParams) => {
        const to = query.size === 0 ? pathOf(place) : `${pathOf(place)}?${query}`
        if (usesAddress) history.replaceState(history.state, '', `#/${to}`)
        setPlace(to)
      },
      onEvent: (listener: Listener) => {
        listeners.current.add(listener)
        return () => void listeners.current.delete(listener)
      },
      changed: () => listeners.current.forEach((listener) => listener()),
      say: (text: string, undo?: Undo) => setMessage({ text, isProblem: false, undo }),
      warn: (text: string) => setMessage({ text, isProblem: true }),
      openPanel: (next?: Opened) => setPanel(next),
      lost,
      usesAddress,
    }),
    [backend, place, section, lost, usesAddress],
  )
  const undo = (run: Undo): void => {
    setMessage(undefined)
    run().then(
      () => {
        reach.changed()
        reach.say('Undone')
      },
      (error: unknown) => reach.warn(messageOf(error)),
    )
  }
  const id = encoded === undefined ? undefined : decoded(encoded)
  useEffect(() => {
    if (usesAddress) document.title = `${section.title && `${section.title} · `}Identikit console`
  }, [section, usesAddress])
  const { One, Page, isSplit } = section
  return (
    <Provide value={reach}>
      <div class="root" ref={root}>
        <div class="frame">
          <Shell isLost={lost !== undefined} groups={groups} here={here}>
            {/* A drawer is in a page that has a main part of its own. */}
            <div class="page" role={usesAddress ? 'main' : undefined} ref={content} tabIndex={-1}>
              {lost !== undefined && <p role="alert">{lost}</p>}
              <ErrorBoundary key={isSplit ? to : pathOf(place)}>
                {id !== undefined && One && !isSplit ? <One id={id} /> : <Page id={id} />}
              </ErrorBoundary>
            </div>
          </Shell>
        </div>
        {panel && <SidePanel panel={panel} />}
        <div class="message" hidden={!message || message.isProblem}>
          <span role="status">{message?.isProblem ? '' : message?.text}</span>{' '}
          {message?.undo && (
            <button
              type="button"
              class="quiet"
              title="Changes that were made elsewhere since then are undone too"
              onClick={() => undo(message.undo!)}
            >
              Undo
            </button>
          )}
        </div>
        {message?.isProblem && (
          <div class="message ill">
            <span role="alert">{message.text}</span>{' '}
            <button type="button" class="quiet" onClick={() => setMessage(undefined)}>
              Dismiss
            </button>
          </div>
        )}
      </div>
    </Provide>
  )
}

/** The navigation and the status bar, with the numbers that both show, around a page. */
function Shell({
  isLost,
  groups,
  here,
  children,
}: {
  readonly here: ComponentChildren
  readonly isLost: boolean
  readonly groups: ReturnType<typeof groupsWith>
  readonly children: ComponentChildren
}): JSX.Element {
  const { backend, place } = useReach()
  const status: Loaded<Status> = usePolled(async () => {
    const described = await backend.control('describe')
    return { ...described, ahead: Date.parse(described.now) - Date.now() }
  })
  const [isMenuOpen, setMenuOpen] = useState(false)
  useEffect(() => setMenuOpen(false), [pathOf(place)])
  const counts = Object.entries(status.value ?? {}).flatMap(([name, count]) => {
    const total = typeof count === 'object' && 'total' in count ? count.total : count
    return typeof total === 'number' ? [[name, total] as const] : []
  })
  const shown: Readonly<Record<string, number>> = Object.fromEntries(counts)
  const [section] = pathOf(place).split('/')
  return (
    <div class="shell">
      <nav aria-label="Console">
        <div class="brand">
          <strong>Identikit</strong>
          <button
            type="button"
            class="quiet menu"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <Icon name="menu" /> Menu
          </button>
        </div>
        <div class={isMenuOpen ? '' : 'folded'}>
          {groups.map(([title, sections]) => (
            <section key={title} aria-label={title === '' ? undefined : title}>
              {title !== '' && <h2>{title}</h2>}
              <ul>
                {sections.map(({ to, title: name, count = to }) => (
                  <li key={to}>
                    <Go to={to} isHere={section === to}>
                      <Icon name={(to || 'overview') as IconName} />
                      <span>{name}</span>
                      {shown[count] !== undefined && (shown[count] > 0 || count !== 'faults') && (
                        <span class={count === 'faults' ? 'tally badge ill' : 'tally'} aria-hidden="true">
                          {shown[count].toLocaleString('en')}
                        </span>
                      )}
                    </Go>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </nav>
      <div class="content">
        <StatusBar isLost={isLost} status={status.value} here={here} />
        {children}
      </div>
    </div>
  )
}

/** A place without its query. */
function pathOf(place: string): string {
  return place.split('?')[0]!
}

function placeInAddress(): string {
  return location.hash.replace(/^#\/?/, '')
}

/** Draws a page; if that fails, shows the error and keeps the rest of the console. */
class ErrorBoundary extends Component<
  { readonly children: ComponentChildren },
  { readonly problem?: string }
> {
  static override getDerivedStateFromError(error: unknown): { readonly problem: string } {
    return { problem: messageOf(error) }
  }

  override render(): ComponentChildren {
    const { problem } = this.state
    if (problem === undefined) return this.props.children
    return (
      <>
        <h1>This page cannot be shown</h1>
        <p role="alert">{problem}</p>
      </>
    )
  }
}

function NotFound(): JSX.Element {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        <Go to="">Overview</Go>
      </p>
    </>
  )
}

/** The page for an address that means nothing. */
const nowhere: Section = { to: '', title: '', Page: NotFound }
