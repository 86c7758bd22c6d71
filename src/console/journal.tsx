import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Explained } from './backend.ts'
import { Act, Go } from './controls.tsx'
import { Badge, Explanation, Json, When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { Table } from './table.tsx'

interface Entry {
  readonly number: number
  readonly time: string
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly status: number
  readonly operation?: string
  readonly refusal?: string
  readonly fault?: string
  readonly caller?: { readonly kind: string; readonly id: string }
  readonly duration?: number
}

interface Exchange extends Entry {
  readonly request: { readonly headers: unknown; readonly body?: unknown }
  readonly response: { readonly headers: unknown; readonly body?: unknown }
  readonly changes: readonly {
    readonly record: { readonly kind: string; readonly id: string; readonly label: string }
    readonly events: readonly string[]
    readonly differences: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>
  }[]
  readonly moreChanges?: number
  readonly explanation?: Explained
}

/** How often the journal is asked for new entries: reads change nothing, so that no event tells of them. */
const pollEvery = 1000

/** Requests that were answered, newest first. */
export function Journal(): JSX.Element {
  const { backend } = useReach()
  const [isOwnShown, setOwnShown] = useState(false)
  const [text, setText] = useState('')
  const { value, problem, reload } = useLoaded(
    () => backend.control('readJournal', text === '' ? {} : { text }),
    [text],
  )
  useEffect(() => {
    const timer = setInterval(reload, pollEvery)
    return () => clearInterval(timer)
  }, [reload])
  const { value: tokens } = useLoaded(() => backend.control('listTokens'), [], ['api-token.'])
  const own = new Set(
    ((tokens?.apiTokens ?? []) as { id: string; name?: string }[])
      .filter(({ name }) => name === 'console')
      .map(({ id }) => id),
  )
  const entries = ((value ?? []) as readonly Entry[])
    .toReversed()
    .filter(({ caller }) => isOwnShown || !own.has(caller?.id ?? ''))
  return (
    <>
      <h1>Journal</h1>
      <div class="bar">
        <label>
          Body holds
          <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isOwnShown}
            onChange={(event) => setOwnShown(event.currentTarget.checked)}
          />
          calls of this console too
        </label>
        <Act done="Journal emptied" run={() => backend.control('clearJournal').then(reload)}>
          Empty
        </Act>
        <Act run={async () => download('identikit.har', await backend.control('exportHar'))}>Export HAR</Act>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <Table
        label="Requests"
        rows={entries}
        keyOf={({ number }) => String(number)}
        empty="No request yet."
        columns={[
          { title: '#', cell: ({ number }) => <Go to={`journal/${number}`}>{number}</Go>, width: '4rem' },
          {
            title: 'Request',
            cell: ({ method, path, query }) => `${method} ${path}${query === undefined ? '' : `?${query}`}`,
            width: '38%',
          },
          { title: 'Operation', cell: ({ operation }) => operation ?? '' },
          { title: 'Status', cell: (entry) => <Status entry={entry} />, width: '12rem' },
          { title: 'When', cell: ({ time }) => <When at={time} />, width: '12rem' },
        ]}
      />
    </>
  )
}

function Status({ entry: { status, refusal, fault } }: { readonly entry: Entry }): JSX.Element {
  return (
    <span class={status < 400 ? 'badge well' : 'badge ill'}>
      {status} {fault ?? refusal ?? ''}
    </span>
  )
}

function download(name: string, content: unknown): Promise<void> {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }),
  )
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
  return Promise.resolve()
}

/** One request whole: why it was refused, what it changed, and both sides. */
export function ExchangePage({ number }: { readonly number: number }): JSX.Element {
  const { backend, go, say } = useReach()
  const { value, problem } = useLoaded(() => backend.control('readExchange', { number }), [number])
  if (problem !== undefined) return <p role="alert">{problem}</p>
  if (value === undefined) return <p class="empty">Loading…</p>
  const exchange = value as Exchange
  const { method, path, query, operation, explanation, changes, moreChanges, request, response, duration } =
    exchange
  return (
    <>
      <p class="trail">
        <Go to="journal">Journal</Go>
      </p>
      <h1>
        {method} {path} <Status entry={exchange} />
      </h1>
      <p class="faint">
        {operation ?? 'no operation'} · {duration ?? 0} ms · {query ?? 'no query'}
      </p>
      <div class="actions">
        <Act
          run={async () => {
            const { curl } = await backend.control('toCurl', { number })
            await navigator.clipboard.writeText(curl)
            say('Copied')
          }}
        >
          Copy as curl
        </Act>
        {operation !== undefined && (
          <Act
            run={async () => {
              await backend.control('addFault', { operation, status: 500, times: 1 })
              go('faults')
            }}
          >
            Let the next one fail
          </Act>
        )}
      </div>
      {explanation && (
        <section aria-labelledby="why">
          <h2 id="why">Why it was refused</h2>
          <Explanation explained={explanation} />
        </section>
      )}
      <section aria-labelledby="changes">
        <h2 id="changes">What it changed</h2>
        {changes.length === 0 ? <p class="empty">Nothing.</p> : null}
        <ul>
          {changes.map(({ record, events, differences }) => (
            <li key={record.id}>
              <Badge>{record.kind}</Badge> {record.label}: {events.join(', ')}
              <details>
                <summary>Before and after</summary>
                <Json label={`Changes of ${record.label}`} value={differences} />
              </details>
            </li>
          ))}
        </ul>
        {moreChanges !== undefined && <p>and {moreChanges} more</p>}
      </section>
      <div class="columns">
        <section aria-labelledby="request">
          <h2 id="request">Request</h2>
          <Json label="Headers of the request" value={request.headers} />
          {request.body !== undefined && <Json label="Body of the request" value={request.body} />}
        </section>
        <section aria-labelledby="reply">
          <h2 id="reply">Reply</h2>
          <Json label="Headers of the reply" value={response.headers} />
          {response.body !== undefined && <Json label="Body of the reply" value={response.body} />}
        </section>
      </div>
    </>
  )
}
