import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { Backend } from './backend.ts'
import { Field } from './controls.tsx'
import { useReach } from './reach.ts'

type Offered = readonly (readonly [value: string, label?: string | undefined])[]

const profiles = (answer: { readonly rows: readonly unknown[] }, name: string): Offered =>
  (answer.rows as { profile: Record<string, string> }[]).map(({ profile }) => [profile[name]!])

const listed = async (backend: Backend, path: string, name: string, label?: string): Promise<Offered> => {
  const { status, body } = await backend.call('GET', `${path}?limit=200`)
  // A strict organisation has no list of applications.
  return status === 200
    ? (body as Record<string, string>[]).map((each) => [each[name]!, label && each[label]] as const)
    : []
}

/** Suggestions for fields that name a record, by the name of the field. */
const suggestions: Readonly<Record<string, (backend: Backend, text: string) => Promise<Offered>>> = {
  user: async (backend, text) => profiles(await backend.control('searchUsers', { text, limit: 20 }), 'login'),
  group: async (backend, text) =>
    profiles(await backend.control('searchGroups', { text, limit: 200 }), 'name'),
  client: (backend) => listed(backend, '/oauth2/v1/clients', 'client_id', 'client_name'),
  application: (backend) => listed(backend, '/api/v1/apps', 'label'),
  dataset: async () => [['demo'], ['empty'], ['examples'], ['large:1000']],
}
const sameAs: Readonly<Record<string, string>> = { owner: 'user', caller: 'user', person: 'user' }

/** The kind of record that a field of this name takes, if it takes one. */
export function kindOf(name: string): string | undefined {
  const kind = sameAs[name] ?? name
  return suggestions[kind] && kind
}

/** A text field that suggests records while somebody types: people, groups, clients or applications. */
export function Picker({
  kind,
  names,
  ...rest
}: {
  readonly kind: string
  readonly name: string
  readonly label: string
  readonly hint?: ComponentChildren
  readonly names?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly defaultValue?: string
}): JSX.Element {
  const { backend } = useReach()
  const [typed, setTyped] = useState('')
  const [offered, setOffered] = useState<Offered>([])
  const list = useId()
  useEffect(() => {
    let isWanted = true
    suggestions[kind]!(backend, typed).then(
      (found) => isWanted && setOffered(found),
      () => {},
    )
    return () => void (isWanted = false)
  }, [backend, kind, typed])
  return (
    <>
      <Field
        placeholder={`Name or id of a ${kind}`}
        names={names}
        {...rest}
        list={list}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id={list}>
        {offered.map(([value, label]) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </>
  )
}
