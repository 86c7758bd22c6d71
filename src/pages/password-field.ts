import type { Org } from '../model/org.ts'
import { passwordRequirements } from '../model/users/password/index.ts'
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
    <p class="hint" id="policy">Password requirements: ${passwordRequirements(org.passwordPolicy)}.</p>`
}
