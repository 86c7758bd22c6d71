import type { Define } from '../../tree.ts'
import { runOptions } from './run.ts'

/** `identikit conform plan` prints the writes of a run, and sends the target nothing. */
export const define: Define = (command, shell) => {
  const run = runOptions(command, shell, (values) => ({ ...values, plan: true }))
  command.action((options) => run(options))
}
