import type { OrgSettings } from './settings.ts'
import { type Mark, SingleRow, type Stateful } from './state.ts'

/** The row of a password hook that is a function of the process. */
const isFunction = { isFunction: true }

/**
 * Makes settings a part of the organisation's state.
 *
 * @param given The initial settings of the organisation: a hook that is a function comes from them.
 */
export function settingsState(settings: OrgSettings, given: OrgSettings): Stateful<OrgSettings> {
  const rows = new SingleRow<OrgSettings>(() => settings, {
    encode: (state) =>
      typeof state.passwordHook === 'function' ? { ...state, passwordHook: isFunction } : { ...state },
    decode(row) {
      const state = row as OrgSettings
      const { passwordHook: hook } = state
      const isGone = typeof hook === 'object' && 'isFunction' in hook
      return isGone ? { ...state, passwordHook: functionOf(given) } : state
    },
  })
  return {
    snapshot: () => ({ ...settings }),
    restore(state) {
      for (const name of Object.keys(settings)) {
        Object.assign(settings, { [name]: state[name as keyof OrgSettings] })
      }
    },
    rows: Object.assign(rows, {
      track(mark: Mark) {
        SingleRow.prototype.track.call(rows, mark)
        tellWrites(settings, () => rows.touch())
      },
    }),
  }
}

function functionOf({ passwordHook }: OrgSettings): OrgSettings['passwordHook'] {
  return typeof passwordHook === 'function' ? passwordHook : undefined
}

/** Settings are read often and written seldom: so only persistence makes writes report changes. */
function tellWrites(settings: OrgSettings, onWrite: () => void): void {
  for (const name of Object.keys(settings)) {
    let value = settings[name as keyof OrgSettings]
    Object.defineProperty(settings, name, {
      configurable: true,
      enumerable: true,
      get: () => value,
      set(next: typeof value) {
        value = next
        onWrite()
      },
    })
  }
}
