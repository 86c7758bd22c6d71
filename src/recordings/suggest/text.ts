import { yamlOf } from '../../openapi/yaml.ts'
import type { Effect, Suggestion } from './suggest.ts'

/** A suggestion for a terminal: what to write into a configuration file and a seed, and what each part does. */
export function suggestionText({ options, data, schema, effects, before, after }: Suggestion): string {
  const configuration = { ...(data === undefined ? {} : { data }), ...(isEmpty(options) ? {} : { options }) }
  const lines = isEmpty(configuration)
    ? ['No option makes the mock answer more alike.']
    : [
        `With these options ${counted(after.differences)} of ${counted(before.differences)} differences are left, and ${counted(after.statuses)} of ${counted(before.statuses)} other statuses.`,
        '',
        '# identikit.config.yaml',
        yamlOf(configuration).trimEnd(),
        ...effects.flatMap(effectLines),
      ]
  if (schema !== undefined && !isEmpty(schema))
    lines.push(
      '',
      '# Custom properties of profiles, for a seed (identikit seed --from recording)',
      yamlOf({ schema }).trimEnd(),
    )
  return lines.join('\n')
}

function effectLines({ option, value, changes }: Effect): readonly string[] {
  return [
    '',
    `With ${option}: ${JSON.stringify(value)}`,
    ...changes
      .slice(0, max)
      .map(({ line, change }) => `  ${counted(Math.abs(change))} ${change < 0 ? 'fewer' : 'more'}: ${line}`),
    ...(changes.length > max ? [`  and ${changes.length - max} other kinds`] : []),
  ]
}

/** The most kinds of differences that are shown for an option. */
const max = 8

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function counted(count: number): string {
  return count.toLocaleString('en')
}
