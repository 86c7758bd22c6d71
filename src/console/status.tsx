import type { JSX } from 'preact'
import { type AnswerOf, type Neighbours, tokenOf } from './backend.ts'
import { Act, Go } from './controls.tsx'
import { counted } from '../contract/formats/counted.ts'
import { durationText, When } from './parts.tsx'
import { useLoaded, usePolled, useReach } from './reach.ts'

/** Smaller differences, in milliseconds, result from the time of the answer. */
const notMoved = 1500

/** On every page: the organisation, its time, the present faults, and the facts for calls. */
export function StatusBar({ isLost }: { readonly isLost: boolean }): JSX.Element {
  const { backend, say } = useReach()
  const { value } = usePolled(() => backend.control('readStatus'))
  const copy = (text: string | Promise<string>, what: string) => async (): Promise<void> => {
    await navigator.clipboard.writeText(await text)
    say(`${what} copied`)
  }
  return (
    <div class="status" role="group" aria-label="Status">
      {backend.neighbours ? <Switcher neighbours={backend.neighbours} /> : 'Organisation of this page'}
      {value && (
        <>
          <span>
            <Go to="control">Clock</Go> <When at={value.now} />
            <strong> {clockText(value)}</strong>
          </span>
          <span class={value.faults === 0 ? '' : 'ill'}>
            <Go to="faults">{value.faults === 0 ? 'No faults' : counted(value.faults, 'fault')}</Go>
          </span>
          <code>{value.baseUrl}</code>
          <Act quiet run={copy(value.baseUrl, 'Base URL')}>
            Copy URL
          </Act>
          <Act quiet run={async () => copy(tokenOf(backend), 'API token')()}>
            Copy token
          </Act>
        </>
      )}
      <span class={isLost ? 'ill' : 'well'}>{isLost ? 'Not connected' : 'Connected'}</span>
    </div>
  )
}

function clockText({ ahead, frozen }: AnswerOf<'readStatus'>): string {
  const distance = Math.abs(ahead)
  const moved = distance < notMoved ? '' : `${durationText(distance)} ${ahead > 0 ? 'ahead' : 'behind'}`
  return [frozen ? 'frozen' : '', moved].filter(Boolean).join(', ')
}

/** Links to the console of another organisation of the server. */
function Switcher({ neighbours }: { readonly neighbours: Neighbours }): JSX.Element {
  const { place } = useReach()
  // Another page of the console may have created or deleted one.
  const { value: others = [], reload } = useLoaded(() => neighbours.list(), [neighbours, place.split('?')[0]])
  if (others.length === 0) return <Go to="organisations">Server's own organisation</Go>
  return (
    <select
      aria-label="Organisation"
      onFocus={reload}
      value={neighbours.here ?? ''}
      onChange={({ currentTarget: { value } }) =>
        location.assign(neighbours.consoleOf(value === '' ? undefined : value))
      }
    >
      <option value="">server's own</option>
      {others.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
