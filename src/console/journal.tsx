import type { JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { ActionButton, Go } from './controls.tsx'
import { download } from './download.ts'
import { ExchangePage } from './exchange-page.tsx'
import { counted } from '../contract/formats/counted.ts'
import { Choose } from './field.tsx'
import { ListPage } from './list-page.tsx'
import { Opens } from './panel.tsx'
import { addressOf } from '../exchange/formats.ts'
import type { JournalEntry } from '../model/access/journal.ts'
import { isFailure, Load, Caller, Status } from './parts.tsx'
import { When } from './time.tsx'
import { type Loaded, useLoaded, useParameter, useReach } from './reach.ts'
import { useInput } from './form.tsx'
import type { Column } from './column.tsx'

/** How many entries are shown at most: a journal can keep more. */
const shownMax = 20_000

const none: readonly JournalEntry[] = []

/** The filter for the control plane, from the input. */
interface Wanted {
  readonly text?: string
  readonly operation?: string
}

/** The matching entries, newest first; only new ones are requested again. */
function useEntries(wanted: Wanted): Loaded<readonly JournalEntry[]> {
  const { backend } = useReach()
  const key = JSON.stringify(wanted)
  const kept = useRef<{ key: string; entries: readonly JournalEntry[] }>({ key, entries: [] }).current
  return useLoaded(
    async () => {
      const old = kept.key === key ? kept.entries : []
      // Requests the last known entry again: if it is gone, the journal was emptied or belongs to another server.
      const [last] = old
      const read = (after: number): Promise<readonly JournalEntry[]> =>
        backend.control('readJournal', { ...wanted, after })
      const found = await read(last ? last.number - 1 : 0)
      const goesOn = last && found[0]?.number === last.number && found[0].time === last.time
      if (goesOn && found.length === 1) return old
      const entries = goesOn
        ? [...found.slice(1).toReversed(), ...old]
        : (last ? await read(0) : found).toReversed()
      Object.assign(kept, { key, entries: entries.slice(0, shownMax) })
      return kept.entries
    },
    [key],
    ['request.'],
  )
}

/** Answered requests, newest first; the open one next to them. */
export function Journal({ id }: { readonly id?: string | undefined }): JSX.Element {
  const { backend } = useReach()
  const [text, setText] = useParameter('text')
  const [operation, setOperation] = useParameter('operation')
  const [refused, setRefused] = useParameter('refused')
  const operations = useInput('readJournal')?.properties!['operation']!.enum ?? [operation].filter(Boolean)
  const loaded = useEntries({
    ...(text === '' ? {} : { text }),
    ...(operation === '' ? {} : { operation }),
  })
  const entries = loaded.value ?? none
  const shown = useMemo(
    () => (refused === '' ? entries : entries.filter((entry) => isFailure(entry))),
    [entries, refused],
  )
  const selected = shown.find((entry) => id === String(entry.number) || id === entry.requestId)
  return (
    <ListPage
      steps={[
        <Gaps />,
        {
          text: 'Export HAR',
          run: async () => download('identikit.har', await backend.control('readJournal', { as: 'har' })),
        },
        {
          text: 'Empty',
          sure: 'Empty the journal: sure?',
          done: 'Journal emptied',
          run: () => backend.control('clear', { only: 'journal' }),
        },
      ]}
      find={{
        placeholder: 'POST users 400 caller',
        title: 'Method, path, status, operation, refusal or caller; every word must be there',
      }}
      fields={
        <>
          <label>
            Body holds
            <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <Choose
            label="Operation"
            value={operation}
            change={setOperation}
            options={[['', 'any'], ...operations.map(String).toSorted()]}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={refused !== ''}
              onChange={(event) => setRefused(event.currentTarget.checked ? '1' : '')}
            />
            only refused
          </label>
        </>
      }
      textOf={lineOf}
      rows={shown}
      loaded={loaded}
      keyOf={({ number }) => String(number)}
      newest={({ number }) => number}
      selected={selected === undefined ? id : String(selected.number)}
      empty={
        entries.length === 0
          ? 'No request yet. Point your application at the base URL.'
          : 'No request matches.'
      }
      columns={columns}
      detail={id !== undefined && <ExchangePage key={id} id={id} />}
    />
  )
}

/** A part of a path that would push the rest out of sight: a login, an id. */
const longSegment = /(?<=\/)([^/?]{4})[^/?]{9,}(?=\/)/g

const columns: readonly Column<JournalEntry>[] = [
  {
    title: '#',
    cell: ({ number }) => (
      <Go to={`journal/${number}`} inList keepsFocus>
        {number}
      </Go>
    ),
    width: '56px',
  },
  { title: 'Status', cell: (entry) => <Status entry={entry} />, width: 'min(192px, 36cqi)' },
  {
    title: 'Request',
    cell: (entry) => {
      const { method } = entry
      const address = addressOf(entry)
      return (
        <span title={address}>
          <span class="method">{method}</span> {address.replaceAll(longSegment, '$1…')}
        </span>
      )
    },
    share: 3,
  },
  {
    title: 'Operation',
    cell: ({ operation: name }) => name ?? '',
    isSecondary: 'unless wide',
    width: '150px',
  },
  { title: 'Caller', cell: ({ caller }) => <Caller caller={caller} />, isSecondary: true, width: '180px' },
  {
    title: 'Took',
    cell: ({ duration = 0 }) => `${Math.round(duration)} ms`,
    width: '76px',
    isSecondary: 'unless wide',
  },
  { title: 'When', cell: ({ time }) => <When at={time} isTimeOnly />, width: '120px', isSecondary: true },
]

/** The text of a request that the search looks through. */
function lineOf({ method, path, query, status, operation, refusal, caller }: JournalEntry): string {
  const { kind, id, userId } = caller ?? {}
  return [method, `${path}?${query ?? ''}`, status, operation, refusal, kind, id, userId].join(' ')
}

/** A button that opens the list of calls that nothing serves; nothing if the server met no such call. */
function Gaps(): JSX.Element | null {
  const { backend } = useReach()
  const { value: gaps = [] } = useLoaded(() => backend.control('list', { kind: 'gaps' }), [], ['request.'])
  if (gaps.length === 0) return null
  return (
    <Opens title="Calls that are not served" text={`${gaps.length} not served`}>
      <GapList />
    </Opens>
  )
}

/** Which calls nothing serves, how often, and by whom: the most frequent first. */
function GapList(): JSX.Element {
  const { backend } = useReach()
  return (
    <Load from={() => backend.control('list', { kind: 'gaps' })} concerns={['request.']}>
      {(gaps) => (
        <>
          <ul class="plain" aria-label="Calls that are not served">
            {gaps.map(({ method, path, count, callers, lastAt }) => (
              <li key={`${method} ${path}`}>
                <span>
                  <span class="method">{method}</span> <code>{path}</code>
                  <br />
                  {counted(count, 'call')}, last <When at={lastAt} />
                  {callers.map((caller) => (
                    <div key={caller} class="faint">
                      by {caller}
                    </div>
                  ))}
                </span>
              </li>
            ))}
          </ul>
          {gaps.length === 0 ? (
            <p class="empty">The server met no call that it does not serve.</p>
          ) : (
            <ActionButton
              text="Forget"
              sure="Forget these calls: sure?"
              done="Forgotten"
              run={() => backend.control('clear', { only: 'gaps' })}
            />
          )}
        </>
      )}
    </Load>
  )
}
