import type { JSX } from 'preact'
import { ActionButton } from './controls.tsx'
import { When } from './time.tsx'
import { usePolled, useReach } from './reach.ts'
import { Does } from './form.tsx'

/** The clock of the organisation: freeze it, move it. */
export function Clock(): JSX.Element {
  const { backend } = useReach()
  const { value: clock } = usePolled(() => backend.control('describe'))
  return (
    <>
      <div class="head-line">
        <h1>Clock</h1>
        <Does title="Move the clock" lead action="setClock" done="The clock is moved" />
      </div>
      <section class="card" aria-label="Clock">
        <p class="figure">
          <When at={clock?.now} />
        </p>
        <p class="faint">{clock?.frozen ? 'The clock stands still.' : 'The clock runs.'}</p>
        <div class="actions">
          <ActionButton
            text={clock?.frozen ? 'Let it run' : 'Freeze'}
            run={() => backend.control('setClock', { frozen: !clock?.frozen })}
          />
          {['5m', '1h', '1d', '30d'].map((by) => (
            <ActionButton key={by} text={`+${by}`} run={() => backend.control('advanceClock', { by })} />
          ))}
        </div>
      </section>
    </>
  )
}
