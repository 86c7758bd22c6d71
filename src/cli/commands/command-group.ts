import { didYouMean } from '../../query/suggestion.ts'
import { UsageError } from '../../server/usage-error.ts'
import type { Define } from '../tree.ts'

/** A command that only prints its help: the commands below it do the work. */
export function commandGroup(usage: string): Define {
  return (command) => {
    command
      .usage(`${usage} [options]`)
      .allowExcessArguments()
      .action((_, { args: [name], commands }) => {
        if (name === undefined) return command.help({ error: true })
        const names = commands.map((each) => each.name())
        throw new UsageError(
          `there is no command '${name}'; ${didYouMean(name, names) ?? `its commands are ${names.join(', ')}`}`,
        )
      })
  }
}
