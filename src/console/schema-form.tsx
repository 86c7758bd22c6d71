import type { ComponentProps, JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Action, AnswerOf, ListedAction } from './backend.ts'
import { Choice, Field, Form, LongField } from './controls.tsx'
import { Json } from './json.tsx'
import { Opens } from './panel.tsx'
import { emptyText, Failed, Marked, Source } from './parts.tsx'
import { kindOf, Picker } from './picker.tsx'
import { useLoaded, useReach } from './reach.ts'
import {
  changedIn,
  type FieldPlan,
  fieldsOf,
  type Schema,
  takesFile,
  textIn,
  valueIn,
  wordsOf,
} from './schema.ts'

type Values = Readonly<Record<string, unknown>>

/** How many optional fields stand before those that unfold. */
const shownMax = 6

/** The fields that a schema asks for: those that need a value and some more; the rest unfolds. */
function SchemaFields({
  plans,
  initial,
  first = [],
  isWhole = false,
}: {
  readonly plans: readonly FieldPlan[]
  readonly initial: Values
  /** Optional fields that stand before others. */
  readonly first?: readonly string[]
  /** Whether nothing is folded. */
  readonly isWhole?: boolean
}): JSX.Element {
  const rank = ({ name, isRequired }: FieldPlan): number => {
    if (first.includes(name)) return first.indexOf(name)
    return isRequired ? -1 : initial[name] === undefined ? plans.length : first.length
  }
  const sorted = isWhole ? plans : plans.toSorted((one, other) => rank(one) - rank(other))
  const chosen = plans.filter((plan) => rank(plan) < plans.length).length
  const count = isWhole ? plans.length : Math.max(chosen, first.length > 0 ? 0 : shownMax)
  const rest = sorted.slice(count)
  const draw = (plan: FieldPlan): JSX.Element => (
    <SchemaField key={plan.path} plan={plan} value={initial[plan.name] ?? plan.schema.default} />
  )
  return (
    <div class="fields">
      {sorted.slice(0, count).map(draw)}
      {rest.length > 0 && (
        <details>
          <summary>More fields</summary>
          <div class="fields">{rest.map(draw)}</div>
        </details>
      )}
    </div>
  )
}

function SchemaField({ plan, value }: { readonly plan: FieldPlan; readonly value: unknown }): JSX.Element {
  const { path, name, kind, schema, isRequired } = plan
  const { enum: choices, items, minimum, maximum, minLength, maxLength, 'x-sources': sources = [] } = schema
  const hint = schema.description && (
    <>
      <Marked text={schema.description} />
      {sources.map((source) => (
        <>
          {' · '}
          <Source name={source} />
        </>
      ))}
    </>
  )
  const label = wordsOf(name)
  const text = textIn(kind, value)
  const common = { name: path, label, hint, required: isRequired, defaultValue: text }
  const picked = kindOf(name)
  if (kind === 'fields') {
    return (
      <details open={isRequired}>
        <summary>{label}</summary>
        {hint && <p class="hint">{hint}</p>}
        <SchemaFields plans={plan.fields} initial={(value ?? {}) as Values} isWhole />
      </details>
    )
  }
  if (kind === 'choice' || kind === 'check') {
    const texts = kind === 'check' ? ['true', 'false'] : choices!.map(String)
    const named = texts.map(
      (each) => [each, kind === 'check' ? (each === 'true' ? 'yes' : 'no') : each] as const,
    )
    const { defaultValue, required: _, ...rest } = common
    return (
      <Choice
        {...rest}
        value={defaultValue}
        options={isRequired || text !== '' ? named : [['', '–'], ...named]}
      />
    )
  }
  if (kind === 'choices') {
    const given = (value ?? []) as readonly unknown[]
    return (
      <fieldset>
        <legend>{label}</legend>
        {items!.enum!.map((each) => (
          <label class="check" key={String(each)}>
            <input type="checkbox" name={path} value={String(each)} defaultChecked={given.includes(each)} />
            {String(each)}
          </label>
        ))}
        {hint && <p class="hint">{hint}</p>}
      </fieldset>
    )
  }
  if (takesFile(path)) return <FileField {...common} />
  if (kind === 'lines' || kind === 'json' || name === 'expression')
    return (
      <LongField
        {...common}
        rows={kind === 'json' || text.includes('\n') ? 4 : 2}
        placeholder={kind === 'lines' ? 'One on each line' : ''}
      />
    )
  if (picked) return <Picker kind={picked} {...common} />
  if (kind === 'number') {
    const step = schema.type === 'integer' ? 1 : 'any'
    const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
    return <Field {...common} type="number" min={minimum} max={max} step={step} />
  }
  if (kind === 'date') return <Field {...common} type="datetime-local" step={1} />
  // Line breaks do not fit into a field of one line.
  if (/[\r\n]/.test(text)) return <LongField {...common} rows={3} />
  if (kind !== 'mixed' || !JSON.stringify(schema).includes('"number"'))
    return <Field {...common} minLength={minLength} maxLength={maxLength} />
  const isMoment = schema.description?.includes('ISO 8601')
  return <Field {...common} placeholder={isMoment ? '2030-01-01T00:00:00Z' : '500ms, 5m, 2h, P1D'} />
}

/** A field for the content of a file: paste it, or drop or choose the file. */
function FileField(props: ComponentProps<typeof LongField>): JSX.Element {
  const take = (form: HTMLFormElement | null, files: FileList | null | undefined): void =>
    void files?.[0]?.text().then((text) => {
      const [area, hidden] = form!.querySelectorAll<HTMLTextAreaElement>(`[name=${props.name}]`)
      // A browser takes minutes to lay out a large text.
      const isLong = text.length > 100_000
      Object.assign(area!, { value: isLong ? '' : text, disabled: isLong })
      Object.assign(hidden!, { value: text, disabled: !isLong })
    })
  return (
    <>
      <LongField
        {...props}
        names="seed"
        rows={8}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          take(event.currentTarget.form, event.dataTransfer?.files)
        }}
      />
      <input type="hidden" name={props.name} disabled />
      <label>
        or a file
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => take(currentTarget.form, currentTarget.files)}
        />
      </label>
    </>
  )
}

/** A form with a field for each property of a schema. With values from before, it sends the changed ones. */
export function SchemaForm({
  schema,
  label,
  submit,
  done,
  initial,
  edits = false,
  fixed = {},
  only,
  first,
  isWhole,
  undo = false,
  also,
  run,
}: {
  readonly schema: Schema
  readonly label: string
  readonly submit: string
  readonly done?: string
  readonly initial?: Values | undefined
  /** Whether it sends only what differs from the initial values. */
  readonly edits?: boolean
  /** Values without a field. */
  readonly fixed?: Values
  /** The names of its fields. Default: all. */
  readonly only?: readonly string[] | undefined
  readonly first?: readonly string[]
  readonly isWhole?: boolean
  readonly undo?: boolean | 'state'
  /** Further fields. */
  readonly also?: JSX.Element
  readonly run: (values: Record<string, unknown>, form: HTMLFormElement) => Promise<unknown>
}): JSX.Element {
  const plans = useMemo(
    () => fieldsOf(schema).filter(({ name }) => !(name in fixed) && (only?.includes(name) ?? true)),
    [schema],
  )
  const before = initial ?? {}
  return (
    <Form
      label={label}
      submit={submit}
      {...(done === undefined ? {} : { done })}
      undo={undo}
      run={(_, form) => {
        const values = valueIn(plans, new FormData(form))
        return run({ ...fixed, ...(edits ? changedIn(plans, before, values) : values) }, form)
      }}
    >
      <SchemaFields plans={plans} initial={before} first={first ?? only ?? []} isWhole={isWhole ?? false} />
      {also && <div class="fields">{also}</div>}
    </Form>
  )
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
  ...rest
}: {
  readonly action: Name
  /** Receives the answer. Its result is shown instead, a text as the message. */
  readonly then?: (answer: AnswerOf<Name>) => unknown
  readonly label?: string
  readonly submit?: string
  readonly done?: string
  readonly initial?: Values
  readonly fixed?: Values
  readonly only?: readonly string[]
  readonly first?: readonly string[]
  readonly undo?: boolean | 'state'
}): JSX.Element {
  const { backend } = useReach()
  const [answer, setAnswer] = useState<{ readonly value: unknown }>()
  const loaded = useLoaded(() => backend.actions(), [backend])
  const listed = loaded.value?.find(({ name }) => name === action)
  if (!listed) {
    return (
      <>
        <Failed loaded={loaded} />
        <p class="empty">{emptyText(loaded, `There is no action ${action} here.`)}</p>
      </>
    )
  }
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
          label={rest.label ?? wordsOf(action)}
          submit={rest.submit ?? 'Run'}
          {...rest}
          run={async (values) => {
            const value = await backend.control(action, values)
            const shown = then ? await then(value) : value
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

/** A button that opens the form of an action in the side panel. */
export function Does<Name extends Action>({
  title,
  text,
  icon,
  lead,
  ...form
}: Omit<ComponentProps<typeof Opens>, 'children'> & ComponentProps<typeof ActionForm<Name>>): JSX.Element {
  return (
    <Opens title={title} text={text} icon={icon} lead={lead}>
      <ActionForm label={title} submit={title.split(' ')[0]!} {...form} />
    </Opens>
  )
}
