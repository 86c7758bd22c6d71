import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type Answer, refusalIn, tokenOf } from './backend.ts'
import { Go } from './controls.tsx'
import { SchemaForm } from './form.tsx'
import type { Exchange } from '../exchange/journal.ts'
import { addressOf } from '../exchange/formats.ts'
import { Outcome } from './parts.tsx'
import { useReach } from './reach.ts'
import type { Schema } from './schema.ts'

/** Sends a request of the journal again as an application would, edited or not. */
export function SendAgain({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { backend } = useReach()
  const [answer, setAnswer] = useState<Answer>()
  const [number, setNumber] = useState<number>()
  return (
    <>
      <p class="faint">
        Sent as your application would, with the API token: faults meet it, and the journal shows it.
      </p>
      <SchemaForm
        schema={sent}
        label="Send again"
        submit="Send"
        initial={{ method: exchange.method, path: addressOf(exchange), body: exchange.request.body }}
        run={async ({ method, path: typed, body }) => {
          setAnswer(undefined)
          const path = String(typed)
          if (!path.startsWith('/')) throw new Error('path: expected a path such as /api/v1/users')
          const given = await backend.callAs(await tokenOf(backend), String(method), path, body)
          const after = await backend.control('readJournal', {
            after: exchange.number,
            path: path.split('?')[0],
          })
          setNumber(after.at(-1)?.number)
          setAnswer(given)
        }}
      />
      {answer && (
        <Outcome answer={answer}>
          <strong role="status">{answer.status}</strong> {refusalIn(answer)}{' '}
          {number !== undefined && (
            <>
              <Go to={`journal/${number}`}>In the journal</Go> ·{' '}
              <Go to={`journal/${number}?with=${exchange.number}`}>Compare with this one</Go>
            </>
          )}
        </Outcome>
      )}
    </>
  )
}

const sent: Schema = {
  properties: {
    method: { enum: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] },
    path: { type: 'string', title: 'Path and query' },
    body: { title: 'Body, as JSON' },
  },
  required: ['method', 'path'],
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
