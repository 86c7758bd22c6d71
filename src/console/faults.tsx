import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Fault } from '../model/access/faults.ts'
import type { Step } from './controls.tsx'
import { ListPage } from './list-page.tsx'
import { Opens } from './panel.tsx'
import { Listed, Marked } from './parts.tsx'
import { usePolled, useReach } from './reach.ts'
import { ActionForm } from './form.tsx'
import { textIn } from './schema.ts'
import { stepColumn } from './column.tsx'

/** Fields of a fault that nobody gives. */
const ownFields = new Set(['id', 'scenario', 'met'])

/** Faults in force, and scenarios. */
export function Faults(): JSX.Element {
  const { backend, place, openPanel } = useReach()
  const [, query = ''] = place.split('?')
  const loaded = usePolled(() => backend.control('list', { kind: 'faults' }))
  const { value: faults = [] } = loaded
  const endOf = (ended: readonly Fault[], text: string, which?: { readonly id: string }): Step => ({
    text,
    done: 'Ended',
    undo: async () => {
      for (const fault of ended) await backend.control('addFault', Object.fromEntries(givenOf(fault)))
    },
    run: () => backend.control('clearFaults', which),
  })
  const form = (
    <ActionForm
      action="addFault"
      label="New fault"
      submit="Add"
      first={['operation', 'user', 'refusal', 'status', 'breaks', 'latency', 'times', 'probability']}
      initial={Object.fromEntries(new URLSearchParams(query))}
      done="Fault added"
    />
  )
  // A request of the journal leads here with its values.
  useEffect(() => {
    if (query !== '') openPanel({ title: 'New fault', content: form })
  }, [query])
  return (
    <>
      <ListPage
        label="Faults in force"
        steps={[
          faults.length > 0 && endOf(faults, 'End all'),
          <Opens title="New fault" icon="add" lead>
            {form}
          </Opens>,
        ]}
        rows={faults}
        loaded={loaded}
        keyOf={({ id }) => id}
        empty="Nothing is set to go wrong."
        columns={[
          { title: 'Fault', cell: ({ id, scenario }) => scenario ?? id, width: '160px', isSecondary: true },
          {
            title: 'What',
            cell: (fault) =>
              givenOf(fault).map(([name, value]) => (
                <span key={name}>
                  {name} <code>{textIn('text', value)}</code>
                  {'  '}
                </span>
              )),
          },
          {
            title: 'Met',
            cell: ({ met }) => (met === 1 ? '1 call' : `${met} calls`),
            width: '96px',
            isSecondary: true,
          },
          stepColumn<Fault>('End', '80px', (fault) => [
            { ...endOf([fault], 'End', { id: fault.id }), about: fault.id },
          ]),
        ]}
      />
      <Listed
        title="Scenarios"
        load={async () => (await backend.control('describe')).scenarios}
        keyOf={({ name }) => name}
        row={({ name, summary }) => (
          <>
            <strong>{name}</strong>{' '}
            <span class="faint">
              <Marked text={summary} />
            </span>
          </>
        )}
        steps={({ name }) => [
          { text: 'Start', about: name, run: () => backend.control('startScenario', { name }) },
        ]}
      />
    </>
  )
}

/** The fields of a fault as somebody gave them. */
function givenOf(fault: Fault): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(fault).filter(([name]) => !ownFields.has(name))
}
