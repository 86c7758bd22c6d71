import type { WireReply } from '../handlers/wire.ts'
import { counted } from '../contract/formats/counted.ts'
import { controlPath } from '../control/index.ts'
import type { Org } from '../model/org.ts'
import { viewsOf } from '../views/index.ts'
import type { Mail } from '../views/mail-view.ts'
import { html, type Html } from './html.ts'
import { pageReply } from './page.ts'

/** How many mails are shown, the newest first. */
const mailsShown = 10

/** Shows people where they are and, if they may see them, the mails that were not sent. */
export function showHome(org: Org, showsMails: boolean, hasConsole: boolean): WireReply {
  return pageReply({
    heading: 'Identikit',
    content: html`<p>
        This is a mock of an identity-management service, with ${counted(org.users.collection.size, 'user')}
        and ${counted(org.groups.collection.size, 'group')}. Its base URL is <code>${org.baseUrl}</code>.
      </p>
      <p><a href="signin">Sign in as a user</a></p>
      ${hasConsole && html`<p><a href="_console">Open the console</a>: see and control everything</p>`}
      ${showsMails && html`<p><a href="${controlPath.slice(1)}">Actions of the control plane</a></p>`}
      ${showsMails && mailList(org)}`,
  })
}

function mailList(org: Org): Html {
  const mails = org.outbox.list().toReversed()
  if (mails.length === 0) {
    return html`<h2>Mails</h2>
      <p>None was sent yet.</p>`
  }
  return html`<h2>Mails</h2>
    <ul>
      ${mails.slice(0, mailsShown).map((mail) => mailItem(viewsOf(org).mails.of(mail)))}
    </ul>
    ${mails.length > mailsShown && html`<p>And ${mails.length - mailsShown} older ones.</p>`}`
}

function mailItem({ subject, to, sentAt, url }: Mail) {
  const title = url === undefined ? html`${subject}` : html`<a href="${url}">${subject}</a>`
  return html`<li>
    ${title}<br />to ${to}, <time datetime="${sentAt}">${sentAt.slice(0, 16).replace('T', ' ')} UTC</time>
  </li>`
}
