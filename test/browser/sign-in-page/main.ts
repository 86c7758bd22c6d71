import { setupWorker, type WorkerOptions } from 'identikit/browser'
import { UserManager } from 'oidc-client-ts'
import { OktaAuth } from '@okta/okta-auth-js'

/** An application that signs people in. The tab stores the options of its first URL, because redirects drop them. */
const given = new URLSearchParams(location.search).get('options') ?? sessionStorage.getItem('options')!
sessionStorage.setItem('options', given)
const { library, ...options } = JSON.parse(given) as WorkerOptions & { readonly library?: 'oidc' | 'okta' }
const worker = setupWorker(options)
await worker.start({
  quiet: true,
  onUnhandledFrame: 'bypass',
  onUnhandledRequest: 'bypass',
  serviceWorker: { url: '/sub/mockServiceWorker.js' },
} as Parameters<typeof worker.start>[0])

const home = `${location.origin}/sub/`
const callback = `${home}callback`
const issuer = new URL(`${options.baseUrl}/oauth2/default`, location.href).href
const show = (text: string): void => {
  document.querySelector('#who')!.textContent = text
}

const manager = new UserManager({
  authority: issuer,
  client_id: 'my-spa',
  redirect_uri: callback,
  silent_redirect_uri: `${home}silent`,
  post_logout_redirect_uri: home,
  scope: 'openid profile email',
  loadUserInfo: true,
})
const okta = (): OktaAuth =>
  new OktaAuth({
    issuer,
    clientId: 'my-spa',
    redirectUri: callback,
    postLogoutRedirectUri: home,
    scopes: ['openid', 'profile', 'email'],
  })

Object.assign(globalThis, { worker, manager, okta })
const isBack = location.pathname === '/sub/callback'
if (location.pathname === '/sub/silent') await manager.signinSilentCallback()
else if (library === 'oidc') {
  const user = isBack ? await manager.signinRedirectCallback() : await manager.getUser()
  if (isBack) history.replaceState(null, '', home)
  show(user ? `You are ${user.profile.name}` : 'Nobody is signed in')
} else if (library === 'okta') {
  const auth = okta()
  if (auth.isLoginRedirect()) {
    await auth.handleLoginRedirect()
    history.replaceState(null, '', home)
  }
  const user = (await auth.isAuthenticated()) ? await auth.getUser() : undefined
  show(user ? `You are ${user.name}` : 'Nobody is signed in')
}
document.documentElement.dataset['ready'] = ''
