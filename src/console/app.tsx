import { Component, type ComponentChildren, type JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Backend, Listener, Neighbours } from './backend.ts'
import { ClientPage, Clients } from './clients.tsx'
import { Faults } from './faults.tsx'
import { GroupPage, Groups } from './groups.tsx'
import { ExchangePage } from './exchange-page.tsx'
import { Journal } from './journal.tsx'
import { MailPage } from './mail.tsx'
import { Mails } from './mails.tsx'
import { Organisations } from './organisations.tsx'
import { Control, Overview } from './organisation.tsx'
import { Go } from './controls.tsx'
import { decoded } from '../model/kernel/decoded.ts'
import { messageOf, Provide } from './reach.ts'
import { People } from './people.tsx'
import { Person } from './person.tsx'
import { RulePage, Rules } from './rules.tsx'
import { SignIn } from './sign-in.tsx'
import { StatusBar } from './status.tsx'
import { type Undo, undoTime } from './undo.ts'
import { Webhook } from './webhook.tsx'

const sections = [
  ['', 'Overview'],
  ['people', 'People'],
  ['groups', 'Groups'],
  ['rules', 'Rules'],
  ['clients', 'Clients'],
  ['sign-in', 'Sign-in'],
  ['mails', 'Mails'],
  ['journal', 'Journal'],
  ['faults', 'Faults'],
  ['webhook', 'Webhook'],
  ['control', 'Control'],
  ['organisations', 'Organisations'],
] as const

/** A message at the edge of the page. */
interface Message {
  readonly text: string
  /** Stays until a person closes it. */
  readonly isProblem: boolean
  readonly undo?: Undo | undefined
}

/** How long an ordinary message stays, in milliseconds. */
const messageTime = 6000

export function App({
  backend,
  usesAddress,
}: {
  readonly backend: Backend
  readonly usesAddress: boolean
}): JSX.Element {
  const [place, setPlace] = useState(() => (usesAddress ? placeInAddress() : ''))
  const [message, setMessage] = useState<Message>()
  const [lost, setLost] = useState<string>()
  const listeners = useRef(new Set<Listener>())
  const content = useRef<HTMLDivElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)

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
        // A message belongs to its page.
        if (pathOf(now) !== pathOf(before)) setMessage(undefined)
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

  const reach = useMemo(
    () => ({
      backend,
      place,
      go: (to: string) => {
        if (usesAddress) location.hash = `#/${to}`
        setMessage(undefined)
        setMenuOpen(false)
        setPlace(to)
        content.current?.focus()
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
      say: (text: string, undo?: Undo) => setMessage({ text, isProblem: false, undo }),
      warn: (text: string) => setMessage({ text, isProblem: true }),
      usesAddress,
    }),
    [backend, place, usesAddress],
  )
  const undo = (run: Undo): void => {
    setMessage(undefined)
    run().then(
      () => {
        // No single event reports every record that the undo changed.
        listeners.current.forEach((listener) => listener())
        reach.say('Undone')
      },
      (error: unknown) => reach.warn(messageOf(error)),
    )
  }
  const [section = ''] = pathOf(place).split('/')
  useEffect(() => {
    const title = sections.find(([to]) => to === section)?.[1]
    if (usesAddress) document.title = title ? `${title} · Identikit console` : 'Identikit console'
  }, [section, usesAddress])
  return (
    <Provide value={reach}>
      <div class="root">
        <div class="frame">
          <div class="shell">
            <nav aria-label="Console">
              <strong>Identikit</strong>
              <button
                type="button"
                class="quiet menu"
                aria-expanded={isMenuOpen}
                onClick={() => setMenuOpen(!isMenuOpen)}
              >
                Menu
              </button>
              <ul class={isMenuOpen ? '' : 'folded'}>
                {sections
                  .filter(([to]) => to !== 'organisations' || backend.neighbours !== undefined)
                  .map(([to, title]) => (
                    <li key={to} class={section === to ? 'here' : ''}>
                      <Go to={to} isHere={section === to}>
                        {title}
                      </Go>
                    </li>
                  ))}
              </ul>
            </nav>
            {/* A drawer is in a page that has a main part of its own. */}
            <div class="content" role={usesAddress ? 'main' : undefined} ref={content} tabIndex={-1}>
              <StatusBar isLost={lost !== undefined} />
              {lost !== undefined && <p role="alert">{lost}</p>}
              <Whole key={pathOf(place)}>
                <Page place={pathOf(place)} neighbours={backend.neighbours} />
              </Whole>
            </div>
          </div>
        </div>
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

/** A place without its query. */
function pathOf(place: string): string {
  return place.split('?')[0]!
}

function placeInAddress(): string {
  return location.hash.replace(/^#\/?/, '')
}

function Page({
  place,
  neighbours,
}: {
  readonly place: string
  readonly neighbours: Neighbours | undefined
}): JSX.Element {
  const [section = '', encoded] = place.split('/')
  const id = encoded === undefined ? undefined : decoded(encoded)
  switch (section) {
    case 'people':
      return id === undefined ? <People /> : <Person id={id} />
    case 'groups':
      return id === undefined ? <Groups /> : <GroupPage id={id} />
    case 'rules':
      return id === undefined ? <Rules /> : <RulePage id={id} />
    case 'clients':
      return id === undefined ? <Clients /> : <ClientPage id={id} />
    case 'sign-in':
      return <SignIn />
    case 'mails':
      if (id === undefined) return <Mails />
      return /^\d+$/.test(id) ? <MailPage number={Number(id)} /> : <Nowhere />
    case 'journal':
      if (id === undefined) return <Journal />
      return <ExchangePage named={id} />
    case 'faults':
      return <Faults />
    case 'webhook':
      return <Webhook />
    case 'control':
      return <Control />
    case 'organisations':
      return neighbours ? <Organisations neighbours={neighbours} /> : <Nowhere />
    case '':
      return <Overview />
    default:
      return <Nowhere />
  }
}

/** Draws a page; if that fails, shows the error and keeps the rest of the console. */
class Whole extends Component<{ readonly children: ComponentChildren }, { readonly problem?: string }> {
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

function Nowhere(): JSX.Element {
  return (
    <>
      <h1>There is no such page</h1>
      <Go to="">Overview</Go>
    </>
  )
}
