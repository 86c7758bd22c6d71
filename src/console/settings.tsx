import type { JSX } from 'preact'
import { Field, Form, objectIn } from './controls.tsx'
import { durationText, Section, Source } from './parts.tsx'
import { usePolled, useReach } from './reach.ts'
import settingTexts from './setting-texts.data.ts'

type Named = readonly [name: string, value: unknown]

/** The present settings, their meaning and source in the API description, with a form that changes them. */
export function Settings(): JSX.Element {
  const { backend, say } = useReach()
  const { value, reload } = usePolled(() => backend.control('readSettings'))
  const { passwordPolicy = {}, ...settings } = (value ?? {}) as Readonly<Record<string, object>>
  const rules = Object.entries(passwordPolicy).map(([name, rule]): Named => [`passwordPolicy.${name}`, rule])
  return (
    <Section id="settings" title="Settings">
      <table aria-label="Settings in force">
        <thead>
          <tr>
            <th scope="col">Setting, and what it is</th>
            <th scope="col">In force</th>
            <th scope="col">Stated in</th>
          </tr>
        </thead>
        <tbody>
          {[...Object.entries(settings), ...rules].map(([name, each]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                <div class="faint">{settingTexts[name]?.text}</div>
              </th>
              <td>
                <code>{textOf(name, each)}</code>
              </td>
              <td>
                {sourcesOf(name).map((source, index) => (
                  <>
                    {index > 0 && '; '}
                    <Source name={source} />
                  </>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Form
        label="Change settings"
        submit="Change"
        run={async ({ changes = '{}' }) => {
          await backend.control('changeSettings', objectIn('changes', changes, '{"searchLag": 1000}'))
          reload()
          say('Settings changed')
        }}
      >
        <Field
          name="changes"
          label="Change some, as JSON"
          placeholder='{"searchLag": "1s", "passwordPolicy": {"minLength": 12}}'
          required
        />
      </Form>
    </Section>
  )
}

/** The section of the API description; where it is silent, the interpretations that a setting changes. */
function sourcesOf(name: string): readonly string[] {
  const { source, interpretations = [] } = settingTexts[name] ?? {}
  return [...(source === undefined ? [] : [source]), ...interpretations.map((id) => `interpretation ${id}`)]
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'number' && settingTexts[name]?.isDuration) return durationText(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
