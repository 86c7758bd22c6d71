import type { InputHTMLAttributes, JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { Backend } from './backend.ts'
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
  user: async (backend, text) =>
    profiles(await backend.control('search', { kind: 'users', text, limit: 20 }), 'login'),
  group: async (backend, text) =>
    profiles(await backend.control('search', { kind: 'groups', text, limit: 200 }), 'name'),
  client: (backend) => listed(backend, '/oauth2/v1/clients', 'client_id', 'client_name'),
  application: (backend) => listed(backend, '/api/v1/apps', 'label'),
  dataset: async () => [['demo'], ['empty'], ['examples'], ['large:1000']],
}
const sameAs: Readonly<Record<string, string>> = { owner: 'user', caller: 'user', person: 'user' }

/** Suggestions while somebody types into a field whose name is that of a record: attributes, and their list. */
export function useSuggestions(
  name: string,
): readonly [attributes?: InputHTMLAttributes, list?: JSX.Element] {
  const { backend } = useReach()
  const [typed, setTyped] = useState('')
  const [offered, setOffered] = useState<Offered>([])
  const id = useId()
  const kind = sameAs[name] ?? name
  const find = suggestions[kind]
  useEffect(() => {
    let isWanted = true
    find?.(backend, typed).then(
      (found) => isWanted && setOffered(found),
      () => {},
    )
    return () => void (isWanted = false)
  }, [backend, find, typed])
  if (!find) return []
  return [
    {
      placeholder: `Name or id of a ${kind}`,
      list: id,
      onInput: (event) => setTyped(event.currentTarget.value),
    },
    <datalist id={id}>
      {offered.map(([value, label]) => (
        <option key={value} value={value} label={label} />
      ))}
    </datalist>,
  ]
}
