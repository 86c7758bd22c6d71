import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { type Backend, wellOrThrow } from './backend.ts'
import { Field } from './controls.tsx'
import { useReach } from './reach.ts'

/** A group, for lists. */
export interface Group {
  readonly id: string
  readonly type: string
  readonly profile: { readonly name: string }
}

const base = '/api/v1/groups'

/** Whether a group accepts manual members and rules. */
export function takesPeople({ type }: { readonly type: string }): boolean {
  return type !== 'BUILT_IN' && type !== 'APP_GROUP'
}

/** A field for a group, by name or id, with suggestions whose names begin with the input. */
export function GroupField({
  label,
  isOptional = false,
}: {
  readonly label: string
  readonly isOptional?: boolean
}): JSX.Element {
  const { backend } = useReach()
  const [typed, setTyped] = useState('')
  const [offered, setOffered] = useState<readonly string[]>([])
  const list = useId()
  useEffect(() => {
    let isWanted = true
    groupsFor(backend, typed).then(
      (groups) => isWanted && setOffered(groups.map(({ profile }) => profile.name)),
      () => {},
    )
    return () => void (isWanted = false)
  }, [backend, typed])
  return (
    <>
      <Field
        name="group"
        names="groupIds"
        label={label}
        placeholder="Name or id"
        list={list}
        required={!isOptional}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id={list}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/**
 * The id of the group in the field.
 * @throws Error if no group, or more than one, has this name.
 */
export async function groupIdOf(backend: Backend, typed: string): Promise<string> {
  const named = (await groupsFor(backend, typed)).filter(({ profile }) => profile.name === typed)
  if (named.length === 1) return named[0]!.id
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ')
    throw new Error(`group: ${named.length} groups have the name ${typed}; take the id of one: ${ids}`)
  }
  const { status } = await backend.call('GET', `${base}/${encodeURIComponent(typed)}`)
  if (status === 200) return typed
  throw new Error(`group: There is no group with the name or id ${typed}`)
}

/** Groups that accept people and whose names begin with a text; the exact name comes first. */
async function groupsFor(backend: Backend, typed: string): Promise<readonly Group[]> {
  const named = typed === '' ? '' : `&q=${encodeURIComponent(typed)}`
  const { body } = wellOrThrow(await backend.call('GET', `${base}?limit=200${named}`))
  return (body as readonly Group[]).filter(takesPeople)
}
