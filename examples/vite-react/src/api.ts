import { type ClientResult, createClient } from 'identikit/client'

/** Typed by the contract of the service; any other client does as well. */
export const api = createClient({ baseUrl: location.origin })

export type User = ClientResult<'listUsers'>[number]
export type Group = ClientResult<'listGroups'>[number]

/** A page of people, and the cursor of the next one. */
export async function peoplePage(search: string, after?: string): Promise<{ users: User[]; next?: string }> {
  const text = JSON.stringify(search)
  const query = {
    limit: 10,
    ...(after === undefined ? {} : { after }),
    ...(search === ''
      ? {}
      : {
          search: `profile.firstName sw ${text} or profile.lastName sw ${text} or profile.login sw ${text}`,
        }),
  }
  const { body, next } = await api.call('listUsers', { query })
  const cursor = next === undefined ? null : new URL(next).searchParams.get('after')
  return { users: body, ...(cursor === null ? {} : { next: cursor }) }
}
