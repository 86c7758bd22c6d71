import type { Org } from '../model/org.ts'
import { passwordPolicySchema } from '../model/kernel/org-options.ts'
import { changeSettings, settingChangesSchema } from '../model/kernel/setting-changes.ts'
import type { OrgSettings } from '../model/kernel/settings.ts'
import { withoutUrlSecrets } from '../model/access/struck-out.ts'
import { defineAction } from './action.ts'

export const settingsActions = {
  readSettings: defineAction({
    reads: true,
    run: shown,
  }),
  changeSettings: defineAction({
    input: settingChangesSchema,
    run(org, input) {
      changeSettings(org, input)
      return shown(org)
    },
  }),
  changePasswordPolicy: defineAction({
    input: passwordPolicySchema,
    run(org, input) {
      org.changePasswordPolicy(input)
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
