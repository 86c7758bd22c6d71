import type { JSX } from 'preact'
import { Act, Go } from './controls.tsx'
import { isRead, LinkBadge, type Mail } from './mail.tsx'
import { When } from './parts.tsx'
import { useLoaded, useParameter, useReach } from './reach.ts'
import { type Column, Table } from './table.tsx'
import { undoable } from './undo.ts'

const columns: readonly Column<Mail>[] = [
  {
    title: 'Subject',
    cell: (mail) => (
      <>
        {!isRead(mail) && (
          <span class="unread">
            <span class="unseen">Unread: </span>
          </span>
        )}
        <Go to={`mails/${mail.number}`}>{mail.subject}</Go>
      </>
    ),
  },
  { title: 'To', cell: ({ to, userId }) => <Go to={`people/${userId}`}>{to}</Go> },
  { title: 'Sent', cell: ({ sentAt }) => <When at={sentAt} />, width: '216px', isSecondary: true },
  { title: 'Link', cell: (mail) => <LinkBadge mail={mail} />, width: '104px' },
]

/** The mails that the service would have sent, newest first. */
function useMails(filter: { readonly userId?: string }): {
  readonly mails: readonly Mail[]
  readonly problem: string | undefined
  readonly reload: () => void
} {
  const { backend } = useReach()
  // A sign-in or a new password uses a link up.
  const { value, problem, reload } = useLoaded(
    () => backend.control('listMails', filter),
    [filter.userId],
    ['mail.', 'user.', 'session.'],
  )
  const mails = ((Array.isArray(value) ? value : (value?.mails ?? [])) as readonly Mail[]).toSorted(
    (one, other) => other.sentAt.localeCompare(one.sentAt) || other.number - one.number,
  )
  return { mails, problem, reload }
}

/** The mails to one person. */
export function MailsOf({ userId }: { readonly userId: string }): JSX.Element {
  const { mails, problem } = useMails({ userId })
  if (problem !== undefined) return <p role="alert">{problem}</p>
  return <MailTable mails={mails} empty="No mail." />
}

function MailTable({
  mails,
  empty,
}: {
  readonly mails: readonly Mail[]
  readonly empty: string
}): JSX.Element {
  return (
    <Table
      label="Mails"
      rows={mails}
      keyOf={({ number }) => String(number)}
      empty={empty}
      columns={columns}
    />
  )
}

/** Every mail. */
export function Mails(): JSX.Element {
  const { backend, say } = useReach()
  const [find, setFind] = useParameter('find')
  const { mails, problem, reload } = useMails({})
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = mails.filter(({ to, subject, kind, linkStatus }) => {
    const line = `${to} ${subject} ${kind} ${linkStatus}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
  const unread = mails.filter((mail) => !isRead(mail)).length
  return (
    <>
      <h1>Mails</h1>
      <div class="bar">
        <label>
          Find
          <input
            type="search"
            value={find}
            placeholder="Address, subject, kind or open"
            onInput={(event) => setFind(event.currentTarget.value)}
          />
        </label>
        <Act
          sure="Empty the outbox: sure?"
          run={async () => {
            const back = await undoable(backend, () => backend.control('clearMails'))
            // No event says that the outbox was emptied.
            reload()
            say('Outbox emptied', back)
          }}
        >
          Empty the outbox
        </Act>
        <p role="status" class="count">
          {shown.length} found, {unread} unread
        </p>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <MailTable mails={shown} empty={mails.length === 0 ? 'No mail.' : 'No mail matches.'} />
    </>
  )
}
