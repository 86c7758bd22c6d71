import type { Api, CallOptions, Json, Reply } from '../../engine/run/check.ts'

export const groupsPath = '/api/v1/groups'

/** Creates a group. Unlike `given.group` it does not block the check when the create is refused. */
export function makeGroup(
  api: Api,
  profile: Json,
  more: Readonly<Record<string, Json>> = {},
  options: CallOptions = {},
): Promise<Reply> {
  return api.post(groupsPath, { ...more, profile }, options)
}

/** The path of a group. */
export function groupPath(id: unknown): string {
  return `${groupsPath}/${encodeURIComponent(String(id))}`
}

/** Reads a group back. A refused create has no group, so its reply comes back for another judgement. */
export async function readGroup(api: Api, created: Reply): Promise<Reply> {
  return created.status < 300 ? api.get(groupPath(created.json.id)) : created
}

/** Text of a length that begins with the run's marker: words, so that nothing in it repeats one letter. */
export function textOf(length: number, start: string): string {
  return `${`${start} ${'lorem ipsum 42 '.repeat(Math.ceil(length / 15))}`.slice(0, length - 1)}.`
}
