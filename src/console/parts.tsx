import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { docsOf } from '../contract/docs-links.ts'
import type { Explanation as Explained } from '../contract/errors/explain.ts'
import type { OrgEvent } from '../control/events/event-log.ts'
import type { JournalEntry } from '../model/access/journal.ts'
import type { Answer, Backend } from './backend.ts'
import { Go, type Possible, Steps } from './controls.tsx'
import { Json } from './json.tsx'
import { type Concerns, type Loaded, useLoaded, useReach } from './reach.ts'

/** A status in a colour for good or bad. */
export function Badge({ children }: { readonly children: string }): JSX.Element {
  const [tone = ''] = Object.entries(tones).find(([, statuses]) => statuses.includes(children)) ?? []
  return <span class={`badge ${tone}`}>{children}</span>
}

/** The statuses of each colour. */
const tones = {
  well: ['ACTIVE', 'SUCCESS', 'open', 'delivered'],
  ill: ['dropped', 'gone', 'expired', 'SUSPENDED', 'LOCKED_OUT', 'REVOKED', 'INVALID'],
  wait: ['retrying', 'waiting', 'RECOVERY', 'PASSWORD_EXPIRED', 'PROVISIONED', 'STAGED'],
}

/** A text whose parts between backticks are code. */
export function Marked({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</>
}

/** A section of the API description, or an interpretation where it is silent, with a link to its documentation. */
export function Source({ name }: { readonly name: string }): JSX.Element {
  return (
    <a href={docsOf(name)} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}

/** A part of a page with its heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}): JSX.Element {
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        <span class="buttons">{actions}</span>
      </div>
      {children}
    </section>
  )
}

/** A part of a page that lists records, or says that there are none. */
export function Listed<Row>({
  load,
  needs = [],
  concerns,
  every,
  keyOf,
  empty = '',
  row,
  steps,
  ...section
}: {
  readonly title: string
  readonly actions?: ComponentChildren
  readonly load: () => Promise<readonly Row[]>
  readonly needs?: readonly unknown[]
  readonly concerns?: Concerns
  readonly every?: number
  readonly keyOf: (row: Row) => string
  readonly empty?: string
  readonly row: (row: Row) => ComponentChildren
  readonly steps?: (row: Row) => Possible
}): JSX.Element {
  const loaded = useLoaded(load, needs, concerns, every)
  const { value: rows = [] } = loaded
  return (
    <Section {...section}>
      <Pending loaded={loaded} empty={rows.length === 0 && empty} />
      <ul class="plain">
        {rows.map((each) => (
          <li key={keyOf(each)}>
            <span>{row(each)}</span>
            {steps && <Steps quiet all={steps(each)} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}
export function Explanation({ explained }: { readonly explained: Explained }): JSX.Element {
  const { rule, section, found, accepted, allowedIn, interpretation } = explained
  return (
    <Facts
      facts={[
        ['Rule', rule],
        ['Stated in', <Source name={section} />],
        ['Found', found.length > 0 && found.join('; ')],
        ['Would be accepted', accepted],
        ['Allowed in', allowedIn?.join(', ')],
        [
          'Interpretation',
          interpretation !== undefined && (
            <>
              <Source name={`interpretation ${interpretation}`} /> (the API description leaves this open)
            </>
          ),
        ],
      ]}
    />
  )
}

/** Who caused an event: time, if nobody did. */
export function Actor({
  event: { cause, record, before, after },
}: {
  readonly event: OrgEvent
}): JSX.Element {
  if (!cause) return <>time</>
  const { kind, name = kind, requestId } = cause
  if (kind === 'request' && requestId !== undefined) return <Go to={`journal/${requestId}`}>{name}</Go>
  if (kind !== 'person') return <>{name}</>
  const about = { ...before, ...after } as { readonly userId?: string }
  const id = record.kind === 'user' ? record.id : about.userId
  return (
    <>
      {id === undefined ? 'a person' : <RecordLink kind="user" id={id} />} ({name})
    </>
  )
}

/** The page of a record by its kind, its path in the API, and its name there. */
const pages: Readonly<
  Record<string, readonly [place: string, path: string, name: (body: Answer['body']) => string]>
> = {
  user: ['people', '/api/v1/users', ({ profile }) => profile.login],
  group: ['groups', '/api/v1/groups', ({ profile }) => profile.name],
  rule: ['rules', '/api/v1/groups/rules', ({ name }) => name],
  client: ['clients', '/oauth2/v1/clients', (body) => body.client_name],
}

const names = new WeakMap<Backend, Map<string, Promise<string> | string>>()

/** The name of a record, which is loaded once. Until then, and if it is gone, its id. */
function useName(kind: string, id: string, label: string | undefined): string {
  const { backend } = useReach()
  const [, redraw] = useState('')
  const known = names.get(backend) ?? new Map<string, Promise<string> | string>()
  names.set(backend, known)
  const name = label ?? known.get(id)
  useEffect(() => {
    const [, path, nameIn] = pages[kind] ?? []
    if (typeof name === 'string' || !nameIn) return
    const asked = async (): Promise<string> => {
      const { status, body } = await backend.call('GET', `${path}/${id}`)
      return status === 200 ? nameIn(body) : id
    }
    // Another part may have asked since this one was drawn.
    const asking = known.get(id) ?? asked()
    known.set(id, asking)
    void Promise.resolve(asking).then(
      (found) => {
        known.set(id, found)
        redraw(found)
      },
      () => known.delete(id),
    )
  }, [name, id])
  return typeof name === 'string' ? name : id
}

/** A record by its name, with a link to its page if it has one. */
export function RecordLink({
  kind,
  id,
  label,
}: {
  readonly kind: string
  readonly id: string
  /** Its name. Default: the service is asked for it. */
  readonly label?: string
}): JSX.Element {
  const name = useName(kind, id, label)
  const [place] = pages[kind] ?? []
  return place === undefined ? <>{name}</> : <Go to={`${place}/${id}`}>{name}</Go>
}

/** Labels and values in two columns; those without a value are left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [title: string, value: ComponentChildren])[]
}): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([title, value]) =>
        value === undefined || value === false ? null : (
          <>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
    </dl>
  )
}

/** The sender of a request: the user on whose behalf it came, or the kind of its credentials. */
export function Caller({ caller }: { readonly caller: JournalEntry['caller'] | undefined }): JSX.Element {
  if (!caller) return <span class="faint">nobody</span>
  const { kind, id, userId } = caller
  return (
    <span title={`${kind} ${id}`}>
      {userId === undefined ? kind : <RecordLink kind="user" id={userId} />}
    </span>
  )
}

/** Whether a request failed. The error of an authorization server may be in a redirect. */
export function isFailure({ status, refusal }: Pick<JournalEntry, 'status' | 'refusal'>): boolean {
  return status >= 400 || refusal !== undefined
}

/** The status of a reply, with its error or fault. */
export function Status({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { status, refusal, fault } = entry
  return (
    <span class={isFailure(entry) ? 'badge ill' : 'badge well'}>
      {status} {fault ?? refusal ?? ''}
    </span>
  )
}

/** A reply of the service, with words about it in front. */
export function Outcome({
  answer: { status, body, explanation },
  children,
}: {
  readonly answer: Answer
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <section class={status < 400 ? 'outcome well' : 'outcome ill'} aria-label="What the service answered">
      {children}
      {body !== undefined && <Json label="Reply" value={body} />}
      {explanation && <Explanation explained={explanation} />}
    </section>
  )
}

/**
 * Words instead of a value: that it loads or is empty, or why the load failed. The page also repeats a failed load,
 * with growing pauses.
 */
export function Pending({
  loaded: { value, problem, reload },
  empty,
}: {
  readonly loaded: Loaded<unknown>
  readonly empty?: string | false
}): JSX.Element {
  const { lost } = useReach()
  const text = value !== undefined ? empty : problem === undefined && 'Loading…'
  return (
    <>
      {problem !== undefined && (
        <p role="alert">
          {problem === lost ? '' : `${problem} `}
          <button type="button" class="quiet" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {text && <p class="empty">{text}</p>}
    </>
  )
}

/** Loads a value and draws it; until it is there, says that it loads, or why it does not. */
export function Load<Value>({
  from,
  needs = [],
  concerns,
  children,
}: {
  readonly from: () => Promise<Value>
  readonly needs?: readonly unknown[]
  readonly concerns?: Concerns
  readonly children: (value: Value) => ComponentChildren
}): JSX.Element {
  const loaded = useLoaded(from, needs, concerns)
  return (
    <>
      <Pending loaded={loaded} />
      {loaded.value !== undefined && children(loaded.value)}
    </>
  )
}
