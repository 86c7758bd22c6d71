import type { JSX } from 'preact'
import { ActionButton, Go } from './controls.tsx'
import { Find, hasWords } from './find.tsx'
import type { Mail } from '../views/mail-view.ts'
import { LinkBadge, MailPage, nameOf, readMails } from './mail.tsx'
import { emptyText, Failed, When } from './parts.tsx'
import { type Loaded, useLoaded, useParameter, useReach } from './reach.ts'
import { Split, useRecords } from './split.tsx'
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
  const mails = (loaded.value ?? []).toSorted((one, other) => other.number - one.number)
  return { mails, read: new Set(readMails()), loaded }
}

/** The mails to one person. */
export function MailsOf({ userId }: { readonly userId: string }): JSX.Element {
  const { mails, read, loaded } = useMails({ userId })
  return (
    <>
      <Failed loaded={loaded} />
      <Table
        label="Mails"
        isShort
        rows={mails}
        keyOf={keyOf}
        empty={emptyText(loaded, 'No mail.')}
        columns={columnsFor(read)}
      />
    </>
  )
}

const keyOf = ({ number }: Mail): string => String(number)

/** Every mail; the open one next to them. */
export function Mails({ id }: { readonly id?: string | undefined }): JSX.Element {
  const { backend, say } = useReach()
  const [find, setFind] = useParameter('find')
  const { open } = useRecords('mails')
  const { mails, read, loaded } = useMails({})
  const shown = mails.filter(({ to, subject, kind, linkStatus }) =>
    hasWords(`${to} ${subject} ${kind} ${linkStatus}`, find),
  )
  const unread = mails.filter((mail) => !read.has(nameOf(mail))).length
  return (
    <>
      <div class="head-line">
        <h1>Mails</h1>
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
      </div>
      <div class="bar">
        <Find text={find} change={setFind} placeholder="Address, subject, kind or open" />
        <p role="status" class="count">
          {loaded.value !== undefined && `${shown.length} found, ${unread} unread`}
        </p>
      </div>
      <Failed loaded={loaded} />
      <Split
        list={
          <Table
            label="Mails"
            rows={shown}
            keyOf={keyOf}
            newest={({ number }) => number}
            beginsWith={find}
            onOpen={({ number }) => open(number)}
            selected={id}
            empty={emptyText(loaded, mails.length === 0 ? 'No mail.' : 'No mail matches.')}
            columns={columnsFor(read)}
          />
        }
        detail={id !== undefined && <MailPage key={id} id={id} />}
      />
    </>
  )
}
