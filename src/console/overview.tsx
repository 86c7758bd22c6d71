import type { JSX } from 'preact'
import { Go } from './controls.tsx'
import { Actor, Facts } from './parts.tsx'
import { When } from './time.tsx'
import { useLoaded, useReach } from './reach.ts'
import type { Column } from './column.tsx'
import { Table } from './table.tsx'
import type { OrgEvent } from '../control/events/event-log.ts'

const counted = [
  ['users', 'people', 'People'],
  ['groups', 'groups', 'Groups'],
  ['rules', 'rules', 'Rules'],
  ['clients', 'clients', 'Applications'],
  ['mails', 'mails', 'Mails'],
] as const

/** How many events are shown at most. */
const shownMax = 1000

const eventColumns: readonly Column<OrgEvent>[] = [
  { title: 'Event', cell: ({ type }) => <code>{type}</code>, width: '224px' },
  { title: 'About', cell: ({ record }) => record.label },
  {
    title: 'By',
    cell: (event) => <Actor event={event} />,
    width: '216px',
    isSecondary: true,
  },
  { title: 'When', cell: ({ time }) => <When at={time} />, width: '216px', isSecondary: true },
]

/** An overview: counts, and the latest events. */
export function Overview(): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    async () => {
      const [counts, events] = await Promise.all([backend.control('describe'), backend.control('listEvents')])
      return { ...counts, latest: events.slice(-shownMax).toReversed() }
    },
    [],
    'changes',
  )
  const { value } = loaded
  return (
    <>
      <h1>Overview</h1>
      <p class="faint">{value?.baseUrl}</p>
      <div class="cards">
        {counted.map(([name, place, title]) => {
          const { total, by } = value?.[name] ?? { total: '…', by: {} }
          return (
            <section class="card" aria-labelledby={`count-${name}`}>
              <h2 id={`count-${name}`}>
                <Go to={place}>{title}</Go>
              </h2>
              <p class="figure">{total}</p>
              <Facts facts={Object.entries(by).toSorted(([, one], [, other]) => other - one)} />
            </section>
          )
        })}
      </div>
      <h2>What happened</h2>
      <Table
        label="What happened"
        rows={value?.latest ?? []}
        keyOf={({ id }) => id}
        loaded={loaded}
        empty="Nothing has changed since the start."
        columns={eventColumns}
      />
    </>
  )
}
