import { type Command, Help, type Option } from '@commander-js/extra-typings'
import tab from '@bomb.sh/tab'
import { type Define, defineAll, pathOf } from '../tree.ts'

/** The scripts of `identikit completion` call `identikit complete -- WORD...`. */
export const define: Define = (command) => {
  command.argument('[words...]').action(async (words, _options, { parent }) => {
    const program = parent as Command
    await defineAll(program)
    propose(program)
    tab.parse(words)
  })
}

/** Gives the completer a command with its options and the commands below it. */
function propose(command: Command): void {
  const help = new Help()
  const path = pathOf(command).split(' ').slice(1).join(' ')
  const proposed = path === '' ? tab : tab.command(path, command.description())
  for (const option of help.visibleOptions(command)) {
    const { long, required, optional, description } = option
    if (typeof long !== 'string') continue
    const name = long.slice(2)
    if (required || optional) proposed.option(name, description, valuesOf(option))
    else proposed.option(name, description)
  }
  for (const argument of command.registeredArguments) {
    proposed.argument(argument.name(), valuesOf(argument), argument.variadic)
  }
  for (const each of help.visibleCommands(command)) propose(each as Command)
}

/** Gives the completer the allowed values of an option or argument. */
function valuesOf({ argChoices = [] }: Pick<Option, 'argChoices'>) {
  return (complete: (value: string, description: string) => void): void => {
    for (const each of argChoices) complete(each, '')
  }
}
