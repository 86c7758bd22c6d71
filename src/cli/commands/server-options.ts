import { type Command, Option } from '@commander-js/extra-typings'
import { configFiles } from '../../server/config/files.ts'
import serveFlags, { type ServeFlag } from '../../server/serve-flags.data.ts'
import { clientOf, duration, interpretationOf, seedText, wholeNumber, wordList } from '../values.ts'

/** The options of a server, for the commands that start one. Only `serve` has a port by default. */
export function withServerOptions(command: Command) {
  const config = command
    .optionsGroup('Configuration:')
    .option(
      '--config <file>',
      `YAML or JSON file with options. The command line wins over it. Default: ${configFiles[0]} or .json here`,
    )
    .option('--no-config', 'take no configuration file')
  for (const heading of new Set(serveFlags.map((each) => each.heading))) {
    command.optionsGroup(`${heading}:`)
    for (const each of serveFlags) if (each.heading === heading) command.addOption(optionOf(each))
  }
  const port = command.options.find(({ long }) => long === '--port')!
  if (command.name() !== 'serve') port.description = 'Port to listen at. Default: a free port'
  // Turns off a setting that a configuration file turns on.
  for (const { is, flag } of serveFlags)
    if (is === 'switch' && !flag.includes(' '))
      command.addOption(new Option(`--no-${flag.slice(2)}`).hideHelp())
  return config
}

/** The flag of one option. */
export function flagOf(name: string): Option {
  return optionOf(serveFlags.find(({ flag }) => flag.startsWith(`${name} `))!)
}

function optionOf({ flag, text, is, choices, from = 0, to }: ServeFlag): Option {
  const option = new Option(flag, text.replaceAll('`', ''))
  if (flag.startsWith('--client ')) return option.argParser(clientOf)
  if (flag.startsWith('--interpretation ')) return option.argParser(interpretationOf)
  if (flag.startsWith('--seed ')) return option.argParser(seedText)
  if (flag.startsWith('--orgs ')) return option.choices(['by-control', 'on-demand'])
  if (choices) return option.choices(choices)
  if (is === 'duration') return option.argParser(duration)
  if (is === 'list') return option.argParser(wordList)
  return is === 'number' ? option.argParser(wholeNumber(from, to)) : option
}
