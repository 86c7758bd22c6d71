import type { Api, CallOptions, Json, Reply } from '../../engine/run/check.ts'
import { groupsPath } from './paths.ts'

/** Creates a group. Unlike `given.group` it does not block the check when the create is refused. */
export function makeGroup(
  api: Api,
  profile: Json,
  more: Readonly<Record<string, Json>> = {},
  options: CallOptions = {},
): Promise<Reply> {
  return api.post(groupsPath, { ...more, profile }, options)
}

/** Text of a length that begins with the run's marker: words, so that nothing in it repeats one letter. */
export function textOf(length: number, start: string): string {
  return `${`${start} ${'lorem ipsum 42 '.repeat(Math.ceil(length / 15))}`.slice(0, length - 1)}.`
}
