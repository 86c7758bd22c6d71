import type { JSX } from 'preact'
import { ActionButton, Go } from './controls.tsx'
import { ListPage } from './list-page.tsx'
import type { Mail } from '../views/mail-view.ts'
import { LinkBadge, MailPage, nameOf, useRead } from './mail.tsx'
import { When } from './parts.tsx'
import { type Loaded, useLoaded, useReach } from './reach.ts'
import { useRecords } from './split.tsx'
import type { Column } from './column.tsx'
import { Table } from './table.tsx'
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
        <Subject mail={mail} />
      </>
    ),
    share: 2,
  },
  { title: 'To', cell: ({ to, userId }) => <Go to={`people/${userId}`}>{to}</Go> },
  { title: 'Sent', cell: ({ sentAt }) => <When at={sentAt} />, width: '200px', isSecondary: true },
  { title: 'Link', cell: (mail) => <LinkBadge mail={mail} />, width: '104px' },
]

function Subject({ mail: { number, subject } }: { readonly mail: Mail }): JSX.Element {
  return (
    <Go to={useRecords('mails').placeOf(number)} keepsFocus>
      {subject}
    </Go>
  )
}

/** The mails that the service would have sent, newest first. */
function useMails(filter: { readonly userId?: string }): {
  readonly mails: readonly Mail[]
  readonly loaded: Loaded<unknown>
} {
  const { backend } = useReach()
  // A sign-in or a new password consumes a link.
  const loaded = useLoaded(
    () => backend.control('listMails', filter),
    [filter.userId],
    ['mail.', 'user.', 'session.'],
  )
  return { mails: (loaded.value ?? []).toSorted((one, other) => other.number - one.number), loaded }
}

/** The mails to one person. */
export function MailsOf({ userId }: { readonly userId: string }): JSX.Element {
  const { mails, loaded } = useMails({ userId })
  const read = useRead()
  return (
    <Table
      label="Mails"
      isShort
      rows={mails}
      loaded={loaded}
      keyOf={keyOf}
      empty="No mail."
      columns={columnsFor(read)}
    />
  )
}

const keyOf = ({ number }: Mail): string => String(number)

/** Every mail; the open one next to them. */
export function Mails({ id }: { readonly id?: string | undefined }): JSX.Element {
  const { backend, say } = useReach()
  const { mails, loaded } = useMails({})
  const mail = mails.find((each) => keyOf(each) === id)
  const read = useRead(mail)
  const unread = mails.filter((mail) => !read.has(nameOf(mail))).length
  return (
    <ListPage
      title="Mails"
      to="mails"
      steps={
        <ActionButton
          sure="Empty the outbox: sure?"
          run={async () => {
            const back = await undoable(backend, () => backend.control('clear', { only: 'mails' }))
            // No event reports that the outbox was emptied.
            loaded.reload()
            say('Outbox emptied', back)
          }}
        >
          Empty the outbox
        </ActionButton>
      }
      find={{ placeholder: 'Address, subject, kind or open' }}
      count={(shown) => `${shown} found, ${unread} unread`}
      textOf={({ to, subject, kind, linkStatus }) => `${to} ${subject} ${kind} ${linkStatus}`}
      rows={mails}
      loaded={loaded}
      keyOf={keyOf}
      newest={({ number }) => number}
      selected={id}
      empty="No mail."
      columns={columnsFor(read)}
      detail={id !== undefined && <MailPage key={id} id={id} mail={mail} loaded={loaded} />}
    />
  )
}
