import { Refusal } from '../contract/errors/refusal.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { html } from './html.ts'
import { pageReply } from './page.ts'

/** Asks for the address of who has forgotten the password. */
export function showRecovery(): WireReply {
  return pageReply({
    heading: 'Forgot your password?',
    content: html`<form method="post">
      <label for="address">Login or e-mail address</label>
      <input
        id="address"
        name="address"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        required
        aria-describedby="hint"
      />
      <p class="hint" id="hint">You are sent a link by which you set a new password.</p>
      <button>Send link</button>
    </form>`,
  })
}

/** Mails a link if there is such a user. The page says the same if not, so that nobody learns who exists. */
export function sendRecovery(org: Org, form: URLSearchParams): WireReply {
  const address = form.get('address')
  if (!address) return showRecovery()
  try {
    org.passwordRecovery.startByAddress(address)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  return pageReply({
    heading: 'Look at your mail',
    content: html`<p>If an account can be recovered by this address, a link is on its way to it.</p>`,
  })
}
