import { arrayFunctions } from '../src/query/expression/functions/arrays.ts'
import { convertFunctions } from '../src/query/expression/functions/convert.ts'
import { directoryFunctions } from '../src/query/expression/functions/directories.ts'
import { groupFunctions } from '../src/query/expression/functions/groups.ts'
import { type ExpressionFunction, signature } from '../src/query/expression/functions/index.ts'
import { stringFunctions } from '../src/query/expression/functions/string.ts'
import type { ExpressionSubject } from '../src/query/expression/subject.ts'
import { isArray, type Value } from '../src/query/expression/values.ts'

/** The user that the examples of the group functions are asked about. */
export const exampleSubject: ExpressionSubject = {
  user: {},
  isMember: (groupId) => groupId === '00gengineering',
  groupNames: () => ['Engineering'],
}

const families: readonly { title: string; about: string; members: readonly ExpressionFunction[] }[] = [
  {
    title: 'String functions',
    about: 'Positions count from 0. Nothing ignores letter case.',
    members: stringFunctions,
  },
  {
    title: 'Array functions',
    about:
      'An array is a multi-valued attribute or a list: `{1, 2}` or `[1, 2]`. No function changes the profile.',
    members: arrayFunctions,
  },
  {
    title: 'Conversion functions',
    about: 'A value that cannot be converted is null.',
    members: convertFunctions,
  },
  {
    title: 'Group functions',
    about: 'The examples are asked about a user in the group `Engineering`, whose id is `00gengineering`.',
    members: groupFunctions,
  },
  {
    title: 'Directory functions',
    about: 'An organisation has no directory or Workday. Rules that ask for them are accepted.',
    members: directoryFunctions,
  },
]

/** The documentation page of the functions, as Markdown: made from the function table and nothing else. */
export function renderFunctionsPage(): string {
  return `${[
    '# Functions of the group rule expression language',
    'The functions that an expression of type `urn:svc:expression:1.0` may call. Names are case-sensitive. An argument of another kind than the parameter’s, and an attribute that is not set, count as null.',
    ...families.map(renderFamily),
    '## Operators',
    'From the tightest to the loosest: `!` (`not`) and `-`; `* / %` (`div`, `mod`); `+ -`. Then one of `== != < <= > >=` (`eq ne lt le gt ge`); `&&` (`and`); `||` (`or`); `a ? b : c`. The words may be in any letter case. `!user.a == "b"` therefore negates `user.a` alone.',
    'Values of two kinds are never equal, and null equals only null. Only two numbers or two strings have an order: every other comparison with `<` and its like is false. `+` joins when one side is a string, null then being empty. Arithmetic that has no result is null. Where a Boolean is wanted, whatever is not true counts as false.',
    '## Patterns',
    'A pattern is a regular expression of JavaScript with the flag `u`, and matches a whole name. `(?i)` at the start ignores letter case. `\\` may stand before any punctuation.',
  ].join('\n\n')}\n`
}

function renderFamily({ title, about, members }: (typeof families)[number]): string {
  return [`## ${title}`, about, ...members.map(renderFunction)].join('\n\n')
}

function renderFunction(row: ExpressionFunction): string {
  const rows = [...row.parameters, ...row.rest].map(
    ({ name, type }) =>
      `| \`${name}\` | ${type}${row.rest.some((parameter) => parameter.name === name) ? ', once or more' : ''} |`,
  )
  return [
    `### \`${signature(row)}\``,
    row.summary,
    ...(rows.length > 0 ? [['| Parameter | Type |', '|---|---|', ...rows].join('\n')] : []),
    `Returns: ${row.returns}.${row.aliases.length > 0 ? ` Also called: ${row.aliases.map((name) => `\`${name}\``).join(', ')}.` : ''}`,
    ['```text', `${row.example.call} → ${renderValue(row.example.result)}`, '```'].join('\n'),
  ].join('\n\n')
}

/** A value as it would be written in an expression. */
function renderValue(value: Value): string {
  return isArray(value) ? `{${value.map(renderValue).join(', ')}}` : JSON.stringify(value)
}
