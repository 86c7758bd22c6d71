import type { ComponentChildren, JSX } from 'preact'
import { docsOf } from '../contract/docs-links.ts'
import type { Explanation as Explained } from '../contract/errors/explain.ts'
import type { OrgEvent } from '../control/events/event-log.ts'
import type { JournalEntry } from '../model/access/traffic.ts'
import { type Answer, type Backend, refusalIn } from './backend.ts'
import { Go } from './controls.tsx'
import { counted } from '../contract/formats/counted.ts'
import { Json } from './json.tsx'
import { type Loaded, useLoaded, useReach } from './reach.ts'

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
  id,
  title,
  actions,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        <span>{actions}</span>
      </div>
      {children}
    </section>
  )
}

/** A part of a page that lists records, or says that there are none. */
export function Listed<Row>({
  rows,
  keyOf,
  loaded,
  empty = '',
  row,
  ...section
}: {
  readonly id: string
  readonly title: string
  readonly actions?: ComponentChildren
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly loaded?: Omit<Loaded<unknown>, 'reload'>
  /** Its text without rows. */
  readonly empty?: string
  readonly row: (row: Row) => ComponentChildren
}): JSX.Element {
  return (
    <Section {...section}>
      {rows.length === 0 && <p class="empty">{loaded ? emptyText(loaded, empty) : empty}</p>}
      <ul class="plain">
        {rows.map((each) => (
          <li key={keyOf(each)}>{row(each)}</li>
        ))}
      </ul>
    </Section>
  )
}

/** The reason for an error. */
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
      {id === undefined ? 'a person' : <Login id={id} />} ({name})
    </>
  )
}

/** The login of a user, with a link to the person. */
export function Login({ id }: { readonly id: string }): JSX.Element {
  return (
    <Named to={`people/${id}`} path={`/api/v1/users/${id}`} name={(body) => String(body.profile.login)}>
      {id}
    </Named>
  )
}

const names = new WeakMap<Backend, Map<string, Promise<string | undefined>>>()

/** A link to a record by its name, which is loaded once. Until then, and if it is gone, by the id. */
export function Named({
  to,
  path,
  name,
  children,
}: {
  readonly to: string
  readonly path: string
  readonly name: (body: Answer['body']) => string
  readonly children: string
}): JSX.Element {
  const { backend } = useReach()
  const { value = children } = useLoaded(() => {
    const known = names.get(backend) ?? new Map<string, Promise<string | undefined>>()
    names.set(backend, known)
    const asked =
      known.get(path) ??
      backend.call('GET', path).then(({ status, body }) => (status === 200 ? name(body) : undefined))
    known.set(path, asked)
    return asked
  }, [path])
  return <Go to={to}>{value}</Go>
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

/** Whether a request failed. The error of an authorization server may be in a redirect. */
export function isFailure({ status, refusal }: Pick<JournalEntry, 'status' | 'refusal'>): boolean {
  return status >= 400 || refusal !== undefined
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
    <section class={status < 400 ? 'outcome' : 'outcome ill'} aria-label="What the service answered">
      {children}
      {body !== undefined && <Json label="Reply" value={body} />}
      {explanation && <Explanation explained={explanation} />}
    </section>
  )
}

/** The error of a failed load, with a button. The page also repeats the load, with growing pauses. */
export function Failed({
  loaded: { problem, reload },
}: {
  readonly loaded: Pick<Loaded<unknown>, 'problem' | 'reload'>
}): JSX.Element | null {
  if (problem === undefined) return null
  return (
    <p role="alert">
      {problem}{' '}
      <button type="button" class="quiet" onClick={reload}>
        Try again
      </button>
    </p>
  )
}

/** The text for a list without rows: it is empty, or not loaded yet. */
export function emptyText({ value, problem }: Omit<Loaded<unknown>, 'reload'>, text: string): string {
  if (value !== undefined) return text
  return problem === undefined ? 'Loading…' : ''
}

/** The page of one record of the service, below a link to its list. */
export function RecordPage({
  back: [to, name],
  title,
  path,
  concerns,
  aside,
  children,
}: {
  readonly back: readonly [to: string, name: string]
  /** The heading where the record cannot be shown. */
  readonly title: string
  readonly path: string
  /** Prefixes of the types of events after which it is loaded again. */
  readonly concerns: readonly string[]
  /** Shown instead of a record that is gone. */
  readonly aside?: ComponentChildren
  readonly children: (record: Answer['body']) => {
    readonly heading: ComponentChildren
    readonly actions?: ComponentChildren
    readonly content: ComponentChildren
  }
}): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(() => backend.call('GET', path), [path], concerns)
  const { value: answer, problem } = loaded
  const said = answer && refusalIn(answer)
  const { heading, actions, content } =
    answer?.status === 200
      ? children(answer.body)
      : { heading: title, content: undefined, actions: undefined }
  return (
    <>
      <p class="trail">
        <Go to={to}>{name}</Go>
      </p>
      <div class="head-line">
        <h1>{heading}</h1>
        {actions}
      </div>
      {said !== undefined && <p role="alert">{said}</p>}
      {!content && <Failed loaded={loaded} />}
      {!content && !said && problem === undefined && <p class="empty">Loading…</p>}
      {content ?? aside}
    </>
  )
}

const digits = '2-digit'

/** Swedish dates have the form of ISO 8601. */
const localTime = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: digits,
  day: digits,
  hour: digits,
  minute: digits,
  second: digits,
  timeZoneName: 'short',
})

/** Date and time in the reader's time zone, with its name; UTC on hover. */
export function When({
  at,
  isTimeOnly = false,
}: {
  readonly at: string | null | undefined
  /** Shows the date only on hover. */
  readonly isTimeOnly?: boolean
}): JSX.Element {
  if (at === undefined || at === null) return <span class="faint">never</span>
  return (
    <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {localTime.format(new Date(at)).slice(isTimeOnly ? 'yyyy-mm-dd '.length : 0)}
    </time>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** A duration in its largest units, by default two: `7 days`, `1 hour 30 minutes`. */
export function durationText(milliseconds: number, max = 2): string {
  const first = units.findIndex(([, size]) => milliseconds >= size)
  if (first === -1) return counted(milliseconds, 'millisecond')
  const pair = units.slice(first, first + max)
  const least = pair.at(-1)![1]
  let left = Math.round(milliseconds / least) * least
  return pair
    .flatMap(([unit, size]) => {
      const count = Math.floor(left / size)
      left %= size
      return count === 0 ? [] : counted(count, unit)
    })
    .join(' ')
}
