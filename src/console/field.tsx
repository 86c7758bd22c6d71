import {
  type ComponentChildren,
  createContext,
  type InputHTMLAttributes,
  type JSX,
  type TargetedDragEvent,
} from 'preact'
import { useContext, useId } from 'preact/hooks'
import { Marked, Source } from './parts.tsx'
import type { Problems } from './problems.ts'
import { type FieldPlan, optionsOf, type Schema, takesFile, textIn, wordsOf } from './schema.ts'
import { useSuggestions } from './suggestions.tsx'

/** The problems of the form around a field. */
export const ProblemContext = createContext<Problems>(new Map())

type Values = Readonly<Record<string, unknown>>

/** The fields of a form, one below the other. */
export function Fields({
  plans,
  values,
  children,
}: {
  readonly plans: readonly FieldPlan[]
  readonly values: Values
  readonly children?: ComponentChildren
}): JSX.Element {
  return (
    <div class="fields">
      {plans.map((plan) => (
        <Field key={plan.path} plan={plan} value={values[plan.name] ?? plan.schema.default} />
      ))}
      {children}
    </div>
  )
}

/** A labelled field for a property, with its meaning and what is wrong with it. */
function Field({ plan, value }: { readonly plan: FieldPlan; readonly value: unknown }): JSX.Element {
  const { path, name, kind, schema, isRequired } = plan
  const problem = useContext(ProblemContext).get(path)
  const [suggesting, suggestions] = useSuggestions(name)
  const id = useId()
  const hint = hintOf(schema, id)
  // Properties of profiles have their names as titles.
  const label = schema.title === undefined || schema.title === name ? wordsOf(name) : schema.title
  if (kind === 'fields') {
    return (
      <details open={isRequired}>
        <summary>{label}</summary>
        {hint}
        <Fields plans={plan.fields} values={(value ?? {}) as Values} />
      </details>
    )
  }
  if (kind === 'choices') {
    const given = (value ?? []) as readonly unknown[]
    return (
      <fieldset>
        <legend>{label}</legend>
        {schema.items!.enum!.map((each) => (
          <label class="check" key={String(each)}>
            <input type="checkbox" name={path} value={String(each)} defaultChecked={given.includes(each)} />
            {String(each)}
          </label>
        ))}
        {hint}
      </fieldset>
    )
  }
  const text = textIn(kind, value)
  const described = problem === undefined ? hint && id : `${id}-problem`
  const attributes = {
    name: path,
    'data-names': takesFile(path) ? 'seed' : schema['x-names'],
    'aria-describedby': described,
    'aria-invalid': problem === undefined ? undefined : ('true' as const),
  }
  const rows = rowsOf(plan, text)
  const control =
    kind === 'choice' || kind === 'check' ? (
      <select {...attributes}>
        {options([...(isRequired || text !== '' ? [] : [['', '–'] as const]), ...optionsOf(plan)], text)}
      </select>
    ) : rows > 0 ? (
      <textarea
        spellcheck={false}
        rows={rows}
        required={isRequired}
        defaultValue={text}
        placeholder={kind === 'lines' ? 'One on each line' : ''}
        {...(takesFile(path) ? dropping : {})}
        {...attributes}
      />
    ) : (
      <input
        autocomplete="off"
        required={isRequired}
        defaultValue={text}
        {...(suggesting ?? inputOf(plan))}
        {...attributes}
      />
    )
  return (
    <>
      <div class="field">
        <label>
          {label}
          {control}
        </label>
        {problem !== undefined && (
          <p id={described} role="alert">
            {problem}
          </p>
        )}
        {hint}
      </div>
      {suggestions}
      {takesFile(path) && <FileChoice name={path} />}
    </>
  )
}

/** The meaning of a property, with the places that state it. */
function hintOf({ description, 'x-sources': sources = [] }: Schema, id: string): JSX.Element | undefined {
  if (!description) return undefined
  return (
    <p class="hint" id={id}>
      <Marked text={description} />
      {sources.map((source) => (
        <>
          {' · '}
          <Source name={source} />
        </>
      ))}
    </p>
  )
}

/** How many lines the field of a text has; 0 for a field of one line. No line break fits into that. */
function rowsOf({ path, name, kind, schema }: FieldPlan, text: string): number {
  if (takesFile(path)) return 8
  if (kind === 'json' || /[\r\n]/.test(text)) return 4
  return kind === 'lines' || name === 'expression' ? 2 : (schema['x-rows'] ?? 0)
}

/** The attributes of a field of one line. */
function inputOf({ kind, schema }: FieldPlan): InputHTMLAttributes {
  const { type, minimum: min, maximum, minLength, maxLength, description } = schema
  if (kind === 'number') {
    const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
    return { type: 'number', min, max, step: type === 'integer' ? 1 : 'any' }
  }
  if (kind === 'date') return { type: 'datetime-local', step: 1 }
  if (kind === 'duration') return { placeholder: '500ms, 5m, 2h, P1D' }
  if (kind === 'mixed' && description?.includes('ISO 8601')) return { placeholder: '2030-01-01T00:00:00Z' }
  return { minLength, maxLength }
}

/** Puts the content of a file into the field of a form. */
function take(form: HTMLFormElement | null, name: string, files: FileList | null | undefined): void {
  void files?.[0]?.text().then((text) => {
    const [area, hidden] = form!.querySelectorAll<HTMLTextAreaElement>(`[name=${name}]`)
    // A browser takes minutes to lay out a large text.
    const isLong = text.length > 100_000
    Object.assign(area!, { value: isLong ? '' : text, disabled: isLong })
    Object.assign(hidden!, { value: text, disabled: !isLong })
  })
}

/** A field that takes a dropped file. */
const dropping = {
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: TargetedDragEvent<HTMLTextAreaElement>) => {
    event.preventDefault()
    take(event.currentTarget.form, event.currentTarget.name, event.dataTransfer?.files)
  },
}

/** A choice of a file for the content of a field. */
function FileChoice({ name }: { readonly name: string }): JSX.Element {
  return (
    <>
      <input type="hidden" name={name} disabled />
      <label>
        or a file
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => take(currentTarget.form, name, currentTarget.files)}
        />
      </label>
    </>
  )
}

type Options = readonly (string | readonly [value: string, text: string])[]

function options(all: Options, chosen: string): JSX.Element[] {
  return all.map((option) => {
    const [value, text] = typeof option === 'string' ? [option, option] : option
    return (
      <option key={value} value={value} selected={chosen === value}>
        {text}
      </option>
    )
  })
}

/** A choice above a list, which takes effect at once. */
export function Choose({
  label,
  value,
  change,
  options: all,
}: {
  readonly label: ComponentChildren
  readonly value: string
  readonly change: (value: string) => void
  readonly options: Options
}): JSX.Element {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {options(all, value)}
      </select>
    </label>
  )
}
