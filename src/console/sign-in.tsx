import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Act, Choice, Field, Form, Go } from './controls.tsx'
import type { Client } from './clients.tsx'
import { Json } from './json.tsx'
import { Section } from './parts.tsx'
import { useList, useLoaded, useParameter, useReach } from './reach.ts'
import { type ConsentPage, SignInWalk, type Walk } from './sign-in-walk.ts'
import { Tokens } from './token.tsx'

/** Performs a sign-in of a person at a client: each redirect, the consent, and the tokens. */
export function SignIn(): JSX.Element {
  const { backend, usesAddress } = useReach()
  const [clientId, setClient] = useParameter('client')
  const [person] = useParameter('person')
  const { value: status } = useLoaded(() => backend.control('readStatus'), [])
  const { items } = useList<Client>('/oauth2/v1/clients?limit=200', ['client.'])
  const clients = items.filter(({ grant_types: types }) => types.includes('authorization_code'))
  const client = clients.find(({ client_id: id }) => id === clientId) ?? clients[0]
  const [walk, setWalk] = useState<Walk & { readonly go: SignInWalk }>()
  if (!client) {
    return (
      <>
        <h1>Sign in as a person</h1>
        <p class="empty">
          No client signs people in. <Go to="clients">Register one</Go>
        </p>
      </>
    )
  }
  return (
    <>
      <h1>Sign in as a person</h1>
      <p class="faint">
        Sends what the browser of a person and the application send, one after another. Faults meet these
        requests, and the journal shows them. The person needs no password here.
      </p>
      <Form
        label="Sign in as a person"
        submit="Sign in"
        also={
          usesAddress && (
            <button type="submit" class="other" name="how" value="tab">
              Open the sign-in page in a tab
            </button>
          )
        }
        run={async ({ person: login = '', redirect_uri = '', asked = '', prompt, how }) => {
          setWalk(undefined)
          const query = new URLSearchParams({
            client_id: client.client_id,
            response_type: 'code',
            redirect_uri,
            scope: asked,
            state: 'console',
            login_hint: login,
            ...(prompt === undefined ? {} : { prompt }),
          })
          if (how === 'tab') {
            open(`${status!.baseUrl}/oauth2/v1/authorize?${query}`, '_blank', 'noopener')
            return
          }
          const isPublic = client.token_endpoint_auth_method === 'none'
          const go = new SignInWalk(
            backend,
            { client: client.client_id, isPublic, person: login, query },
            (each) => setWalk({ ...each, go }),
          )
          await go.begin()
        }}
      >
        <div class="bar">
          <label>
            Client
            <select value={client.client_id} onChange={(event) => setClient(event.currentTarget.value)}>
              {clients.map(({ client_id: id, client_name: name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Field
            name="person"
            names="user"
            label="Person"
            placeholder="Login or id"
            defaultValue={person}
            required
          />
          <Choice
            key={client.client_id}
            name="redirect_uri"
            label="Leads back to"
            options={client.redirect_uris}
          />
          <Field name="asked" label="Scopes to ask for" defaultValue="openid profile email" required />
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
      {walk && <Walked walk={walk} />}
    </>
  )
}

/** An authorization server may send its error along a redirect. */
function isFailed(status: number, leadsTo = ''): boolean {
  return status >= 400 || /[?&#]error=/.test(leadsTo)
}

function Walked({
  walk: { steps, consent, tokens, problem, go },
}: {
  readonly walk: Walk & { readonly go: SignInWalk }
}): JSX.Element {
  return (
    <>
      <ol aria-label="Steps of the sign-in">
        {steps.map(({ title, request, status, leadsTo, number }, index) => (
          <li key={index}>
            {title} <span class={isFailed(status, leadsTo) ? 'badge ill' : 'badge well'}>{status}</span>{' '}
            {number !== undefined && <Go to={`journal/${number}`}>In the journal</Go>}
            <br />
            <code>{request}</code>
            {leadsTo !== undefined && (
              <>
                <br />→ <code>{leadsTo}</code>
              </>
            )}
          </li>
        ))}
      </ol>
      {consent && <Consent consent={consent} go={go} />}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {tokens && (
        <Section id="issued" title="Tokens">
          <Tokens issued={tokens} />
          <Json label="Reply of the token endpoint" value={tokens} />
        </Section>
      )}
    </>
  )
}

/** The question to the person, and the two answers. */
function Consent({ consent, go }: { readonly consent: ConsentPage; readonly go: SignInWalk }): JSX.Element {
  return (
    <Section id="consent" title={consent.heading}>
      <ul>
        {consent.scopes.map((scope) => (
          <li key={scope}>{scope}</li>
        ))}
      </ul>
      <div class="actions">
        <Act run={() => go.decide(consent, 'allow')}>Allow</Act>
        <Act run={() => go.decide(consent, 'deny')}>Refuse</Act>
      </div>
    </Section>
  )
}
