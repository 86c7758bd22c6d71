import { type Define, noCommand } from '../tree.ts'

/** A command that only prints its help: the commands below it do the work. */
export function commandGroup(usage: string): Define {
  return (command) => {
    command
      .usage(`${usage} [options]`)
      .allowExcessArguments()
      .action((_, { args: [name], commands }) => {
        if (name === undefined) return command.help({ error: true })
        throw noCommand(name, commands)
      })
  }
}
