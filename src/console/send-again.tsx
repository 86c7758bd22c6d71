import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type Answer, refusalIn, tokenOf } from './backend.ts'
import { Choice, Field, Form, Go, jsonIn, LongField } from './controls.tsx'
import type { Exchange } from '../exchange/journal.ts'
import { addressOf } from '../exchange/formats.ts'
import { Outcome } from './parts.tsx'
import { useReach } from './reach.ts'

/** Sends a request of the journal again as an application would, edited or not. */
export function SendAgain({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { backend } = useReach()
  const [answer, setAnswer] = useState<Answer>()
  const [sent, setSent] = useState<number>()
  return (
    <>
      <p class="faint">
        Sent as your application would, with the API token: faults meet it, and the journal shows it.
      </p>
      <Form
        label="Send again"
        submit="Send"
        run={async ({ method, path, body }) => {
          setAnswer(undefined)
          if (!path!.startsWith('/')) throw new Error('path: expected a path such as /api/v1/users')
          const given = await backend.callAs(
            await tokenOf(backend),
            method!,
            path!,
            body === undefined ? undefined : jsonIn(body, 'body: expected JSON'),
          )
          const after = await backend.control('readJournal', {
            after: exchange.number,
            path: path!.split('?')[0],
          })
          setSent(after.at(-1)?.number)
          setAnswer(given)
        }}
      >
        <div class="bar">
          <Choice
            name="method"
            label="Method"
            options={[
              exchange.method,
              ...['GET', 'POST', 'PUT', 'DELETE'].filter((each) => each !== exchange.method),
            ]}
          />
          <Field name="path" label="Path and query" defaultValue={addressOf(exchange)} size={48} required />
        </div>
        <LongField name="body" label="Body, as JSON" rows={4} defaultValue={bodyText(exchange)} />
      </Form>
      {answer && (
        <Outcome answer={answer}>
          <strong role="status">{answer.status}</strong> {refusalIn(answer)}{' '}
          {sent !== undefined && (
            <>
              <Go to={`journal/${sent}`}>In the journal</Go> ·{' '}
              <Go to={`journal/${sent}?with=${exchange.number}`}>Compare with this one</Go>
            </>
          )}
        </Outcome>
      )}
    </>
  )
}

function bodyText({ request: { body } }: Exchange): string {
  return body === undefined ? '' : JSON.stringify(body, undefined, 2)
}

/** The values of a fault for the same call, for the form of a new fault. */
export function faultQuery({ operation, path, method, refusal, status }: Exchange): URLSearchParams {
  return new URLSearchParams({
    ...(operation === undefined ? { path, more: JSON.stringify({ method }) } : { operation }),
    ...(refusal !== undefined && status >= 400 ? { refusal } : { status: '500' }),
    times: '1',
  })
}

/** The user in a path. */
export function userIn(path: string): string | undefined {
  return /\/users\/([^/]+)/.exec(path)?.[1]
}

const places: Readonly<Record<string, string>> = {
  user: 'people',
  group: 'groups',
  rule: 'rules',
  client: 'clients',
}

/** The label of a record, with a link to its page if it has one. */
export function RecordLink({
  record: { kind, id, label },
}: {
  readonly record: { readonly kind: string; readonly id: string; readonly label: string }
}): JSX.Element {
  const place = places[kind]
  return place === undefined ? <>{label}</> : <Go to={`${place}/${id}`}>{label}</Go>
}
