import type { JSX } from 'preact'
import { ActionForm } from './form.tsx'
import { Load } from './parts.tsx'
import { useReach } from './reach.ts'

/** The settings and the password policy: the meaning of each, where it is stated, and its value. */
export function Settings(): JSX.Element {
  const { backend } = useReach()
  return (
    <>
      <h1>Settings</h1>
      <section class="card" aria-label="Settings">
        <Load from={() => backend.control('readSettings')}>
          {(settings) => (
            <ActionForm
              key={JSON.stringify(settings)}
              action="changeSettings"
              label="Settings"
              submit="Save"
              done="Settings saved"
              initial={settings}
              edits
              isWhole
            />
          )}
        </Load>
      </section>
    </>
  )
}
