import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ListedAction } from './backend.ts'
import { Find, hasWords } from './controls.tsx'
import { Opens } from './panel.tsx'
import { useParameter, useReach } from './reach.ts'
import { ActionForm, useActions } from './schema-form.tsx'
import type { Schema } from './schema.ts'
import { Table } from './table.tsx'
import { wordsOf } from './schema.ts'

/** Every action of the control plane, with a form from the schema of its input. */
export function Actions(): JSX.Element {
  const { openPanel } = useReach()
  const [find, setFind] = useParameter('find')
  const actions = useActions()
  const shown = (actions ?? []).filter(({ name, summary }) =>
    hasWords(`${name} ${wordsOf(name)} ${summary}`, find),
  )
  const open = ({ name }: ListedAction): void =>
    openPanel({ title: wordsOf(name), content: <ActionForm action={name} /> })
  return (
    <>
      <h1>Actions</h1>
      <div class="bar">
        <Find text={find} change={setFind} placeholder="Part of a name or an effect" />
      </div>
      <Table
        label="Actions"
        rows={shown}
        keyOf={({ name }) => name}
        onOpen={open}
        beginsWith={find}
        empty={actions ? 'No action matches.' : 'Loading…'}
        columns={[
          {
            title: 'Action',
            cell: (action) => <Name action={action} open={open} />,
            width: 'min(240px, 44cqi)',
          },
          { title: 'Effect', cell: ({ summary }) => <span title={summary}>{summary}</span> },
        ]}
      />
    </>
  )
}

function Name({
  action,
  open,
}: {
  readonly action: ListedAction
  readonly open: (action: ListedAction) => void
}): JSX.Element {
  return (
    <button type="button" class="sort" onClick={() => open(action)}>
      {wordsOf(action.name)}
    </button>
  )
}

/** A button for the actions that need a record, such as a `user`. Their forms have it already. */
export function MoreActions({
  field,
  value,
}: {
  /** The name of the field for the record. */
  readonly field: string
  readonly value: string
}): JSX.Element {
  return (
    <Opens title="More actions" text="More…">
      <ActionsFor field={field} value={value} />
    </Opens>
  )
}

function ActionsFor({ field, value }: { readonly field: string; readonly value: string }): JSX.Element {
  const actions = useActions()
  const [chosen, setChosen] = useState<string>()
  const fitting = actions?.filter(({ input }) =>
    ((input as Schema).required as readonly string[] | undefined)?.includes(field),
  )
  return (
    <>
      <ul class="plain">
        {fitting?.map(({ name, summary }) => (
          <li key={name}>
            <button
              type="button"
              title={summary}
              aria-expanded={chosen === name}
              onClick={() => setChosen(name)}
            >
              {wordsOf(name)}
            </button>
            {chosen === name && <ActionForm action={name} fixed={{ [field]: value }} />}
          </li>
        ))}
      </ul>
    </>
  )
}
