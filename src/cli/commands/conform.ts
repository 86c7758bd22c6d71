import { type Define, noCommand } from '../tree.ts'
import { runOptions } from './conform/run.ts'

/** `identikit conform` runs the suite, as `identikit conform run` does; it also has commands below it. */
export const define: Define = (command, shell) => {
  const run = runOptions(command, shell)
  command
    .usage('[command] [options]')
    .allowExcessArguments()
    .action(async (options, { args, commands }) => {
      if (args[0] !== undefined) throw noCommand(args[0], commands)
      return run(options)
    })
}
