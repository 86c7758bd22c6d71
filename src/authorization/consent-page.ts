import type { ScopeRecord } from '../model/oauth/authorization-server-records.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import type { Interaction } from '../model/tokens/records.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { WireReply } from '../handlers/wire.ts'
import { html, type Html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

/** Asks the user to consent: who asks, for what, and two buttons. */
export function showConsent(
  { client, scopes }: AuthorizeRequest,
  user: UserRecord,
  interaction: Interaction,
  token: string,
): WireReply {
  return pageReply({
    heading: `${client.settings.client_name} asks for access`,
    leadsTo: interaction.leadsTo,
    imagesFrom: logoOrigin(client),
    content: html`${consentDetails(client, scopes, user)}
      <form method="post" action="authorize">
        <input type="hidden" name="interaction" value="${interaction.id}" />
        <input type="hidden" name="token" value="${token}" />
        ${consentButtons}
      </form>`,
  })
}

export const consentButtons = html`<button name="decision" value="allow">Allow</button>
  <button class="other" name="decision" value="deny">Refuse</button>`

/** Who asks for what, in words. */
export function consentDetails(
  { settings }: ClientRecord,
  scopes: readonly ScopeRecord[],
  user: UserRecord,
): Html {
  const { logo_uri: logo, policy_uri: policy, tos_uri: terms } = settings
  return html`${logo !== null && html`<img class="logo" src="${logo}" alt="" />`}
    <p>You are <strong>${String(user.profile.login)}</strong>. The application will be able to:</p>
    <ul class="scopes">
      ${scopes.map(
        ({ displayName, description }) =>
          html`<li><strong>${displayName}</strong><br /><span class="hint">${description}</span></li>`,
      )}
    </ul>
    ${(policy !== null || terms !== null) && html`<p class="hint">${link(policy, 'Privacy policy')} ${link(terms, 'Terms of service')}</p>`}`
}

function link(url: string | null, text: string): Html | false {
  return url !== null && html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`
}

export function logoOrigin({ settings: { logo_uri: logo } }: ClientRecord): string | undefined {
  return logo === null ? undefined : new URL(logo).origin
}
