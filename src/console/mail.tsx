import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Mail } from '../views/mail-view.ts'
import { Field, Form, Go } from './controls.tsx'
import { Badge, Failed, Section, When } from './parts.tsx'
import { DetailHead } from './split.tsx'
import { type Loaded, useReach } from './reach.ts'
import { store, stored } from './storage.ts'

/** The key of the read mails in the browser's storage. */
const readKey = 'identikit-mails-read'

/** How many read mails the browser remembers. */
const readMax = 1000

/** A key that identifies a read mail. */
export const nameOf = ({ number, sentAt, to }: Mail): string => `${number} ${sentAt} ${to}`

/** The names of the mails that somebody opened in this browser, with the open one. */
export function useRead(open?: Mail): ReadonlySet<string> {
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
export function LinkBadge({ mail: { url, linkStatus } }: { readonly mail: Mail }): JSX.Element {
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
export function MailPage({
  id,
  mail,
  loaded: { value, reload },
}: {
  readonly id: string
  /** Undefined while it is not loaded, or if it is gone. */
  readonly mail: Mail | undefined
  readonly loaded: Loaded<unknown>
}): JSX.Element {
  const { backend } = useReach()
  if (!mail) {
    const problem = value === undefined ? undefined : `Mail ${id} is not in the outbox`
    return (
      <>
        <DetailHead section="mails">Mail {id}</DetailHead>
        <Failed loaded={{ problem, reload }} />
      </>
    )
  }
  const { kind, subject, to, userId, sentAt, url, code, token, linkStatus } = mail
  return (
    <>
      <DetailHead section="mails">{subject}</DetailHead>
      <p class="faint">
        To <Go to={`people/${userId}`}>{to}</Go> · <When at={sentAt} /> · link <LinkBadge mail={mail} />
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
        <Section id="follow" title="Follow the link here">
          <p class="faint">Does what the person does on the page of the link.</p>
          <Form
            label="Follow the link here"
            submit="Follow"
            done="The link was used"
            run={async ({ password }) => {
              const used = await backend.control('useToken', {
                token,
                ...(password === undefined ? {} : { password }),
              })
              if (used.status === 'FAILURE') throw new Error(`password: ${used.message ?? used.reason}`)
              reload()
            }}
          >
            <Field name="password" label="New password, where the page asks for one" />
          </Form>
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
