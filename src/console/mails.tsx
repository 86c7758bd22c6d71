import { useEffect, useState } from 'preact/hooks'
import { ActionForm } from './form.tsx'
import { Badge, Section } from './parts.tsx'
import { store, stored } from './storage.ts'
import type { JSX } from 'preact'
import { Go } from './controls.tsx'
import { ListPage } from './list-page.tsx'
import type { Mail } from '../views/mail-view.ts'
import { When } from './time.tsx'
import { type Loaded, useLoaded, useReach } from './reach.ts'
import { DetailHead } from './detail.tsx'
import type { Column } from './column.tsx'
import { Table } from './table.tsx'

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
        <Go to={`mails/${mail.number}`} inList keepsFocus>
          {mail.subject}
        </Go>
      </>
    ),
    share: 1.5,
  },
  { title: 'To', cell: ({ to, userId }) => <Go to={`people/${userId}`}>{to}</Go> },
  { title: 'Sent', cell: ({ sentAt }) => <When at={sentAt} />, width: '200px', isSecondary: true },
  { title: 'Link', cell: (mail) => <LinkBadge mail={mail} />, width: '96px', isSecondary: true },
]

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
      columns={columnsFor(read).filter(({ title }) => title !== 'To')}
    />
  )
}

const keyOf = ({ number }: Mail): string => String(number)

/** Every mail; the open one next to them. */
export function Mails({ id }: { readonly id?: string | undefined }): JSX.Element {
  const { backend } = useReach()
  const { mails, loaded } = useMails({})
  const mail = mails.find((each) => keyOf(each) === id)
  const read = useRead(mail)
  const unread = mails.filter((mail) => !read.has(nameOf(mail))).length
  return (
    <ListPage
      steps={[
        {
          text: 'Empty the outbox',
          sure: 'Empty the outbox: sure?',
          undo: true,
          done: 'Outbox emptied',
          run: () => backend.control('clear', { only: 'mails' }),
        },
      ]}
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
      detail={
        id !== undefined && <MailPage key={id} id={id} mail={mail} isLoaded={loaded.value !== undefined} />
      }
    />
  )
}

/** The key of the read mails in the browser's storage. */
const readKey = 'identikit-mails-read'

/** How many read mails the browser remembers. */
const readMax = 1000

/** A key that identifies a read mail. */
const nameOf = ({ number, sentAt, to }: Mail): string => `${number} ${sentAt} ${to}`

/** The names of the mails that somebody opened in this browser, with the open one. */
function useRead(open?: Mail): ReadonlySet<string> {
  const [read, setRead] = useState(() => (stored(readKey) ?? []) as readonly string[])
  useEffect(() => {
    if (!open || read.includes(nameOf(open))) return
    const now = [...read, nameOf(open)].slice(-readMax)
    setRead(now)
    store(readKey, now)
  }, [open?.number])
  return new Set(read)
}

/** Whether the link of a mail still works. */
function LinkBadge({ mail: { url, linkStatus } }: { readonly mail: Mail }): JSX.Element {
  if (url === undefined) return <span class="faint">none</span>
  return <Badge>{linkStatus ?? 'open'}</Badge>
}

/** The text of each kind of mail. */
const messages: Readonly<Record<string, string>> = {
  activation: 'Your account is ready. Follow the link to activate it.',
  'email-login': 'Follow the link to sign in.',
  'sign-in-code': 'Enter this code to sign in:',
  welcome: 'Welcome. Your account is active; you can sign in.',
  'password-reset': 'Follow the link to set a new password. If you did not ask for it, ignore this mail.',
  'email-verification': 'Follow the link to confirm this address.',
  'deactivation-notice': 'An account was deactivated.',
}

/** A mail: its look, and the effect of its link. */
function MailPage({
  id,
  mail,
  isLoaded,
}: {
  readonly id: string
  /** Undefined while it is not loaded, or if it is gone. */
  readonly mail: Mail | undefined
  readonly isLoaded: boolean
}): JSX.Element {
  if (!mail) {
    return (
      <>
        <DetailHead>Mail {id}</DetailHead>
        {isLoaded && <p role="alert">Mail {id} is not in the outbox</p>}
      </>
    )
  }
  const { kind, subject, to, userId, sentAt, url, code, token, linkStatus } = mail
  return (
    <>
      <DetailHead>
        {subject} {url !== undefined && <LinkBadge mail={mail} />}
      </DetailHead>
      <p class="faint">
        To <Go to={`people/${userId}`}>{to}</Go> · <When at={sentAt} />
      </p>
      <section class="mail" aria-label="Message">
        <p>
          {messages[kind]} <strong>{code}</strong>
        </p>
        {url !== undefined && (
          <p>
            <a href={url} target="_blank" rel="noreferrer">
              {url}
            </a>
          </p>
        )}
      </section>
      {url !== undefined && token !== undefined && linkStatus === 'open' && (
        <Section title="Follow the link here">
          <ActionForm
            action="useToken"
            label="Follow the link here"
            submit="Follow"
            fixed={{ token }}
            done="The link was used"
            then={(used) => {
              if (used.status === 'FAILURE') throw new Error(`password: ${used.message ?? used.reason}`)
            }}
          />
        </Section>
      )}
      {linkStatus !== undefined && linkStatus !== 'open' && (
        <p>
          {linkStatus === 'expired'
            ? 'The link is too old. Move the clock back to use it, or send another mail.'
            : 'The link was used, or a newer mail replaced it.'}
        </p>
      )}
    </>
  )
}
