import type { JSX } from 'preact'
import { counted } from '../contract/formats/counted.ts'
import { ActionButton } from './controls.tsx'
import { Opens } from './panel.tsx'
import { Failed, When } from './parts.tsx'
import { type Loaded, useLoaded, useReach } from './reach.ts'
import type { AnswerOf } from './backend.ts'

function useGaps(): Loaded<AnswerOf<'listGaps'>> {
  const { backend } = useReach()
  return useLoaded(() => backend.control('listGaps'), [], ['request.'])
}

/** A button that opens the list of calls that nothing serves; nothing if the server met no such call. */
export function Gaps(): JSX.Element | null {
  const { value: gaps = [], reload } = useGaps()
  if (gaps.length === 0) return null
  return (
    <Opens title="Calls that are not served" text={`${gaps.length} not served`}>
      <GapList forgotten={reload} />
    </Opens>
  )
}

/** Which calls nothing serves, how often, and by whom: the most frequent first. */
function GapList({ forgotten }: { readonly forgotten: () => void }): JSX.Element {
  const { backend } = useReach()
  const loaded = useGaps()
  const { value: gaps = [], reload } = loaded
  return (
    <>
      <Failed loaded={loaded} />
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
          sure="Forget these calls: sure?"
          done="Forgotten"
          run={() => backend.control('clear', { only: 'gaps' }).then(reload).then(forgotten)}
        >
          Forget
        </ActionButton>
      )}
    </>
  )
}
