import type { Client, ClientArguments, ListName } from '../client.ts'

/**
 * Goes through a list of a deployment, which may be anything.
 *
 * @throws Error that names the list, for an element that is no record.
 */
export async function* listed<Name extends ListName>(
  client: Client,
  name: Name,
  ...input: ClientArguments<Name>
): ReturnType<typeof client.each<Name>> {
  for await (const item of client.each(name, ...input)) {
    const { [idOf(name)]: id } = (item ?? {}) as Readonly<Record<string, unknown>>
    if (typeof id !== 'string') throw new Error(`${name}: an element of the list has no ${idOf(name)}`)
    yield item
  }
}

function idOf(name: ListName): string {
  return name === 'listClients' ? 'client_id' : 'id'
}
