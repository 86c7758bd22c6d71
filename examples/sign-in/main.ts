import { type User, UserManager } from 'oidc-client-ts'

/** Set in vite.config.ts. */
declare const AUTHORITY: string

const manager = new UserManager({
  authority: AUTHORITY,
  client_id: 'my-spa',
  redirect_uri: `${location.origin}/callback`,
  silent_redirect_uri: `${location.origin}/silent`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email',
})

const element = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`)!

function show(user: User | null): void {
  const text = user ? `You are ${user.profile.name} until ${user.expires_at}` : 'Nobody is signed in'
  element('who').textContent = text
  element('sign-in').hidden = user !== null
  element('renew').hidden = element('sign-out').hidden = user === null
}

if (location.pathname === '/silent') {
  await manager.signinSilentCallback()
} else {
  if (location.pathname === '/callback') {
    await manager.signinRedirectCallback()
    history.replaceState(null, '', '/')
  }
  element('sign-in').addEventListener('click', () => void manager.signinRedirect())
  element('renew').addEventListener('click', () => void manager.signinSilent().then(show))
  element('sign-out').addEventListener('click', () => void manager.signoutRedirect())
  show(await manager.getUser())
}
