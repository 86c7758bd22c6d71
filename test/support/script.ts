import type { TestOrg, TestReply } from './call.ts'

type Members = Record<string, unknown>

/** The values at a path, such as `profile.login`, `0.id` or `last.id`; of each element of a list otherwise. */
export function at(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined || typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value) || first in value) return at((value as Members)[first], rest)
  return first === 'last' ? at(value.at(-1), rest) : value.map((each) => at(each, [first, ...rest]))
}

/** A step with the answers that it names, as in `$user.id`, and with repeated characters, as in `<x*300>`. */
export const filled = (text: string, kept: Members): string =>
  text
    .replaceAll(/<(.)\*(\d+)>/gu, (_, one: string, count: string) => one.repeat(Number(count)))
    .replaceAll(/\$(\w+)((?:\.\w+)*)/g, (_, name: string, path: string) =>
      String(at(kept[name], path.split('.').slice(1))),
    )

/** The headers of other methods than those of HTTP, which are sent as POST. */
const posts: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  FORM: { authorization: undefined, 'content-type': 'application/x-www-form-urlencoded' },
  LATER: { prefer: 'respond-async' },
}

/** Headers without those that are null, which are not sent although a call would have them. */
const absent = (headers: Readonly<Record<string, string | null>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? undefined]))

/**
 * Takes a step: `action {"its":"input"}`, or `METHOD url`, after which a body, `with {"its":"headers"}` and
 * `as Scheme_token` (or `as nobody`) may come. Answers what the action does, or the reply.
 */
export async function take(
  { control, call }: TestOrg,
  step: string,
): Promise<{ readonly answer?: unknown; readonly reply?: TestReply }> {
  const [, what = '', given = ''] = /^(\S+) ?(.*)$/.exec(step) ?? []
  if (!/^[A-Z]/.test(what)) {
    const run = Reflect.get(control, what) as (given: unknown) => unknown
    return { answer: await run(JSON.parse(given || '{}')) }
  }
  const [, url = '', body, headers = '{}', token] =
    /^(\S+)(?: (?!as |with )(\S.*?))?(?: with (\{.*?\}))?(?: as (\S+))?$/.exec(given) ?? []
  const reply = await call(what in posts ? 'POST' : what, url, body, {
    ...posts[what],
    ...absent(JSON.parse(headers) as Readonly<Record<string, string | null>>),
    ...(token === undefined
      ? {}
      : { authorization: token === 'nobody' ? undefined : token.replace('_', ' ') }),
  })
  return { reply, answer: reply.json }
}

/** A line of a script: `name = step | paths of the answer`. */
export function parsedLine(line: string): {
  readonly name?: string
  readonly step: string
  readonly paths: string
} {
  const [, name, step = '', paths = ''] = /^(?:(\w+) = )?(.*?)(?: \| (.*))?$/.exec(line) ?? []
  return { ...(name === undefined ? {} : { name }), step, paths }
}

/** The options in the heading of an organisation. */
export const optionsIn = (heading: string): object =>
  JSON.parse(/ (\{.*\})$/.exec(heading)?.[1] ?? '{}') as object
