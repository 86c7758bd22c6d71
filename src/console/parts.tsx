import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact'
import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Backend, Explained, Happened } from './backend.ts'

/** What every part of the console can reach. */
export interface Reach {
  readonly backend: Backend
  /** The address within the console: `people/00u…`. */
  readonly place: string
  readonly go: (place: string) => void
  /** Calls back for what happens; returns what stops that. */
  readonly onEvent: (listener: (event: Happened) => void) => () => void
  /** Says something to whoever looks or listens. */
  readonly say: (message: string) => void
}

const ReachContext = createContext<Reach | undefined>(undefined)

export const Provide = ReachContext.Provider

/** What every part of the console can reach. */
export function useReach(): Reach {
  return useContext(ReachContext)!
}

/** How long changes are gathered before what shows them is loaded again, in milliseconds. */
const gather = 60

/** Something that is loaded, and loaded again when something happens that concerns it. */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  /** What it depends on: loaded anew where one of these is another. */
  needs: readonly unknown[],
  /** Beginnings of the types of events that concern it: `user.`. */
  concerns: readonly string[] = [],
): { readonly value: Value | undefined; readonly problem: string | undefined; readonly reload: () => void } {
  const { onEvent } = useReach()
  const [state, setState] = useState<{ value?: Value; problem?: string }>({})
  const turn = useRef(0)
  const reload = useCallback(() => {
    const mine = (turn.current += 1)
    load().then(
      (value) => mine === turn.current && setState({ value }),
      (error: unknown) =>
        mine === turn.current && setState((before) => ({ ...before, problem: messageOf(error) })),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller says what it depends on
  }, needs)
  useEffect(() => {
    reload()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent(({ type }) => {
      if (!concerns.some((beginning) => type.startsWith(beginning))) return
      timer ??= setTimeout(() => {
        timer = undefined
        reload()
      }, gather)
    })
    return () => {
      stop()
      clearTimeout(timer)
      turn.current += 1
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [reload])
  return { value: state.value, problem: state.problem, reload }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A status in a colour that tells well from ill. */
export function Badge({ children }: { readonly children: string }): JSX.Element {
  return <span class={`badge ${tones[children] ?? ''}`}>{children}</span>
}

const tones: Readonly<Record<string, string>> = {
  ACTIVE: 'well',
  SUCCESS: 'well',
  SUSPENDED: 'ill',
  LOCKED_OUT: 'ill',
  REVOKED: 'ill',
  INVALID: 'ill',
  DEPROVISIONED: 'gone',
  INACTIVE: 'gone',
  EXPIRED: 'gone',
  RECOVERY: 'wait',
  PASSWORD_EXPIRED: 'wait',
  PROVISIONED: 'wait',
  STAGED: 'wait',
}

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly width?: string
}

/** Height of a row, in pixels: every row has it, so that only those in sight need be there. */
const rowHeight = 40

/** A table of any length: only the rows in sight are drawn. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  onEnd,
  empty = 'Nothing here yet.',
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Called when the end comes into sight. */
  readonly onEnd?: (() => void) | undefined
  readonly empty?: string
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ from: 0, to: 40 })
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 600 } = box.current ?? {}
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - 10)
    const to = Math.ceil((scrollTop + clientHeight) / rowHeight) + 10
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
  }, [])
  useEffect(look, [look, rows.length])
  useEffect(() => {
    if (range.to >= rows.length) onEnd?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- called once for each end that comes into sight
  }, [range.to >= rows.length, rows.length])
  if (rows.length === 0) return <p class="empty">{empty}</p>
  const last = Math.min(range.to, rows.length)
  return (
    <div class="table" ref={box} onScroll={look} tabIndex={0} role="region" aria-label={label}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title, width }) => (
              <th scope="col" style={width === undefined ? {} : { width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={range.from} span={columns.length} />
          {rows.slice(range.from, last).map((row, index) => (
            <tr key={keyOf(row)} aria-rowindex={range.from + index + 2}>
              {columns.map(({ cell }) => (
                <td>{cell(row)}</td>
              ))}
            </tr>
          ))}
          <Gap rows={rows.length - last} span={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

function Gap({ rows, span }: { readonly rows: number; readonly span: number }): JSX.Element | null {
  if (rows <= 0) return null
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height: `${rows * rowHeight}px`, padding: 0, border: 0 }} />
    </tr>
  )
}

/** Leads to another place of the console. */
export function Go({
  to,
  children,
}: {
  readonly to: string
  readonly children: ComponentChildren
}): JSX.Element {
  const { go } = useReach()
  return (
    <a
      href={`#/${to}`}
      onClick={(event) => {
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}

/** A button that does something, says what came of it, and cannot be pressed twice meanwhile. */
export function Act({
  children,
  run,
  done,
  quiet = false,
}: {
  readonly children: ComponentChildren
  readonly run: () => Promise<unknown>
  /** What is said when it worked. */
  readonly done?: string
  readonly quiet?: boolean
}): JSX.Element {
  const { say } = useReach()
  const [isBusy, setBusy] = useState(false)
  return (
    <button
      type="button"
      class={quiet ? 'quiet' : ''}
      disabled={isBusy}
      onClick={() => {
        setBusy(true)
        run()
          .then(
            () => done !== undefined && say(done),
            (error: unknown) => say(messageOf(error)),
          )
          .finally(() => setBusy(false))
      }}
    >
      {children}
    </button>
  )
}

/** A form whose fields go, as texts, to what it does; fields left empty are left out. */
export function Form({
  label,
  submit,
  run,
  children,
}: {
  readonly label: string
  readonly submit: string
  readonly run: (fields: Readonly<Record<string, string>>) => Promise<unknown>
  readonly children: ComponentChildren
}): JSX.Element {
  const [problem, setProblem] = useState<string>()
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const fields = [...new FormData(form)].filter(([, value]) => value !== '')
        run(Object.fromEntries(fields) as Record<string, string>).then(
          () => setProblem(undefined),
          (error: unknown) => setProblem(messageOf(error)),
        )
      }}
    >
      {children}
      <button type="submit">{submit}</button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </form>
  )
}

/** A labelled field of a form. */
export function Field({
  name,
  label,
  ...rest
}: {
  readonly name: string
  readonly label: string
} & InputHTMLAttributes): JSX.Element {
  return (
    <label>
      {label}
      <input name={name} autocomplete="off" {...rest} />
    </label>
  )
}

/** A labelled choice. */
export function Choice({
  name,
  label,
  options,
}: {
  readonly name: string
  readonly label: string
  readonly options: readonly (string | readonly [value: string, text: string])[]
}): JSX.Element {
  return (
    <label>
      {label}
      <select name={name}>
        {options.map((option) => {
          const [value, text] = typeof option === 'string' ? [option, option] : option
          return <option value={value}>{text}</option>
        })}
      </select>
    </label>
  )
}

/** JSON as a person reads it. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }): JSX.Element {
  return (
    <pre tabIndex={0} role="region" aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
    </pre>
  )
}

/** Why a call was refused. */
export function Explanation({ explained }: { readonly explained: Explained }): JSX.Element {
  const { rule, section, found, accepted, allowedIn, decision } = explained
  return (
    <dl class="explanation">
      <dt>Rule</dt>
      <dd>{rule}</dd>
      <dt>Stated in</dt>
      <dd>{section}</dd>
      <dt>Found</dt>
      <dd>{found.join('; ') || 'nothing more'}</dd>
      <dt>Would be accepted</dt>
      <dd>{accepted}</dd>
      {allowedIn && (
        <>
          <dt>Allowed in</dt>
          <dd>{allowedIn.join(', ')}</dd>
        </>
      )}
      {decision !== undefined && (
        <>
          <dt>Decision</dt>
          <dd>{decision} (the documents leave this open)</dd>
        </>
      )}
    </dl>
  )
}

/** What an answer of the service says went wrong; undefined where it went well. */
export function refusalIn({ status, body }: Answer): string | undefined {
  if (status < 400) return undefined
  const causes = ((body?.errorCauses ?? []) as { errorSummary: string }[]).map(
    ({ errorSummary }) => errorSummary,
  )
  return [body?.errorSummary ?? body?.error_description ?? `status ${status}`, ...causes].join(': ')
}

/** Throws what an answer says went wrong. */
export function wellOrThrow(answer: Answer): Answer {
  const problem = refusalIn(answer)
  if (problem !== undefined) throw new Error(problem)
  return answer
}

/** The time of day and date, short. */
export function When({ at }: { readonly at: string | null | undefined }): JSX.Element {
  if (at === undefined || at === null) return <span class="faint">never</span>
  return <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
}
