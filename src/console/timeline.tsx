import type { JSX } from 'preact'
import type { OrgEvent } from '../control/events/event-log.ts'
import { Go } from './controls.tsx'
import { Caller } from './request.tsx'
import { Actor, Section, When } from './parts.tsx'
import { usePolled, useReach } from './reach.ts'
import { Table } from './table.tsx'

interface Moment {
  readonly key: string
  readonly time: string
  readonly what: JSX.Element
  readonly by: JSX.Element
}

/** Events of a person and of the person's memberships, sessions and mails, with the requests, newest first. */
export function Timeline({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const loaded = usePolled(async (): Promise<readonly Moment[]> => {
    const [events, requests] = await Promise.all([
      backend.control('listEvents', { user: id }),
      backend.control('readJournal', { user: id }),
    ])
    const moments = [
      ...requests.map(({ number, method, path, status, time, caller }) => ({
        key: `request ${number}`,
        time,
        what: (
          <Go to={`journal/${number}`}>
            {status} {method} {path}
          </Go>
        ),
        by: <Caller caller={caller} />,
      })),
      ...events.map((event) => ({
        key: event.id,
        time: event.time,
        what: <What event={event} />,
        by: <Actor event={event} />,
      })),
    ]
    return moments.toSorted((one, other) => one.time.localeCompare(other.time)).toReversed()
  })
  return (
    <Section id="timeline" title="Timeline">
      <Table
        label="Events and requests"
        isShort
        rows={loaded.value ?? []}
        keyOf={({ key }) => key}
        loaded={loaded}
        empty="Nothing has happened since the start."
        columns={columns}
      />
    </Section>
  )
}

function What({ event: { type, record } }: { readonly event: OrgEvent }): JSX.Element {
  return (
    <>
      <code>{type}</code> {record.kind === 'mail' && <Go to={`mails/${record.id}`}>{record.label}</Go>}
    </>
  )
}

const columns = [
  { title: 'What', cell: ({ what }: Moment) => what, share: 2 },
  { title: 'By', cell: ({ by }: Moment) => by, isSecondary: true },
  { title: 'When', cell: ({ time }: Moment) => <When at={time} />, width: '216px' },
]
