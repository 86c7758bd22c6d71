import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import type { Action, Backend, ListedAction } from './backend.ts'
import { Choice, Field, Form, LongField } from './controls.tsx'
import { Json } from './json.tsx'
import { emptyText, Failed, Source } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { changedIn, type FieldPlan, fieldsOf, type Schema, textIn, valueIn, wordsOf } from './schema.ts'

type Values = Readonly<Record<string, unknown>>

/** How many optional fields stand before those that unfold. */
const shownMax = 6

/** Suggestions for fields that name a record, by the name of the field. */
const suggestions: Readonly<
  Record<
    string,
    (backend: Backend, text: string) => Promise<readonly (readonly [value: string, label?: string])[]>
  >
> = {
  user: async (backend, text) => {
    const { rows } = await backend.control('searchUsers', { text, limit: 20 })
    return (rows as unknown as { profile: { login: string } }[]).map(({ profile }) => [profile.login])
  },
  group: async (backend, text) => {
    const { rows } = await backend.control('searchGroups', { text, limit: 200 })
    return (rows as unknown as { profile: { name: string } }[]).map(({ profile }) => [profile.name])
  },
  client: async (backend) => {
    const { body } = await backend.call('GET', '/oauth2/v1/clients?limit=200')
    return (body as { client_id: string; client_name: string }[]).map((each) => [
      each.client_id,
      each.client_name,
    ])
  },
  application: async (backend) => {
    const { status, body } = await backend.call('GET', '/api/v1/apps?limit=200')
    // A strict organisation has no list of applications.
    return status === 200 ? (body as { label: string }[]).map(({ label }) => [label]) : []
  },
}
const sameAs: Readonly<Record<string, string>> = { owner: 'user', caller: 'user', person: 'user' }

/** A text field that suggests records while somebody types: people, groups, clients or applications. */
export function Picker({
  kind,
  names,
  ...rest
}: {
  readonly kind: string
  readonly name: string
  readonly label: string
  readonly hint?: ComponentChildren
  readonly names?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly defaultValue?: string
}): JSX.Element {
  const { backend } = useReach()
  const [typed, setTyped] = useState('')
  const [offered, setOffered] = useState<readonly (readonly [value: string, label?: string])[]>([])
  const list = useId()
  useEffect(() => {
    let isWanted = true
    suggestions[kind]!(backend, typed).then(
      (found) => isWanted && setOffered(found),
      () => {},
    )
    return () => void (isWanted = false)
  }, [backend, kind, typed])
  return (
    <>
      <Field
        placeholder={`Name or id of a ${kind}`}
        names={names}
        {...rest}
        list={list}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id={list}>
        {offered.map(([value, label]) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </>
  )
}

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
  const isFirst = ({ name, isRequired }: FieldPlan): boolean =>
    isRequired || first.includes(name) || (initial[name] !== undefined && !isWhole)
  const order = ({ name, isRequired }: FieldPlan): number =>
    isRequired && !first.includes(name) ? -1 : first.indexOf(name)
  const chosen = plans.filter(isFirst).toSorted((one, other) => order(one) - order(other))
  const others = plans.filter((plan) => !isFirst(plan))
  const count = first.length > 0 ? 0 : Math.max(0, shownMax - chosen.length)
  const shown = isWhole ? plans : [...chosen, ...others.slice(0, count)]
  const rest = isWhole ? [] : others.slice(count)
  const draw = (plan: FieldPlan): JSX.Element => (
    <SchemaField key={plan.path} plan={plan} value={initial[plan.name] ?? plan.schema.default} />
  )
  return (
    <div class="fields">
      {shown.map(draw)}
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
      {schema.description}
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
  const picked = sameAs[name] ?? name
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
  if (kind === 'lines' || kind === 'json' || /^(?:yaml|expression)$/.test(name))
    return (
      <LongField
        {...common}
        rows={kind === 'json' || text.includes('\n') ? 4 : 2}
        placeholder={kind === 'lines' ? 'One on each line' : ''}
      />
    )
  if (suggestions[picked]) return <Picker kind={picked} {...common} />
  if (kind === 'number') {
    const step = schema.type === 'integer' ? 1 : 'any'
    const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
    return <Field {...common} type="number" min={minimum} max={max} step={step} />
  }
  if (kind === 'date') return <Field {...common} type="datetime-local" step={1} />
  // Line breaks do not fit into a field of one line.
  if (/[\r\n]/.test(text)) return <LongField {...common} rows={3} />
  const isDuration = kind === 'mixed' && JSON.stringify(schema).includes('"number"')
  const bounds = isDuration ? { placeholder: '500ms, 5m, 2h, P1D' } : { minLength, maxLength }
  return <Field {...common} {...bounds} />
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
  readonly first?: readonly string[]
  readonly isWhole?: boolean
  readonly undo?: boolean
  /** Further fields. */
  readonly also?: JSX.Element
  readonly run: (values: Record<string, unknown>, form: HTMLFormElement) => Promise<unknown>
}): JSX.Element {
  const plans = useMemo(() => fieldsOf(schema).filter(({ name }) => !(name in fixed)), [schema])
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
      <SchemaFields plans={plans} initial={before} first={first ?? []} isWhole={isWhole ?? false} />
      {also && <div class="fields">{also}</div>}
    </Form>
  )
}

/** The actions of the control plane; undefined until they are loaded. */
export function useActions(): readonly ListedAction[] | undefined {
  const { backend } = useReach()
  return useLoaded(() => backend.actions(), [backend]).value
}

/** The form of an action of the control plane, and its answer. */
export function ActionForm({
  action,
  then,
  ...rest
}: {
  readonly action: string
  /** Shows the answer elsewhere. */
  readonly then?: (answer: unknown) => unknown
  readonly label?: string
  readonly submit?: string
  readonly done?: string
  readonly initial?: Values
  readonly fixed?: Values
  readonly first?: readonly string[]
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
      <p class="faint">{summary}.</p>
      {forms.map((schema, index) => (
        <SchemaForm
          key={index}
          schema={schema}
          label={rest.label ?? wordsOf(action)}
          submit={rest.submit ?? 'Run'}
          {...rest}
          run={async (values) => {
            const value: unknown = await backend.control(action as Action, values)
            if (then) return then(value)
            setAnswer({ value })
            return undefined
          }}
        />
      ))}
      {answer && <Json label="Answer" value={answer.value ?? 'Done, without an answer.'} />}
    </>
  )
}
