import type { z } from 'zod'
import { areas } from '../control/action-texts.ts'
import { actions } from '../server/control-actions.ts'
import listedActions from '../server/listed-actions.data.ts'
import { didYouMean } from '../query/suggestion.ts'
import { run, ToolError } from './target.ts'
import type { Tool } from './tool.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Area = keyof typeof areas

/** The longest list of values in the schema of a field. A message about a wrong value names a similar one. */
const valuesMax = 20

/**
 * A tool for the actions of some areas of the control plane. Its fields and its description come from the actions: one
 * that is added or renamed there is so here.
 */
export function areaTool(purpose: string, ...names: readonly Area[]): Tool {
  const known = names.flatMap((area) => Object.keys(areas[area]))
  const listed = listedActions.filter(({ name }) => known.includes(name))
  const fields: Record<string, Schema> = {}
  for (const { input } of listed)
    for (const [name, schema] of fieldsOf(input)) fields[name] ??= shortened(schema)
  return {
    description: `${purpose}\nActions:\n${listed.map((each) => lineOf(each)).join('\n')}`,
    fields: {
      action: { type: 'string', enum: known, description: 'The action; it takes its fields only' },
      ...fields,
    },
    required: ['action'],
    run: (session, { action, ...input }) => run(session.target, actionNamed(action, known), input),
  }
}

/** The tool for every other action. */
export const controlTool: Tool = {
  description:
    'Run any action of the control plane by name: reset, snapshots, settings, API tokens, groups and rules, applications, schemas, webhooks, events. Without a name it lists every action, or those whose name or effect has the words of `about`.',
  fields: {
    action: { type: 'string', description: 'Name of the action, such as reset' },
    input: { type: 'object', description: 'Its input' },
    about: { type: 'string', description: 'Words of the actions to list, such as snapshot' },
  },
  run(session, { action, input, about = '' }) {
    if (action !== undefined) return run(session.target, actionNamed(action, Object.keys(actions)), input)
    const words = String(about).toLowerCase().split(/\s+/)
    const lines = listedActions.map((each) => lineOf(each))
    return Promise.resolve(
      lines.filter((line) => words.every((word) => line.toLowerCase().includes(word))).join('\n'),
    )
  },
}

function actionNamed(action: unknown, known: readonly string[]): string {
  const name = String(action)
  if (known.includes(name)) return name
  throw new ToolError(
    `action: ${didYouMean(name, known) ?? `expected one of ${known.join(', ')}`}, got '${name.slice(0, 80)}'`,
  )
}

/** `advanceClock(by): Move time forward`. A question mark follows what may be left out. */
function lineOf({ name, summary, input }: (typeof listedActions)[number]): string {
  const forms = [...new Set((input.anyOf ?? [input]).map((form) => parametersOf(form)))]
  return `${name}(${forms.join(' | ')}): ${summary}`
}

function parametersOf({ properties = {}, required = [] }: Schema): string {
  return Object.keys(properties)
    .map((field) => (required.includes(field) ? field : `${field}?`))
    .join(', ')
}

function fieldsOf(input: Schema): [string, Schema][] {
  return (input.anyOf ?? [input]).flatMap(
    (form) => Object.entries(form.properties ?? {}) as [string, Schema][],
  )
}

/** A schema without what only makes it longer; the action itself checks the value. */
function shortened(schema: Schema): Schema {
  const { pattern: _pattern, $schema: _dialect, enum: values, ...rest } = schema
  const { maximum, ...others } = rest
  return {
    ...others,
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(values === undefined || values.length > valuesMax ? {} : { enum: values }),
  }
}

/**
 * The fields of an action, for a tool that shows its answer in another way.
 *
 * @param without A field that chooses the form of the answer.
 */
export function fieldsOfAction(action: string, without?: string): Readonly<Record<string, Schema>> {
  const { input } = listedActions.find(({ name }) => name === action)!
  const fields = fieldsOf(input).filter(([name]) => name !== without)
  return Object.fromEntries(fields.map(([name, schema]) => [name, shortened(schema)]))
}
