import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { messageOf, useReach } from './reach.ts'

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
  sure,
  quiet = false,
}: {
  readonly children: ComponentChildren
  readonly run: () => Promise<unknown>
  /** What is said when it worked. */
  readonly done?: string
  /** What the button says once it was pressed: it acts when it is pressed again. */
  readonly sure?: string
  readonly quiet?: boolean
}): JSX.Element {
  const { say } = useReach()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <button
      type="button"
      class={quiet ? 'quiet' : ''}
      disabled={isBusy}
      onBlur={() => setAsking(false)}
      onClick={() => {
        setAsking(sure !== undefined && !isAsking)
        if (sure !== undefined && !isAsking) return
        setBusy(true)
        run()
          .then(
            () => done !== undefined && say(done),
            (error: unknown) => say(messageOf(error)),
          )
          .finally(() => setBusy(false))
      }}
    >
      {isAsking ? sure : children}
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
  readonly run: (fields: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<unknown>
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
        run(Object.fromEntries(fields) as Record<string, string>, form).then(
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
