import type { JSX } from 'preact'
import type { Backend } from './backend.ts'
import { Compare } from './compare.tsx'
import { Act, Go } from './controls.tsx'
import { download } from './download.ts'
import type { Exchange } from '../exchange/journal.ts'
import { clientCall, fetchCall, pactOf } from './exchange-formats.ts'
import { Caller, Status } from './journal.tsx'
import { Badge, Explanation, Heading, Json, NotShown, Section, When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { faultQuery, RecordLink, SendAgain, userIn } from './send-again.tsx'

const copy = (text: () => Promise<string>) => async (): Promise<void> =>
  navigator.clipboard.writeText(await text())

async function baseUrlOf(backend: Backend): Promise<string> {
  return (await backend.control('readStatus')).baseUrl
}

/** The status of the user in the path before a request: from its changes, or the present one. */
async function statusBefore(backend: Backend, { path, changes }: Exchange): Promise<string | undefined> {
  const id = userIn(path)
  if (id === undefined) return undefined
  const changed = changes.find(({ differences }) => differences['status'] !== undefined)
  if (changed !== undefined) return String(changed.differences['status']!.before)
  const { status, body } = await backend.call('GET', `/api/v1/users/${id}`)
  return status === 200 ? body.status : undefined
}

/** A complete request: the reason for an error, its changes, and both sides. */
export function ExchangePage({
  named,
}: {
  /** Its number, or the id in its reply. */
  readonly named: string
}): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    () =>
      backend.control('readExchange', /^\d+$/.test(named) ? { number: Number(named) } : { requestId: named }),
    [named],
  )
  const { value: exchange } = loaded
  if (exchange === undefined) {
    return <NotShown title={`Request ${named}`} back={['journal', 'Journal']} loaded={loaded} />
  }
  const {
    number,
    method,
    path,
    query,
    operation,
    explanation,
    changes,
    moreChanges,
    request,
    response,
    duration,
    ignored,
    caller,
    time,
  } = exchange
  return (
    <>
      <Heading back={['journal', 'Journal']}>
        {method} {path} <Status entry={exchange} />
      </Heading>
      <p class="faint">
        {operation ?? 'no operation'} · {duration ?? 0} ms · {query ?? 'no query'} · called by{' '}
        <Caller caller={caller} /> · <When at={time} />
        {userIn(path) !== undefined && (
          <>
            {' '}
            · <Go to={`people/${userIn(path)}`}>the person</Go>
          </>
        )}
      </p>
      {ignored !== undefined && <p>Without effect: {ignored.join(', ')}</p>}
      <div class="actions">
        <Act done="Copied" run={copy(async () => (await backend.control('toCurl', { number })).curl)}>
          Copy as curl
        </Act>
        <Act done="Copied" run={copy(async () => fetchCall(exchange, await baseUrlOf(backend)))}>
          Copy as fetch
        </Act>
        {clientCall(exchange, '') !== undefined && (
          <>
            <Act done="Copied" run={copy(async () => clientCall(exchange, await baseUrlOf(backend))!)}>
              Copy as client call
            </Act>
            <Act
              done="Pact saved"
              run={async () =>
                download(
                  'consumer-identity-service.json',
                  pactOf(exchange, await statusBefore(backend, exchange)),
                )
              }
            >
              Save as Pact
            </Act>
          </>
        )}
        {operation !== undefined && (
          <Act
            done="The next one fails with 500"
            run={() => backend.control('addFault', { operation, status: 500, times: 1 })}
          >
            Let the next one fail
          </Act>
        )}
        <Go to={`faults?${faultQuery(exchange)}`}>Create a fault from this</Go>
      </div>
      {explanation && (
        <Section id="why" title="Why it was refused">
          <Explanation explained={explanation} />
        </Section>
      )}
      <Section id="changes" title="What it changed">
        {changes.length === 0 ? <p class="empty">Nothing.</p> : null}
        <ul>
          {changes.map(({ record, events, differences }) => (
            <li key={record.id}>
              <Badge>{record.kind}</Badge> <RecordLink record={record} />: {events.join(', ')}
              <details>
                <summary>Before and after</summary>
                <Json label={`Changes of ${record.label}`} value={differences} />
              </details>
            </li>
          ))}
        </ul>
        {moreChanges !== undefined && <p>and {moreChanges} more</p>}
      </Section>
      <SendAgain key={number} exchange={exchange} />
      <Compare exchange={exchange} />
      <div class="columns">
        <Section id="request" title="Request">
          <Json label="Headers of the request" value={request.headers} />
          {request.body !== undefined && <Json label="Body of the request" value={request.body} />}
        </Section>
        <Section id="reply" title="Reply">
          <Json label="Headers of the reply" value={response.headers} />
          {response.body !== undefined && <Json label="Body of the reply" value={response.body} />}
        </Section>
      </div>
    </>
  )
}
