import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Act, Choice, Field, Form, Go } from './controls.tsx'
import { Export } from './export.tsx'
import { actorOf, Failed, Section, When } from './parts.tsx'
import { useLoaded, usePolled, useReach } from './reach.ts'
import { type Column, Table } from './table.tsx'
import { LoadSeed } from './seed.tsx'
import { Settings } from './settings.tsx'
import type { OrgEvent } from '../control/events/event-log.ts'
import type { Action } from './backend.ts'
import { undoName } from './undo.ts'

const counted = [
  ['users', 'people', 'People'],
  ['groups', 'groups', 'Groups'],
  ['rules', 'rules', 'Group rules'],
  ['clients', 'clients', 'Clients'],
  ['mails', 'mails', 'Mails'],
] as const

/** How many events are shown at most. */
const shownMax = 1000

/** The latest events, newest first: stored ones, and new ones. */
function useLatest(): readonly [latest: readonly OrgEvent[], isLoaded: boolean] {
  const { backend, onEvent } = useReach()
  const { value: kept } = useLoaded(() => backend.control('listEvents'), [])
  const [come, setCome] = useState<readonly OrgEvent[]>([])
  useEffect(
    () =>
      onEvent((event) => {
        setCome((before) => (event ? [...before.slice(-shownMax), event] : []))
      }),
    [onEvent],
  )
  const latest = useMemo(() => {
    const old = kept ?? []
    const known = new Set(old.map(({ id }) => id))
    return [...old, ...come.filter(({ id }) => !known.has(id))].slice(-shownMax).toReversed()
  }, [kept, come])
  return [latest, kept !== undefined]
}

const eventColumns: readonly Column<OrgEvent>[] = [
  { title: 'Event', cell: ({ type }) => <code>{type}</code>, width: '224px' },
  { title: 'About', cell: ({ record }) => record.label },
  {
    title: 'By',
    cell: ({ cause }) => actorOf(cause),
    width: '216px',
    isSecondary: true,
  },
  { title: 'When', cell: ({ time }) => <When at={time} />, width: '216px', isSecondary: true },
]

/** An overview: counts, and the latest events. */
export function Overview(): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    () => backend.control('describe'),
    [],
    ['user.', 'group.', 'rule.', 'client.', 'mail.'],
  )
  const { value } = loaded
  const [latest, isLoaded] = useLatest()
  return (
    <>
      <h1>Organisation</h1>
      <p class="faint">{value?.baseUrl}</p>
      <Failed loaded={loaded} />
      <div class="cards">
        {counted.map(([name, place, title]) => {
          const { total, by } = value?.[name] ?? { total: '…', by: {} }
          return (
            <section class="card" aria-labelledby={`count-${name}`}>
              <h2 id={`count-${name}`}>
                <Go to={place}>{title}</Go>
              </h2>
              <p class="figure">{total}</p>
              <p class="faint">
                {Object.entries(by)
                  .map(([kind, count]) => `${count} ${kind}`)
                  .join(', ')}
              </p>
            </section>
          )
        })}
      </div>
      <h2>What happened</h2>
      <Table
        label="What happened"
        rows={latest}
        keyOf={({ id }) => id}
        empty={isLoaded ? 'Nothing has changed since the start.' : 'Loading…'}
        columns={eventColumns}
      />
    </>
  )
}

/** The clock, snapshots, sample data sets and settings. */
export function Control(): JSX.Element {
  const { backend } = useReach()
  const { value: clock, reload: readClock } = usePolled(() => backend.control('readClock'))
  const { value: snapshots, reload: readSnapshots } = usePolled(() => backend.control('listSnapshots'))
  const names = (snapshots?.snapshots ?? []).filter((name) => name !== undoName)
  const move = (action: Action, input?: unknown): Promise<unknown> =>
    backend.control(action, input).then(readClock)
  return (
    <>
      <h1>Clock, snapshots, settings</h1>
      <Section id="clock" title="Clock">
        <p>
          <strong>
            <When at={clock?.now} />
          </strong>{' '}
          {clock?.frozen ? 'stands still' : 'runs'}
        </p>
        <div class="actions">
          {clock?.frozen ? (
            <Act run={() => move('resumeClock')}>Let it run</Act>
          ) : (
            <Act run={() => move('freezeClock')}>Freeze</Act>
          )}
          {['5m', '1h', '1d', '30d'].map((by) => (
            <Act key={by} run={() => move('advanceClock', { by })}>
              +{by}
            </Act>
          ))}
        </div>
        <Form
          label="Move the clock"
          submit="Move"
          done="The clock is moved"
          run={({ to }) => move('setClock', { to })}
        >
          <Field name="to" label="Move to" placeholder="2030-01-01T00:00:00.000Z" required />
        </Form>
      </Section>
      <Section id="snapshots" title="Snapshots and data sets">
        <ul>
          {names.map((name) => (
            <li key={name}>
              {name}{' '}
              <Act
                quiet
                about={`to ${name}`}
                undo
                done={`Back at ${name}`}
                run={() => backend.control('restoreSnapshot', { name })}
              >
                Go back
              </Act>
              <Act
                quiet
                done={`${name} is deleted`}
                about={name}
                sure="sure?"
                run={() => backend.control('deleteSnapshot', { name }).then(readSnapshots)}
              >
                Delete
              </Act>
            </li>
          ))}
        </ul>
        <Form
          label="Save a snapshot"
          submit="Save"
          done="Snapshot saved"
          clears
          run={({ name }) => backend.control('saveSnapshot', { name }).then(readSnapshots)}
        >
          <Field name="name" label="Save a snapshot" required />
        </Form>
        {backend.can('loadWorld') && (
          <>
            <Form
              label="Load a data set"
              submit="Load"
              undo
              run={({ world }) =>
                backend.control('loadWorld', { world, replace: true }).then(() => `${world} loaded`)
              }
            >
              <Choice name="world" label="Load a data set" options={['demo', 'empty', 'large:1000']} />
            </Form>
            <LoadSeed />
          </>
        )}
        <Act
          undo
          sure="Reset everything: sure?"
          done="Back at the seeded state"
          run={() => backend.control('reset').then(readClock)}
        >
          Reset
        </Act>
      </Section>
      <Export />
      <Settings />
    </>
  )
}
