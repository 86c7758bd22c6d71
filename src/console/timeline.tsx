import type { JSX } from 'preact'
import { Go } from './controls.tsx'
import { actorOf, emptyText, Section, When } from './parts.tsx'
import { usePolled, useReach } from './reach.ts'
import { Table } from './table.tsx'

interface Moment {
  readonly key: string
  readonly time: string
  readonly what: JSX.Element
  readonly by: string
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
        by: caller?.kind ?? 'nobody',
      })),
      ...events.map(({ id: key, type, time, cause, record }) => ({
        key,
        time,
        what: (
          <>
            <code>{type}</code> {record.kind === 'mail' && <Go to={`mails/${record.id}`}>{record.label}</Go>}
          </>
        ),
        by: actorOf(cause),
      })),
    ]
    return moments.toSorted((one, other) => one.time.localeCompare(other.time)).toReversed()
  })
  return (
    <Section id="timeline" title="Timeline">
      <Table
        label="Events and requests"
        rows={loaded.value ?? []}
        keyOf={({ key }) => key}
        empty={emptyText(loaded, 'Nothing has happened since the start.')}
        columns={columns}
      />
    </Section>
  )
}

const columns = [
  { title: 'What', cell: ({ what }: Moment) => what, share: 2 },
  { title: 'By', cell: ({ by }: Moment) => by, isSecondary: true },
  { title: 'When', cell: ({ time }: Moment) => <When at={time} />, width: '216px' },
]
