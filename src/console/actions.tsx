import type { JSX } from 'preact'
import type { Action } from './backend.ts'
import { Find, hasWords } from './list-page.tsx'
import { Opens } from './panel.tsx'
import { Marked } from './parts.tsx'
import { useParameter, useReach } from './reach.ts'
import { ActionForm, useActions } from './form.tsx'
import { wordsOf } from './schema.ts'

/** Every action of the control plane, with a form from the schema of its input. */
export function Actions(): JSX.Element {
  const [find, setFind] = useParameter('find')
  return (
    <>
      <h1>Actions</h1>
      <div class="bar">
        <Find text={find} change={setFind} placeholder="Part of a name or an effect" />
      </div>
      <section class="card" aria-label="Actions">
        <ActionList find={find} />
      </section>
    </>
  )
}

/** A button for the actions that need a record, such as a `user`. Their forms have it already. */
export function MoreActions({
  field,
  value,
}: {
  readonly field: string
  readonly value: string
}): JSX.Element {
  return (
    <Opens title="More actions" text="More…">
      <ActionList fixed={{ [field]: value }} />
    </Opens>
  )
}

function ActionList({
  find = '',
  fixed = {},
}: {
  readonly find?: string
  /** Values that the listed actions require. */
  readonly fixed?: Readonly<Record<string, string>>
}): JSX.Element {
  const { openPanel } = useReach()
  const listed = useActions()?.filter(
    ({ name, summary, input: { required = [] } }) =>
      hasWords(`${name} ${wordsOf(name)} ${summary}`, find) &&
      Object.keys(fixed).every((field) => required.includes(field)),
  )
  if (!listed?.length) return <p class="empty">{listed ? 'No action matches.' : 'Loading…'}</p>
  return (
    <ul class="plain">
      {listed.map(({ name, summary }) => (
        <li key={name}>
          <span>
            <strong>{wordsOf(name)}</strong>{' '}
            <span class="faint">
              <Marked text={summary} />
            </span>
          </span>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              openPanel({
                title: wordsOf(name),
                content: <ActionForm action={name as Action} fixed={fixed} />,
              })
            }
          >
            Open<span class="unseen"> {wordsOf(name)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
