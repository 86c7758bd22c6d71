import type { JSX } from 'preact'
import { breakages, type Fault } from '../model/access/faults.ts'
import type { Action } from './backend.ts'
import { Act, Choice, Field, Form, objectIn } from './controls.tsx'
import { emptyText, Failed, Section } from './parts.tsx'
import { useLoaded, usePolled, useReach } from './reach.ts'
import { Table } from './table.tsx'

/** Faults in force, and scenarios. */
export function Faults(): JSX.Element {
  const { backend, place } = useReach()
  const query = new URLSearchParams(place.split('?')[1])
  /** A field, with its value from the address. */
  const given = (name: string) => ({ name, defaultValue: query.get(name) ?? '' })
  const loaded = usePolled(() => backend.control('listFaults'))
  const { value: faults = [], reload } = loaded
  const { value: scenarios = [] } = useLoaded(() => backend.control('listScenarios'), [])
  const control = (action: Action, input?: unknown): Promise<void> =>
    backend.control(action, input).then(reload)
  const add = async (ended: readonly Fault[]): Promise<void> => {
    for (const { id: _, scenario: _scenario, met: _met, ...spec } of ended) await control('addFault', spec)
  }
  return (
    <>
      <h1>Faults</h1>
      <Failed loaded={loaded} />
      <Table
        label="Faults in force"
        rows={faults}
        keyOf={({ id }) => id}
        empty={emptyText(loaded, 'Nothing is set to go wrong.')}
        columns={[
          { title: 'Fault', cell: ({ id, scenario }) => scenario ?? id, width: 'min(160px, 34cqi)' },
          {
            title: 'What',
            cell: (fault) => (
              <code>{JSON.stringify({ ...fault, id: undefined, scenario: undefined, met: undefined })}</code>
            ),
          },
          {
            title: 'Met',
            cell: ({ met }) => (met === 1 ? '1 call' : `${met} calls`),
            width: '96px',
            isSecondary: true,
          },
          {
            title: 'End',
            isButtons: true,
            width: '80px',
            cell: ({ id }) => (
              <Act
                quiet
                about={id}
                done="Ended"
                undo={() => add(faults.filter((fault) => fault.id === id))}
                run={() => control('clearFaults', { id })}
              >
                End
              </Act>
            ),
          },
        ]}
      />
      {faults.length > 0 && (
        <div class="actions">
          <Act done="Ended" undo={() => add(faults)} run={() => control('clearFaults')}>
            End all
          </Act>
        </div>
      )}
      <Section id="scenarios" title="Scenarios">
        <ul>
          {scenarios.map(({ name, summary }) => (
            <li key={name}>
              <Act run={() => control('startScenario', { name })}>{name}</Act> {summary}
            </li>
          ))}
        </ul>
      </Section>
      <Section id="new-fault" title="New fault">
        <Form
          label="New fault"
          submit="Add"
          done="Fault added"
          clears
          run={async ({ status, times, probability, more = '{}', ...texts }) =>
            control('addFault', {
              ...texts,
              ...numbers({ status, times, probability }),
              ...objectIn('more', more, '{"method": "POST"}'),
            })
          }
        >
          <div class="bar">
            <Field {...given('operation')} label="Operation" placeholder="createUser" />
            <Field {...given('path')} label="Path" placeholder="/api/v1/users/*" />
            <Field name="user" label="User" placeholder="Login or id" />
            <Field {...given('refusal')} label="Refusal" placeholder="rate-limited" />
            <Field {...given('status')} label="Status" type="number" min={200} max={599} placeholder="500" />
            <Choice name="breaks" label="Breaks" options={['', ...breakages]} />
            <Field name="latency" label="Wait" placeholder="2s" />
            <Field {...given('times')} label="Times" type="number" min={1} />
            <Field name="probability" label="Probability" type="number" min={0} max={1} step="any" />
            <Field {...given('more')} label="More, as JSON" placeholder='{"skip": 2}' />
          </div>
        </Form>
      </Section>
    </>
  )
}

function numbers(fields: Readonly<Record<string, string | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, Number(value)]])),
  )
}
