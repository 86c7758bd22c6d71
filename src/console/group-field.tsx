import { type Backend, wellOrThrow } from './backend.ts'

/** A group, for lists. */
export interface Group {
  readonly id: string
  readonly type: string
  readonly profile: { readonly name: string; readonly description?: string | null }
  readonly usersCount?: number
}

const base = '/api/v1/groups'

/** Whether a group accepts manual members and rules. */
export function takesPeople({ type }: { readonly type: string }): boolean {
  return type !== 'BUILT_IN' && type !== 'APP_GROUP'
}

/**
 * The id of a group that accepts people, by its name or id.
 * @throws Error if no group, or more than one, has this name.
 */
export async function groupIdOf(backend: Backend, typed: string): Promise<string> {
  const { body } = wellOrThrow(await backend.call('GET', `${base}?limit=200&q=${encodeURIComponent(typed)}`))
  const named = (body as readonly Group[]).filter(takesPeople).filter(({ profile }) => profile.name === typed)
  if (named.length === 1) return named[0]!.id
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ')
    throw new Error(`group: ${named.length} groups have the name ${typed}; take the id of one: ${ids}`)
  }
  const { status } = await backend.call('GET', `${base}/${encodeURIComponent(typed)}`)
  if (status === 200) return typed
  throw new Error(`group: There is no group with the name or id ${typed}`)
}
