import type { JSX } from 'preact'
import { Compare } from './compare.tsx'
import { Go, Steps } from './controls.tsx'
import { download } from './download.ts'
import type { Exchange } from '../exchange/journal.ts'
import { Json } from './json.tsx'
import { Actor, Badge, Explanation, Facts, RecordLink, Pending, Caller, Status, Load } from './parts.tsx'
import { When } from './time.tsx'
import { useLoaded, useReach } from './reach.ts'
import { faultQuery, SendAgain, userIn } from './send-again.tsx'
import { DetailHead, Tabs } from './detail.tsx'

/** A complete request: both sides, the reason for an error, its changes, and the events that it caused. */
export function ExchangePage({
  id: named,
}: {
  /** Its number, or the id in its reply. */
  readonly id: string
}): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    () =>
      backend.control('readExchange', /^\d+$/.test(named) ? { number: Number(named) } : { requestId: named }),
    [named],
  )
  const { value: exchange } = loaded
  if (exchange === undefined) {
    return (
      <>
        <DetailHead>Request {named}</DetailHead>
        <Pending loaded={loaded} />
      </>
    )
  }
  const { number, method, path, query, operation, explanation, request, response, caller, time } = exchange
  const { duration = 0, ignored, hint } = exchange
  return (
    <>
      <DetailHead>
        {method} {path} <Status entry={exchange} />
      </DetailHead>
      <p class="faint">
        {operation ?? 'no operation'} · {Math.round(duration)} ms · called by <Caller caller={caller} /> ·{' '}
        <When at={time} />
        {userIn(path) !== undefined && (
          <>
            {' '}
            · <Go to={`people/${userIn(path)}`}>the person</Go>
          </>
        )}
      </p>
      {query !== undefined && (
        <p>
          <code>?{query}</code>
        </p>
      )}
      {hint !== undefined && !explanation && <p>{hint}</p>}
      {ignored !== undefined && <p>Without effect: {ignored.join(', ')}</p>}
      <Copies exchange={exchange} />
      <Tabs
        label="Parts of the request"
        tabs={[
          explanation && ['why', 'Why', () => <Explanation explained={explanation} />],
          ['reply', 'Reply', () => <Side name="reply" side={response} />],
          ['request', 'Request', () => <Side name="request" side={request} />],
          ['changes', 'Changes', () => <Changes exchange={exchange} />],
          ['events', 'Events', () => <Events exchange={exchange} />],
          ['again', 'Send again', () => <SendAgain key={number} exchange={exchange} />],
          ['compare', 'Compare', () => <Compare exchange={exchange} />],
        ]}
      />
    </>
  )
}

function Side({
  name,
  side: { headers, body },
}: {
  readonly name: string
  readonly side: Exchange['request']
}): JSX.Element {
  return (
    <>
      {body === undefined ? (
        <p class="empty">No body.</p>
      ) : (
        <>
          <h3>Body</h3>
          <Json label={`Body of the ${name}`} value={body} />
        </>
      )}
      <h3>Headers</h3>
      <Facts facts={Object.entries(headers).map(([header, value]) => [header, <code>{value}</code>])} />
    </>
  )
}

function Changes({ exchange: { changes, moreChanges } }: { readonly exchange: Exchange }): JSX.Element {
  return (
    <>
      {changes.length === 0 && <p class="empty">It changed nothing.</p>}
      {changes.map(({ record, events, differences }) => (
        <section key={record.id} aria-label={record.label}>
          <h3>
            <Badge>{record.kind}</Badge> <RecordLink {...record} />
          </h3>
          <p class="faint">{events.join(', ')}</p>
          <Json label={`Changes of ${record.label}`} value={differences} />
        </section>
      ))}
      {moreChanges !== undefined && <p>and {moreChanges} more</p>}
    </>
  )
}

/** The events that the request caused. */
function Events({ exchange: { requestId } }: { readonly exchange: Exchange }): JSX.Element {
  const { backend } = useReach()
  const load = async () =>
    (await backend.control('listEvents')).filter(({ cause }) => cause?.requestId === requestId)
  return (
    <Load from={load}>
      {(events) => (
        <ul class="plain">
          {events.length === 0 && <li class="empty">It caused no event.</li>}
          {events.map((event) => (
            <li key={event.id}>
              <span>
                <code>{event.type}</code> <RecordLink {...event.record} />
              </span>
              <Actor event={event} />
            </li>
          ))}
        </ul>
      )}
    </Load>
  )
}

/** The request in forms for programs, and as a fault. */
function Copies({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { backend } = useReach()
  const { number, operation } = exchange
  const code = async (as: string): Promise<string> =>
    (await backend.control('readExchange', { number, as })).code
  const copies = ['curl', 'fetch', ...(operation === undefined ? [] : ['client'])]
  return (
    <div class="actions">
      <Steps
        quiet
        all={[
          ...copies.map((as) => ({
            text: `Copy as ${as === 'client' ? 'client call' : as}`,
            done: 'Copied',
            run: async () => navigator.clipboard.writeText(await code(as)),
          })),
          operation !== undefined && {
            text: 'Save as Pact',
            done: 'Pact saved',
            run: async () => download('consumer-identity-service.json', await code('pact')),
          },
          operation !== undefined && {
            text: 'Let the next one fail',
            done: 'The next one fails with 500',
            run: () => backend.control('addFault', { operation, status: 500, times: 1 }),
          },
        ]}
      />
      <Go to={`faults?${faultQuery(exchange)}`} class="button quiet">
        Create a fault from this
      </Go>
    </div>
  )
}
