import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type AnswerOf, tokenOf } from './backend.ts'
import { ActionButton, Go } from './controls.tsx'
import { counted } from '../contract/formats/counted.ts'
import { Icon } from './icons.tsx'
import { durationText, When } from './time.tsx'
import { useReach } from './reach.ts'

/** Smaller differences, in milliseconds, result from the time of the answer. */
const notMoved = 1500

/** A description of the organisation, and how far its clock is from that of the machine, in milliseconds. */
export interface Status extends AnswerOf<'describe'> {
  readonly ahead: number
}

/** On every page: the organisation, its time, the faults in force, and the facts for calls. */
export function StatusBar({
  isLost,
  status,
  here,
}: {
  /** The shown organisation, and the way to others. */
  readonly here: ComponentChildren
  readonly isLost: boolean
  readonly status: Status | undefined
}): JSX.Element {
  const { backend } = useReach()
  const [isOpen, setOpen] = useState(false)
  const copy = (read: () => Promise<string>, what: string) => async (): Promise<string> => {
    await navigator.clipboard.writeText(await read())
    return `${what} copied`
  }
  return (
    <div class={isOpen ? 'status open' : 'status'} role="region" aria-label="Status">
      {here}
      {status && (
        <>
          <Go to="clock" class={`chip more${clockText(status) === '' ? '' : ' wait'}`}>
            <Icon name="clock" />
            <span class="unseen">Clock</span>
            <When at={status.now} />
            {clockText(status) !== '' && <strong>{clockText(status)}</strong>}
          </Go>
          <Go to="faults" class={status.faults === 0 ? 'chip more' : 'chip ill'}>
            <Icon name="faults" />
            {status.faults === 0 ? 'No faults' : counted(status.faults, 'fault')}
          </Go>
          <span class="room" />
          <span class="more">
            <ActionButton
              quiet
              text="Copy URL"
              icon="copy"
              title={status.baseUrl}
              run={copy(async () => status.baseUrl, 'Base URL')}
            />{' '}
            <ActionButton
              quiet
              text="Copy token"
              icon="copy"
              run={copy(() => tokenOf(backend), 'API token')}
            />
          </span>
        </>
      )}
      <span class={isLost ? 'link ill' : 'link well'} title={isLost ? '' : 'Connected'}>
        <span class={isLost ? '' : 'unseen'}>{isLost ? 'Not connected' : 'Connected'}</span>
      </span>
      <button type="button" class="quiet menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="more" />
        <span class="unseen">More of the status</span>
      </button>
    </div>
  )
}

function clockText({ ahead, frozen }: Status): string {
  const distance = Math.abs(ahead)
  const moved = distance < notMoved ? '' : `${durationText(distance, 1)} ${ahead > 0 ? 'ahead' : 'behind'}`
  return [frozen ? 'frozen' : '', moved].filter(Boolean).join(', ')
}
