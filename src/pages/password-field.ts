import type { Org } from '../model/org.ts'
import { passwordRefusal } from '../model/users/password/index.ts'
import { html, type Html } from './html.ts'

/** The field for a new password, with what the policy in force asks of it. */
export function newPasswordField(org: Org, isWrong: boolean): Html {
  return html`<label for="newPassword">New password</label>
    <input
      id="newPassword"
      name="newPassword"
      type="password"
      autocomplete="new-password"
      required
      aria-describedby="policy${isWrong && ' problem'}"
      aria-invalid="${String(isWrong)}"
    />
    <p class="hint" id="policy">${policyText(org)}</p>`
}

/** `Password requirements: at least 8 characters, …`. */
function policyText({ passwordPolicy }: Org): string {
  const refusal = passwordRefusal(passwordPolicy)
  return refusal.slice(refusal.indexOf('Password requirements: '))
}
