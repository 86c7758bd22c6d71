import { runVary } from '../vary/run/vary-command.ts'
import { ToolError } from './target.ts'
import type { Tool } from './tool.ts'

export const varyTool: Tool = {
  description:
    'Run the tests of the project under every freedom that the API leaves to the service, and report which tests rely on something that it does not promise. With `broken` it also reports which mistakes of a broken service the tests do not notice. It runs the command many times; take a fast one. The tests find the server in IDENTIKIT_URL and IDENTIKIT_TOKEN, or make organisations with the package.',
  fields: {
    command: { type: 'array', items: { type: 'string' }, description: 'The test command, as ["npm","test"]' },
    broken: { type: 'boolean', description: 'Whether to try mistakes of a broken service too' },
    only: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only these variants, as page reference/variants.md names them',
    },
    minutes: { type: 'number', description: 'Start no further run after this time. Default 5' },
  },
  required: ['command'],
  async run(_session, { command, broken, only, minutes = 5 }) {
    if (!Array.isArray(command) || command.length === 0)
      throw new ToolError('command: expected a list such as ["npm","test"]')
    const lines: string[] = []
    const line = (text: string): void => void lines.push(text)
    const flags = {
      ...(broken === true ? { broken: true as const } : {}),
      ...(Array.isArray(only) ? { only: only.map(String) } : {}),
      budget: Number(minutes) * 60_000,
    }
    await runVary(command.map(String), flags, { out: line, error: line })
    return lines.join('\n')
  },
}
