import { runCommandLine } from '../src/cli/command-line.ts'
import { commands } from '../src/cli/commands.ts'
import type { CommandEntries } from '../src/cli/tree.ts'
import { sections } from './markdown.ts'
import { filled } from './template.ts'

/** docs/reference/commands.md: the output of `--help` for every command, and of `--help --all` where that is more. */
export async function renderCommands(): Promise<string> {
  const texts: [string, string][] = [['identikit', await helpOf([])]]
  for (const path of pathsOf(commands)) texts.push([path.join(' '), await helpOf(path)])
  return filled('reference/commands.md', { commands: sections(texts) })
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
  const short = await outputOf([...path, '--help'])
  if (!short.includes('more options: add --all')) return short
  const all = await outputOf([...path, '--help', '--all'])
  return `${short}\n\n<details><summary>All options</summary>\n\n${all}\n\n</details>`
}

async function outputOf(argv: readonly string[]): Promise<string> {
  const lines: string[] = []
  const write = (text: string): void => void lines.push(text)
  const progress = { write, interactive: false, columns: 100 }
  const exitCode = await runCommandLine(argv, {
    out: write,
    error: write,
    progress,
    environment: {},
  })
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} ends with ${exitCode}`)
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\``
}
