import type { JSX } from 'preact'
import { Form } from './controls.tsx'
import { Opens } from './panel.tsx'
import { Picker } from './picker.tsx'

/** A button that opens a form for one record: a person, a group or an application. */
export function Picks({
  kind,
  title,
  text,
  submit,
  label,
  lead = false,
  ...form
}: {
  readonly kind: string
  readonly title: string
  /** The text of the button. Default: the title. */
  readonly text?: string
  readonly submit: string
  readonly label: string
  readonly lead?: boolean
  readonly undo?: boolean
  readonly done?: string
  /** Receives the name or id. A returned text is the message after success, unless there is `done`. */
  readonly run: (picked: string) => Promise<unknown>
}): JSX.Element {
  return (
    <Opens title={title} text={text ?? title} lead={lead}>
      <Form {...form} label={title} submit={submit} run={(fields) => form.run(fields[kind]!)}>
        <div class="fields">
          <Picker kind={kind} name={kind} label={label} required />
        </div>
      </Form>
    </Opens>
  )
}
