import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { LinkFailureReason, OpenLink } from '../model/users/one-time-links.ts'
import type { OneTimePurpose, Session } from '../model/tokens/records.ts'
import type { Org } from '../model/org.ts'
import { viewsOf } from '../views/index.ts'
import { html, type Html } from './html.ts'
import { pageReply } from './page.ts'
import { newPasswordField } from './password-field.ts'
import { askFactor } from './sign-in-page.ts'
import { basePath } from './signed-in.ts'

/** The texts of the page behind a kind of link. */
interface LinkTexts {
  readonly heading: string
  readonly button: string
  readonly done: string
}

const texts: Readonly<Record<OneTimePurpose, LinkTexts>> = {
  activation: {
    heading: 'Activate your account',
    button: 'Set password',
    done: 'Your account is active',
  },
  'password-reset': {
    heading: 'Reset your password',
    button: 'Set password',
    done: 'Your password is set',
  },
  'forgot-password': {
    heading: 'Reset your password',
    button: 'Set password',
    done: 'Your password is set',
  },
  verify: { heading: 'Sign in by your link', button: 'Sign in', done: 'You are signed in' },
  'email-verification': {
    heading: 'Confirm your e-mail address',
    button: 'Confirm',
    done: 'Your e-mail address is confirmed',
  },
}

/** HTTP status of each way in which a link fails; those not named here are 403. */
const failureStatuses: Readonly<Partial<Record<LinkFailureReason, number>>> = {
  INVALID_TOKEN: 404,
  PASSWORD_MISSING: 400,
  PASSWORD_REFUSED: 400,
  TRANSITION_IN_PROGRESS: 409,
}

/**
 * Shows the page behind a one-time link. Showing it does not use the link up, for programs that read mails open links,
 * too; its form does.
 */
export function showLink(org: Org, purpose: OneTimePurpose, token: string): WireReply {
  const link = openLink(org, purpose, token)
  return link ? linkForm(org, link) : brokenLink()
}

/** Does what a one-time link is for, with what the person filled in. */
export function useLink(
  org: Org,
  request: WireRequest,
  purpose: OneTimePurpose,
  token: string,
  form: URLSearchParams,
): WireReply {
  const link = openLink(org, purpose, token)
  if (!link) return brokenLink()
  const outcome = org.oneTimeLinks.use(token, form.get('newPassword') ?? undefined)
  if (outcome.status === 'SUCCESS') return done(org, link, outcome.session)
  if (outcome.reason === 'INVALID_TOKEN') return brokenLink()
  if (outcome.reason === 'FACTOR_REQUIRED')
    return askFactor(org, request, { userId: link.userId, amr: ['otp'] })
  return linkForm(org, link, outcome)
}

/** A token works on the page that it was made for only. */
function openLink(org: Org, purpose: OneTimePurpose, token: string): OpenLink | undefined {
  const link = org.oneTimeLinks.look(token)
  return link?.purpose === purpose ? link : undefined
}

function linkForm(
  org: Org,
  link: OpenLink,
  problem?: { readonly reason: LinkFailureReason; readonly message: string },
): WireReply {
  const { heading, button } = texts[link.purpose]
  const needsPassword = link.needs === 'password'
  return pageReply({
    heading,
    problem: problem?.message,
    status: problem ? (failureStatuses[problem.reason] ?? 403) : 200,
    content: html`<p>${whom(link)}</p>
      <form method="post">
        ${needsPassword && html`<input name="username" autocomplete="username" value="${link.login}" hidden />`}
        ${needsPassword && newPasswordField(org, problem !== undefined)}
        <button>${button}</button>
      </form>`,
  })
}

function whom({ login, address }: OpenLink): Html {
  if (address === undefined) return html`For <strong>${login}</strong>.`
  return html`<strong>${address}</strong> becomes an address of <strong>${login}</strong>.`
}

function done(org: Org, link: OpenLink, session: Session | undefined): WireReply {
  const { done: heading } = texts[link.purpose]
  if (session === undefined) {
    return pageReply({
      heading,
      content: html`<p>
        You can <a href="${basePath(org)}/signin">sign in</a> as <strong>${link.login}</strong>.
      </p>`,
    })
  }
  return pageReply({
    heading,
    content: html`<p>You are <strong>${link.login}</strong>.</p>`,
    cookies: [viewsOf(org).sessions.setCookie(session)],
  })
}

function brokenLink(): WireReply {
  return pageReply({
    status: 404,
    heading: 'This link does not work',
    content: html`<p>
      It was used already, it has expired, or a newer one took its place. Ask for a new one.
    </p>`,
  })
}
