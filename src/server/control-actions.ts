import { z } from 'zod'
import { type ControlAction, defineAction } from '../control/action.ts'
import { actionPath, controlActions, controlPath } from '../control/index.ts'
import { textsOfExported } from '../model/exported-state.ts'
import type { Org } from '../model/org.ts'
import { pactActions } from './pact-actions.ts'
import { worldActions } from './world-actions.ts'

/** What is served: the control plane, and what only a server adds. */
export const actions = {
  ...controlActions,
  ...worldActions,
  ...pactActions,
  exportState: defineAction({
    ...controlActions.exportState,
    input: () => controlActions.exportState.input,
    run: (org) => new Texts(exportTexts(org)),
  }),
} as unknown as Readonly<Record<string, ControlAction>>

/** An answer that is sent in parts: as one text it could be longer than a text can be. */
export class Texts {
  readonly parts: Iterable<string>

  constructor(parts: Iterable<string>) {
    this.parts = parts
  }
}

/** The state as it is now, whatever changes while it is sent: records do not, but parts of one value may. */
function exportTexts(org: Org): Iterable<string> {
  return textsOfExported(
    Array.from(org.state.log.all(), (row) => (row[1] === '=' ? structuredClone(row) : row)),
  )
}

/** The names of actions by where they are served below `/_control`. */
export const nameByPath = new Map(
  Object.entries(actions).map(([name, action]) => [pathOf(name, action), name]),
)

/** Where an action is served below `/_control`. */
function pathOf(name: string, { path }: ControlAction): string {
  return path ?? actionPath(name)
}

/** One action as `GET /_control` lists it. */
export interface ListedAction {
  /** The function's name in process: `org.control.advanceClock`. */
  readonly name: string
  readonly method: 'POST'
  readonly path: string
  readonly summary: string
  /** JSON schema of the body. */
  readonly input: unknown
}

/** Every action of the control plane with the JSON schema of what it takes. */
export function listActions(): readonly ListedAction[] {
  return Object.entries(actions).map(([name, action]) => {
    const { summary, input } = action
    return {
      name,
      method: 'POST',
      path: `${controlPath}/${pathOf(name, action)}`,
      summary,
      input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    }
  })
}
