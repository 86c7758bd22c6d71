import { runCommandLine } from '../src/cli/command-line.ts'
import { commands } from '../src/cli/commands.ts'
import type { CommandEntries } from '../src/cli/tree.ts'

/** docs/reference/commands.md: the output of `--help` for every command. */
export async function renderCommands(): Promise<string> {
  const sections = ['## identikit', fenced(await helpOf([]))]
  for (const path of pathsOf(commands)) sections.push(`## ${path.join(' ')}`, fenced(await helpOf(path)))
  return `# Commands

The text of \`identikit help COMMAND\` for each command. \`conform\` without another command runs the suite.

${sections.join('\n\n')}
`
}

/** The words of each command, followed by those of its subcommands. */
function pathsOf(entries: CommandEntries, above: readonly string[] = []): string[][] {
  const paths: string[][] = []
  for (const [name, { hidden = false, commands: below = {} }] of Object.entries(entries)) {
    if (hidden) continue
    const path = [...above, name]
    paths.push(path, ...pathsOf(below, path))
  }
  return paths
}

async function helpOf(path: readonly string[]): Promise<string> {
  const lines: string[] = []
  const write = (text: string): void => void lines.push(text)
  const progress = { write, interactive: false, columns: 100 }
  const exitCode = await runCommandLine([...path, '--help'], {
    out: write,
    error: write,
    progress,
    environment: {},
  })
  if (exitCode !== 0) throw new Error(`help of ${path.join(' ')} ends with ${exitCode}`)
  return lines.join('\n')
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``
}
