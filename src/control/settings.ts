import type { Org } from '../model/org.ts'
import { changeSettings, settingsInput } from '../model/kernel/setting-changes.ts'
import type { OrgSettings } from '../model/kernel/settings.ts'
import { withoutUrlSecrets } from '../model/access/redaction.ts'
import { defineAction } from './action.ts'

export const settingsActions = {
  readSettings: defineAction({
    reads: true,
    run: shown,
  }),
  changeSettings: defineAction({
    input: settingsInput,
    run(org, { passwordPolicy, ...changes }) {
      if (passwordPolicy) org.changePasswordPolicy(passwordPolicy)
      changeSettings(org, changes)
      return shown(org)
    },
  }),
}

/** The hook shows only its address without secrets: its headers may hold a secret, and a function is not JSON. */
function shown(org: Org): Record<string, unknown> {
  const { passwordHook: hook, ...settings } = org.settings
  return {
    ...settings,
    ...(hook === undefined ? {} : { passwordHook: hookText(hook) }),
    passwordPolicy: org.passwordPolicy,
  }
}

function hookText(hook: NonNullable<OrgSettings['passwordHook']>): string {
  if (typeof hook === 'function') return 'a function'
  return withoutUrlSecrets(typeof hook === 'string' ? hook : hook.url)
}
