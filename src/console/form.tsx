import type { ComponentChildren, ComponentProps, JSX } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Action, AnswerOf, ListedAction } from './backend.ts'
import { Fields, ProblemContext } from './field.tsx'
import { Json } from './json.tsx'
import { Opens } from './panel.tsx'
import { Marked, Pending } from './parts.tsx'
import { type Problems, problemsOf } from './problems.ts'
import { useLoaded, useReach } from './reach.ts'
import { changedIn, type FieldPlan, fieldsOf, type Schema, valueIn, wordsOf } from './schema.ts'
import { undoable } from './undo.ts'

type Values = Readonly<Record<string, unknown>>

/** How many optional fields stand before those that unfold. */
const shownMax = 6

interface FormProps {
  readonly label: string
  readonly submit: string
  readonly initial?: Values | undefined
  /** Whether it sends only what differs from the initial values. */
  readonly edits?: boolean
  readonly fixed?: Values
  /** The names of its fields. Default: all. */
  readonly only?: readonly string[] | undefined
  /** Optional fields that stand before others. */
  readonly first?: readonly string[]
  readonly isWhole?: boolean
  /** Whether a snapshot, or the exported state, can undo it. */
  readonly undo?: boolean | 'state'
  readonly done?: string
}

/**
 * A form with a field for each property of a schema. After an error the input stays, each field shows its mistake, and
 * the first of them gets the focus.
 */
export function SchemaForm({
  schema,
  label,
  submit,
  done,
  initial = {},
  edits = false,
  fixed = {},
  only,
  first = only ?? [],
  isWhole = false,
  undo = false,
  also,
  run,
}: FormProps & {
  readonly schema: Schema
  readonly also?: ComponentChildren
  /** If it returns a text, that is the message after success. `by` is the value of the pressed button. */
  readonly run: (values: Record<string, unknown>, by: string | undefined) => Promise<unknown>
}): JSX.Element {
  const { backend, changed, say } = useReach()
  const [problems, setProblems] = useState<Problems>(new Map())
  const element = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const plans = useMemo(
    () => fieldsOf(schema).filter(({ name }) => !(name in fixed) && (only?.includes(name) ?? true)),
    [schema],
  )
  // The form of a panel may come after it, with its schema: somebody who went on keeps the focus.
  useLayoutEffect(() => {
    const panel = element.current!.closest('dialog')
    const { activeElement } = element.current!.getRootNode() as ShadowRoot
    if (panel && (activeElement === null || activeElement === panel.querySelector('button')))
      element.current!.querySelector<HTMLElement>(':is(input, select, textarea, button):enabled')?.focus()
  }, [])
  // After the fields were drawn with their mistakes.
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [problems])
  const send = async (form: HTMLFormElement, by: string | undefined): Promise<void> => {
    try {
      const values = valueIn(plans, new FormData(form))
      let said: unknown
      const step = async (): Promise<unknown> =>
        (said = await run({ ...fixed, ...(edits ? changedIn(plans, initial, values) : values) }, by))
      const back = undo ? await undoable(backend, step, undo) : void (await step())
      setProblems(new Map())
      changed()
      const text = done ?? said
      if (typeof text !== 'string') return
      say(text, back)
      // A form in the panel has done its job.
      form.closest('dialog')?.close()
    } catch (error) {
      setProblems(problemsOf(form, error))
    }
  }
  const [shown, folded] = isWhole ? [plans, []] : ranked(plans, initial, first)
  return (
    <form
      ref={element}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy.current) return
        isBusy.current = true
        const by = (event.submitter as HTMLButtonElement | null)?.value
        void send(event.currentTarget, by).finally(() => (isBusy.current = false))
      }}
    >
      <ProblemContext.Provider value={problems}>
        <Fields plans={shown} values={initial}>
          {folded.length > 0 && (
            <details>
              <summary>More fields</summary>
              <Fields plans={folded} values={initial} />
            </details>
          )}
        </Fields>
      </ProblemContext.Provider>
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

/** The fields in sight: those that need a value, the first, and those with a value. Then the rest. */
function ranked(
  plans: readonly FieldPlan[],
  initial: Values,
  first: readonly string[],
): readonly [shown: readonly FieldPlan[], folded: readonly FieldPlan[]] {
  const rank = ({ name, isRequired }: FieldPlan): number => {
    if (first.includes(name)) return first.indexOf(name)
    return isRequired ? -1 : initial[name] === undefined ? plans.length : first.length
  }
  const sorted = plans.toSorted((one, other) => rank(one) - rank(other))
  const chosen = plans.filter((plan) => rank(plan) < plans.length).length
  const count = Math.max(chosen, first.length > 0 ? 0 : shownMax)
  return [sorted.slice(0, count), sorted.slice(count)]
}

/** The actions of the control plane; undefined until they are loaded. */
export function useActions(): readonly ListedAction[] | undefined {
  const { backend } = useReach()
  return useLoaded(() => backend.actions(), [backend]).value
}

/** The schema of the input of an action; undefined until it is loaded. */
export function useInput(action: Action): Schema | undefined {
  return useActions()?.find(({ name }) => name === action)?.input as Schema | undefined
}

/** The form of an action of the control plane, and its answer. */
export function ActionForm<Name extends Action>({
  action,
  then,
  ...form
}: Partial<FormProps> & {
  readonly action: Name
  /** Receives the answer to the values. Its result is shown instead, a text as the message. */
  readonly then?: (answer: AnswerOf<Name>, values: Values) => unknown
}): JSX.Element {
  const { backend } = useReach()
  const [answer, setAnswer] = useState<{ readonly value: unknown }>()
  const loaded = useLoaded(() => backend.actions(), [backend])
  const listed = loaded.value?.find(({ name }) => name === action)
  if (!listed) return <Pending loaded={loaded} empty={`There is no action ${action} here.`} />
  const { summary, input } = listed
  const forms = (input.anyOf ?? [input]) as readonly Schema[]
  return (
    <>
      <p class="faint">
        <Marked text={summary} />.
      </p>
      {forms.map((schema, index) => (
        <SchemaForm
          key={index}
          schema={schema}
          label={wordsOf(action)}
          submit="Run"
          {...form}
          run={async (values) => {
            const value = await backend.control(action, values)
            const shown = then ? await then(value, values) : value
            if (typeof shown === 'string' && then) return shown
            if (shown !== undefined || !then) setAnswer({ value: shown })
            return undefined
          }}
        />
      ))}
      {answer && <Json label="Answer" value={answer.value ?? 'Done, without an answer.'} />}
    </>
  )
}

type Opener = Omit<ComponentProps<typeof Opens>, 'children'>

/** A button that opens the form of an action in the side panel. */
export function Does<Name extends Action>({
  title,
  text,
  icon,
  lead,
  ...form
}: Opener & ComponentProps<typeof ActionForm<Name>>): JSX.Element {
  return (
    <Opens title={title} text={text} icon={icon} lead={lead}>
      <ActionForm label={title} submit={title.split(' ')[0]!} {...form} />
    </Opens>
  )
}

/** A button that opens a form in the side panel. */
export function Asks({
  title,
  text,
  icon,
  lead,
  ...form
}: Opener & Omit<ComponentProps<typeof SchemaForm>, 'label'>): JSX.Element {
  return (
    <Opens title={title} text={text} icon={icon} lead={lead}>
      <SchemaForm label={title} {...form} />
    </Opens>
  )
}

/** The schema of a form that asks for one value. */
export function oneOf(name: string, title = wordsOf(name), schema: Schema = { type: 'string' }): Schema {
  return { properties: { [name]: { ...schema, title } }, required: [name] }
}
