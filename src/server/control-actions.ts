import { type ControlAction, defineAction } from '../control/action.ts'
import { actionPath, controlActions } from '../control/index.ts'
import { textsOfExported } from '../model/exported-state.ts'
import type { Org } from '../model/org.ts'
import { pactActions } from './pact-actions.ts'
import { datasetActions } from './dataset-actions.ts'

/** The actions that a server offers: those of the control plane, and those that only a server has. */
export const actions = {
  ...controlActions,
  ...datasetActions,
  ...pactActions,
  exportState: defineAction({
    ...controlActions.exportState,
    input: () => controlActions.exportState.input,
    run: (org) => new Texts(exportTexts(org)),
  }),
} as unknown as Readonly<Record<string, ControlAction>>

/** An answer in parts: as one text it could exceed the longest text of the engine. */
export class Texts {
  readonly parts: Iterable<string>

  constructor(parts: Iterable<string>) {
    this.parts = parts
  }
}

/** The state at the time of the call. Records do not change while it is sent; parts of one value may. */
function exportTexts(org: Org): Iterable<string> {
  return textsOfExported(
    Array.from(org.state.log.all(), (row) => (row[1] === '=' ? structuredClone(row) : row)),
  )
}

/** The names of the actions, by their paths below `/_control`. */
export const nameByPath = new Map(
  Object.entries(actions).map(([name, action]) => [pathOf(name, action), name]),
)

/** The path of an action below `/_control`. */
export function pathOf(name: string, { path }: ControlAction): string {
  return path ?? actionPath(name)
}
