import type { JSX } from 'preact'
import { Field, Form } from './controls.tsx'
import { useLoaded, useReach } from './reach.ts'
import { settingTexts } from './setting-texts.ts'
import { Table } from './table.tsx'

type Named = readonly [name: string, value: unknown]

/** The settings in force, what each is for and where the documents state it, and a form that changes them. */
export function Settings(): JSX.Element {
  const { backend, say } = useReach()
  const { value, reload } = useLoaded(() => backend.control('readSettings'), [])
  const { passwordPolicy = {}, ...settings } = (value ?? {}) as Readonly<Record<string, object>>
  const rules = Object.entries(passwordPolicy).map(([name, rule]): Named => [`passwordPolicy.${name}`, rule])
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Table
        label="Settings in force"
        rows={[...Object.entries(settings), ...rules]}
        keyOf={([name]) => name}
        columns={[
          { title: 'Setting', cell: ([name]) => <code title={name}>{name}</code>, width: '15rem' },
          { title: 'In force', cell: ([, each]) => <code title={textOf(each)}>{textOf(each)}</code> },
          { title: 'What it is', cell: ([name]) => <Explained name={name} />, isSecondary: true },
          { title: 'Stated in', cell: ([name]) => sourceOf(name), isSecondary: true },
        ]}
      />
      <Form
        label="Change settings"
        submit="Change"
        run={async ({ changes = '{}' }) => {
          const { passwordPolicy: policy, ...others } = parsed(changes)
          if (Object.keys(others).length > 0) await backend.control('changeSettings', others)
          if (policy !== undefined) await backend.control('changePasswordPolicy', policy)
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
    </section>
  )
}

function Explained({ name }: { readonly name: string }): JSX.Element {
  const text = settingTexts[name]?.text ?? ''
  return <span title={text}>{text}</span>
}

/** Where the documents state it; where they are silent, the decisions that it changes. */
function sourceOf(name: string): JSX.Element {
  const { source, decisions = [] } = settingTexts[name] ?? {}
  const text = [source, ...decisions.map((id) => `decision ${id}`)].filter(Boolean).join('; ')
  return <span title={text}>{text}</span>
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @throws Error that says what is wrong with the text. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new Error(`Expected JSON, such as {"searchLag": 1000}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
