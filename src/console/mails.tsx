import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Act, Go } from './controls.tsx'
import { When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { Table } from './table.tsx'

interface Mail {
  readonly number: number
  readonly kind: string
  readonly to: string
  readonly userId: string
  readonly subject: string
  readonly url?: string
  readonly sentAt: string
}

/** Mails that the service would have sent, newest first. */
export function MailTable({ filter = {} }: { readonly filter?: { readonly userId?: string } }): JSX.Element {
  const { backend } = useReach()
  const { value, problem } = useLoaded(() => backend.control('listMails', filter), [filter.userId], ['mail.'])
  const mails = ((Array.isArray(value) ? value : (value?.mails ?? [])) as readonly Mail[]).toSorted(
    (one, other) => other.sentAt.localeCompare(one.sentAt) || other.number - one.number,
  )
  if (problem !== undefined) return <p role="alert">{problem}</p>
  return (
    <Table
      label="Mails"
      rows={mails}
      keyOf={({ number }) => String(number)}
      empty="No mail."
      columns={[
        { title: 'To', cell: ({ to, userId }) => <Go to={`people/${userId}`}>{to}</Go> },
        { title: 'Subject', cell: ({ subject }) => subject },
        { title: 'Sent', cell: ({ sentAt }) => <When at={sentAt} />, width: '216px', isSecondary: true },
        {
          title: 'Link',
          width: '80px',
          cell: ({ url, subject }) =>
            url === undefined ? (
              ''
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                Open<span class="unseen"> the link of {subject}</span>
              </a>
            ),
        },
      ]}
    />
  )
}

/** Every mail. */
export function Mails(): JSX.Element {
  const { backend } = useReach()
  // No event says that the outbox was emptied.
  const [turn, setTurn] = useState(0)
  return (
    <>
      <h1>Mails</h1>
      <div class="actions">
        <Act
          sure="Empty the outbox: sure?"
          done="Outbox emptied"
          run={() => backend.control('clearMails').then(() => setTurn(turn + 1))}
        >
          Empty the outbox
        </Act>
      </div>
      <MailTable key={turn} />
    </>
  )
}
