import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Choice, Field, Form, Go } from './controls.tsx'
import { useLoaded, useReach } from './reach.ts'
import type { Status } from './status.tsx'

/** Starts a sign-in at a client, as its application does: the pages that a person would see open in a tab. */
export function SignIn({
  clientId,
  redirectUris,
}: {
  readonly clientId: string
  readonly redirectUris: readonly string[]
}): JSX.Element {
  const { backend } = useReach()
  const { value: status } = useLoaded(() => backend.control('readStatus') as Promise<Status>, [])
  const [address, setAddress] = useState<string>()
  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in as a person</h2>
      <Form
        label="Sign in as a person"
        submit="Open the sign-in page"
        run={async ({ person = '', redirect_uri, asked = '', prompt }) => {
          const query = new URLSearchParams({
            client_id: clientId,
            response_type: 'code',
            redirect_uri: redirect_uri!,
            scope: asked,
            state: 'console',
            ...(person === '' ? {} : { login_hint: person }),
            ...(prompt === undefined ? {} : { prompt }),
          })
          const url = `${status!.baseUrl}/oauth2/v1/authorize?${query}`
          setAddress(url)
          open(url, '_blank', 'noopener')
        }}
      >
        <div class="bar">
          <Field name="person" label="Login to fill in" placeholder="jo@example.com" />
          <Choice name="redirect_uri" label="Leads back to" options={redirectUris} />
          <Field name="asked" label="Scopes to ask for" defaultValue="openid profile" required />
          <Choice
            name="prompt"
            label="Asks"
            options={[
              ['', 'what is needed'],
              ['login', 'for the password again'],
              ['consent', 'for consent'],
              ['none', 'nothing'],
            ]}
          />
        </div>
      </Form>
      {address !== undefined && (
        <p role="status">
          <a href={address} target="_blank" rel="noreferrer">
            Opened in a tab
          </a>
          ; <Go to="journal?find=/oauth2/v1/">each redirect is in the journal</Go>.
        </p>
      )}
    </section>
  )
}
