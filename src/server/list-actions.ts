import { z } from 'zod'
import { type ActionText, areas as controlAreas, sharedFields } from '../control/action-texts.ts'
import { controlPath } from '../control/index.ts'
import { flattened, type Options } from '../model/kernel/option.ts'
import { settingRows } from '../model/kernel/settings.ts'
import { actions, pathOf } from './control-actions.ts'

/** The actions by area, those that only a server has included. */
export const areas: Readonly<Record<string, Readonly<Record<string, ActionText>>>> = {
  ...controlAreas,
  'Sample data sets and seeds': {
    loadDataset: {
      effect: 'Load a sample data set or a seed, all or nothing. reset then returns to it',
      dataset: 'Name of a sample data set: empty, demo, examples, large or large:N',
      seed: 'A seed, as docs/reference/seed.schema.json says',
      yaml: 'A seed as the text of a YAML or JSON file',
      replace: 'Whether existing records are removed first',
    },
    exportSeed: {
      effect:
        'Export the organisation as a seed that recreates it with the same ids, and list what the seed leaves out',
      secrets: 'Whether it contains values of tokens, client secrets and headers of the password hook',
      format: '`yaml` adds the text of a YAML file, which lists at its top what the seed leaves out',
    },
  },
  'Provider states of Pact': {
    pactState: {
      effect:
        'Set up a provider state of Pact. The first of an interaction resets the organisation. Returns values for fromProviderState',
      state: 'The state, as the pact names it',
      params: 'Values of the state, by name',
      action: 'Whether the interaction begins or ends. Default `setup`',
    },
  },
}

/** One action as `GET /_control` lists it. */
export interface ListedAction {
  /** The function's name in process: `org.control.advanceClock`. */
  readonly name: string
  readonly method: 'POST'
  readonly path: string
  readonly summary: string
  /** JSON schema of the body. */
  readonly input: z.core.JSONSchema.BaseSchema
}

/** Every action of the control plane with the JSON schema of its input. */
export function listActions(): readonly ListedAction[] {
  return Object.values(areas).flatMap((texts) =>
    Object.entries(texts).map(([name, text]) => {
      const { effect, ...fields } = typeof text === 'string' ? { effect: text } : text
      const action = actions[name]!
      return {
        name,
        method: 'POST',
        path: `${controlPath}/${pathOf(name, action)}`,
        summary: effect,
        input: describedInput(action.input, { ...sharedFields, ...fields }, settingsOf[name]),
      }
    }),
  )
}

/** The rows of the settings that an action changes. */
const settingsOf: Readonly<Record<string, Options>> = {
  changeSettings: { ...settingRows },
}

/** Where the API description states a setting, and the interpretations that it changes. */
function sourcesOf(row: {
  readonly source?: string
  readonly interpretations?: readonly string[]
}): readonly string[] {
  const { source, interpretations = [] } = row
  return [...(source === undefined ? [] : [source]), ...interpretations.map((id) => `interpretation ${id}`)]
}

/** The JSON Schema of what an action takes, with the meaning of each field. */
function describedInput(
  input: z.ZodType,
  texts: Readonly<Record<string, string>>,
  settings: Options = {},
): z.core.JSONSchema.BaseSchema {
  const { oneOf, ...schema }: z.core.JSONSchema.BaseSchema = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A list of one value is a choice, for forms and generated clients.
      if (jsonSchema.const !== undefined) jsonSchema.enum = [jsonSchema.const]
      delete jsonSchema.const
    },
  })
  // Forms and generated clients know one word for a choice.
  if (oneOf) schema.anyOf = oneOf
  for (const { properties = {} } of schema.anyOf ?? [schema])
    for (const [name, field] of Object.entries(properties) as [string, z.core.JSONSchema.BaseSchema][])
      if (texts[name] !== undefined) field.description ??= texts[name]
  for (const { path, row } of flattened(settings)) {
    const [name = '', ...inner] = path
    let field = schema.properties?.[name] as z.core.JSONSchema.BaseSchema | undefined
    for (const member of inner) field = field?.properties?.[member] as typeof field
    if (field) Object.assign(field, { 'x-sources': sourcesOf(row) })
  }
  return schema
}
