import type { JSX } from 'preact'
import { Act, Find, Go, hasWords } from './controls.tsx'
import type { Mail } from '../views/mail-view.ts'
import { LinkBadge, nameOf, readMails } from './mail.tsx'
import { emptyText, Failed, When } from './parts.tsx'
import { type Loaded, useLoaded, useParameter, useReach } from './reach.ts'
import { type Column, Table } from './table.tsx'
import { undoable } from './undo.ts'

const columnsFor = (read: ReadonlySet<string>): readonly Column<Mail>[] => [
  {
    title: 'Subject',
    cell: (mail) => (
      <>
        {!read.has(nameOf(mail)) && (
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
  /** Names of the mails that somebody opened in this browser. */
  readonly read: ReadonlySet<string>
  readonly loaded: Loaded<unknown>
} {
  const { backend } = useReach()
  // A sign-in or a new password consumes a link.
  const loaded = useLoaded(
    () => backend.control('listMails', filter),
    [filter.userId],
    ['mail.', 'user.', 'session.'],
  )
  const mails = (loaded.value ?? []).toSorted(
    (one, other) => other.sentAt.localeCompare(one.sentAt) || other.number - one.number,
  )
  return { mails, read: new Set(readMails()), loaded }
}

/** The mails to one person. */
export function MailsOf({ userId }: { readonly userId: string }): JSX.Element {
  const { mails, read, loaded } = useMails({ userId })
  return (
    <>
      <Failed loaded={loaded} />
      <MailTable mails={mails} read={read} empty={emptyText(loaded, 'No mail.')} />
    </>
  )
}

function MailTable({
  mails,
  read,
  empty,
}: {
  readonly mails: readonly Mail[]
  readonly read: ReadonlySet<string>
  readonly empty: string
}): JSX.Element {
  return (
    <Table
      label="Mails"
      rows={mails}
      keyOf={({ number }) => String(number)}
      empty={empty}
      columns={columnsFor(read)}
    />
  )
}

/** Every mail. */
export function Mails(): JSX.Element {
  const { backend, say } = useReach()
  const [find, setFind] = useParameter('find')
  const { mails, read, loaded } = useMails({})
  const shown = mails.filter(({ to, subject, kind, linkStatus }) =>
    hasWords(`${to} ${subject} ${kind} ${linkStatus}`, find),
  )
  const unread = mails.filter((mail) => !read.has(nameOf(mail))).length
  return (
    <>
      <h1>Mails</h1>
      <div class="bar">
        <Find text={find} change={setFind} placeholder="Address, subject, kind or open" />
        <Act
          sure="Empty the outbox: sure?"
          run={async () => {
            const back = await undoable(backend, () => backend.control('clearMails'))
            // No event reports that the outbox was emptied.
            loaded.reload()
            say('Outbox emptied', back)
          }}
        >
          Empty the outbox
        </Act>
        <p role="status" class="count">
          {loaded.value !== undefined && `${shown.length} found, ${unread} unread`}
        </p>
      </div>
      <Failed loaded={loaded} />
      <MailTable
        mails={shown}
        read={read}
        empty={emptyText(loaded, mails.length === 0 ? 'No mail.' : 'No mail matches.')}
      />
    </>
  )
}
