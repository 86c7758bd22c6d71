import { didYouMean } from '../../query/suggestion.ts'
import { UsageError } from '../../server/usage-error.ts'
import type { Define } from '../tree.ts'
import { runOptions } from './conform/run.ts'

/** `identikit conform` runs the suite, as `identikit conform run` does; it also has commands below it. */
export const define: Define = (command, shell) => {
  const run = runOptions(command, shell)
  command
    .usage('[run|explore|init|explain|diff|merge|reap|selftest] [options]')
    .allowExcessArguments()
    .action(async (options, { args, commands }) => {
      if (args[0] === undefined) return run(options)
      const names = commands.map((each) => each.name())
      throw new UsageError(
        `there is no command '${args[0]}'; ${didYouMean(args[0], names) ?? `its commands are ${names.join(', ')}`}`,
      )
    })
}
