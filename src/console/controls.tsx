import {
  type ComponentChildren,
  createContext,
  type InputHTMLAttributes,
  type JSX,
  type TextareaHTMLAttributes,
} from 'preact'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { wellOrThrow } from './backend.ts'
import { type Problems, problemsOf } from './problems.ts'
import { messageOf, useReach } from './reach.ts'
import { type Undo, undoable } from './undo.ts'

/** A link to another place of the console. */
export function Go({
  to,
  isHere = false,
  keepsFocus = false,
  class: name,
  children,
}: {
  readonly to: string
  readonly class?: string
  /** Whether it leads to the present place. */
  readonly isHere?: boolean
  /** Whether the focus stays: the arrow keys then go on from here. */
  readonly keepsFocus?: boolean
  readonly children: ComponentChildren
}): JSX.Element {
  const { go, usesAddress } = useReach()
  return (
    <a
      href={`#/${to}`}
      class={name}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        // The browser opens a new tab or window.
        if (usesAddress && (event.ctrlKey || event.metaKey || event.shiftKey)) return
        event.preventDefault()
        go(to, keepsFocus)
      }}
    >
      {children}
    </a>
  )
}

/** A button that runs an action, shows the result, and cannot be pressed meanwhile. */
export function ActionButton({
  children,
  about,
  run,
  done,
  to,
  sure,
  quiet = false,
  title,
  undo,
}: {
  readonly children: ComponentChildren
  /** Distinguishes it from other buttons with the same text, for screen readers only. */
  readonly about?: string
  /** A function, or a call of the service. A returned text is the message after success, unless there is `done`. */
  readonly run: (() => Promise<unknown>) | readonly [method: string, path: string]
  /** The place to go to after success. */
  readonly to?: string
  /** The step can be undone: by a snapshot, or by the given function. */
  readonly undo?: true | Undo
  /** The message after success. */
  readonly done?: string
  /** The button's text after the first press: a second press runs the action. */
  readonly sure?: string
  readonly quiet?: boolean
  readonly title?: string
}): JSX.Element {
  const { backend, go, say, warn } = useReach()
  const step = typeof run === 'function' ? run : async () => wellOrThrow(await backend.call(...run))
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <button
      type="button"
      title={title}
      class={quiet ? 'quiet' : ''}
      disabled={isBusy}
      onBlur={() => setAsking(false)}
      onClick={() => {
        setAsking(sure !== undefined && !isAsking)
        if (sure !== undefined && !isAsking) return
        setBusy(true)
        let said: unknown
        const noted = async (): Promise<unknown> => (said = await step())
        const doing = undo === true ? undoable(backend, noted) : noted().then((): Undo | undefined => undo)
        doing
          .then(
            (back) => {
              if (to !== undefined) go(to)
              const text = done ?? said
              if (typeof text === 'string') say(text, back)
            },
            (error: unknown) => warn(messageOf(error)),
          )
          .finally(() => setBusy(false))
      }}
    >
      {isAsking ? (
        <>
          {about !== undefined && (
            <span class="unseen">
              {children} {about}:{' '}
            </span>
          )}
          {sure}
        </>
      ) : (
        <>
          {children}
          {about !== undefined && <span class="unseen"> {about}</span>}
        </>
      )}
    </button>
  )
}

const ProblemContext = createContext<Problems>(new Map())

/**
 * A form that passes its fields, as texts, to `run`, without empty ones. After an error the input stays, each field
 * shows its mistake, and the first of them gets the focus.
 */
export function Form({
  label,
  submit,
  run,
  done,
  undo = false,
  also,
  children,
}: {
  readonly label: string
  readonly submit: string
  /** A second submit button: its name and value are added to the fields. */
  readonly also?: ComponentChildren
  /** If it returns a text, that is the message after success. */
  readonly run: (fields: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<unknown>
  /** The message after success, whatever `run` returns. */
  readonly done?: string
  /** Whether a snapshot, or the exported state, can undo it. */
  readonly undo?: boolean | 'state'
  readonly children: ComponentChildren
}): JSX.Element {
  const { backend, say } = useReach()
  const [problems, setProblems] = useState<Problems>(new Map())
  const element = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  // After the fields were drawn with their mistakes.
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [problems])
  const send = async (form: HTMLFormElement, button: HTMLElement | null): Promise<void> => {
    const fields = [...new FormData(form, button)].filter(
      ([, value]) => typeof value === 'string' && value !== '',
    )
    try {
      let said: unknown
      const send = async (): Promise<unknown> =>
        (said = await run(Object.fromEntries(fields) as Record<string, string>, form))
      const back = undo ? await undoable(backend, send, undo) : void (await send())
      setProblems(new Map())
      const text = done ?? said
      if (typeof text !== 'string') return
      say(text, back)
      // A form in the panel has done its job.
      form.closest('.panel')?.querySelector('button')?.click()
    } catch (error) {
      setProblems(problemsOf(form, error))
    }
  }
  return (
    <form
      ref={element}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy.current) return
        isBusy.current = true
        void send(event.currentTarget, event.submitter).finally(() => (isBusy.current = false))
      }}
    >
      <ProblemContext.Provider value={problems}>{children}</ProblemContext.Provider>
      <button type="submit">{submit}</button>
      {also}
      {problems.has('') && (
        <p role="alert" tabIndex={-1}>
          {problems.get('')}
        </p>
      )}
    </form>
  )
}

/** The attributes and the message of a field's problem. */
function useProblem(name: string): {
  readonly marks: { readonly 'aria-invalid'?: 'true'; readonly 'aria-describedby'?: string }
  readonly said: JSX.Element | null
} {
  const problem = useContext(ProblemContext).get(name)
  const id = useId()
  if (problem === undefined) return { marks: {}, said: null }
  return {
    marks: { 'aria-invalid': 'true', 'aria-describedby': id },
    said: (
      <p id={id} role="alert">
        {problem}
      </p>
    ),
  }
}

interface Labelled {
  readonly name: string
  readonly label: string
  /** The effect of a value, below the field. */
  readonly hint?: ComponentChildren
  /** Other names of the field in error messages. */
  readonly names?: string | undefined
}

/** A control of a form with its label and its problem. */
function useLabelled(
  { name, label, names, hint }: Labelled,
  control: (marks: object) => JSX.Element,
): JSX.Element {
  const { marks, said } = useProblem(name)
  const id = useId()
  const described = hint ? { 'aria-describedby': id } : {}
  return (
    <div class="field">
      <label>
        {label}
        {control({ name, 'data-names': names, ...described, ...marks })}
      </label>
      {said}
      {hint && (
        <p class="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A labelled field of a form. */
export function Field({ name, label, names, hint, ...rest }: Labelled & InputHTMLAttributes): JSX.Element {
  return useLabelled({ name, label, names, hint }, (marks) => (
    <input autocomplete="off" {...marks} {...rest} />
  ))
}

/** A labelled field of several lines. */
export function LongField({
  name,
  label,
  names,
  hint,
  ...rest
}: Labelled & TextareaHTMLAttributes): JSX.Element {
  return useLabelled({ name, label, names, hint }, (marks) => (
    <textarea spellcheck={false} {...marks} {...rest} />
  ))
}

type Options = readonly (string | readonly [value: string, text: string])[]

function drawn(options: Options, chosen: string | undefined): JSX.Element[] {
  return options.map((option) => {
    const [value, text] = typeof option === 'string' ? [option, option] : option
    return (
      <option key={value} value={value} selected={chosen === value}>
        {text}
      </option>
    )
  })
}

/** A labelled choice. */
export function Choice({
  options,
  value: chosen,
  ...labelled
}: Labelled & {
  /** The one that is chosen at first. Default: the first. */
  readonly value?: string
  readonly options: Options
}): JSX.Element {
  return useLabelled(labelled, (marks) => <select {...marks}>{drawn(options, chosen)}</select>)
}

/** A choice above a list, which takes effect at once. */
export function Choose({
  label,
  value,
  change,
  options,
}: {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly options: Options
}): JSX.Element {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {drawn(options, value)}
      </select>
    </label>
  )
}

/**
 * Parses a text as JSON.
 * @throws Error that begins with `wrong`, and says what is wrong with the text.
 */
export function jsonIn(text: string, wrong: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${wrong}: ${(error as Error).message}`, { cause: error })
  }
}
