import type { JSX } from 'preact'
import type { Action } from './backend.ts'
import { ActionButton } from './controls.tsx'
import { When } from './parts.tsx'
import { usePolled, useReach } from './reach.ts'
import { Does } from './schema-form.tsx'

/** The clock of the organisation: freeze it, move it. */
export function Clock(): JSX.Element {
  const { backend } = useReach()
  const { value: clock, reload } = usePolled(() => backend.control('readStatus'))
  const move = (action: Action, input?: unknown): Promise<unknown> =>
    backend.control(action, input).then(reload)
  return (
    <>
      <div class="head-line">
        <h1>Clock</h1>
        <Does title="Move the clock" lead action="setClock" done="The clock is moved" then={reload} />
      </div>
      <section class="card" aria-label="Clock">
        <p class="figure">
          <When at={clock?.now} />
        </p>
        <p class="faint">{clock?.frozen ? 'The clock stands still.' : 'The clock runs.'}</p>
        <div class="actions">
          {clock?.frozen ? (
            <ActionButton run={() => move('resumeClock')}>Let it run</ActionButton>
          ) : (
            <ActionButton run={() => move('freezeClock')}>Freeze</ActionButton>
          )}
          {['5m', '1h', '1d', '30d'].map((by) => (
            <ActionButton key={by} run={() => move('advanceClock', { by })}>
              +{by}
            </ActionButton>
          ))}
        </div>
      </section>
    </>
  )
}
