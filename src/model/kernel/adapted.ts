import type { Changes } from './changes.ts'
import type { Stateful } from './state.ts'
import type { Declared, Stored } from './stored.ts'

/** A part of the state that is no table, in the form of one. */
export function adapted(declared: Declared, part: Stateful, changes: Changes): Stored {
  const { rows } = part
  const minor = { ...declared, isMinor: true }
  return {
    declared,
    track: () =>
      rows?.track((place, isMinor) =>
        changes.emit({
          table: isMinor ? minor : declared,
          key: String(place),
          place,
          before: undefined,
          after: undefined,
        }),
      ),
    snapshot: () => part.snapshot(),
    restore: (state) => part.restore(state),
    rowKeys: (state) => rows?.keys(state) ?? [],
    row: (key, state) => rows?.read(key, state),
    differing: (state) => (rows ? new Set([...rows.keys(), ...rows.keys(state)]) : []),
    stateOf: (given, base) => (rows ? rows.stateOf(given, base) : base),
  }
}
