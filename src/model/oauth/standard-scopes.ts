import type { NewScope } from './authorization-servers.ts'

/** The scopes of OpenID Connect Core 1.0, sections 5.4 and 11, which every authorization server has. */
export const standardScopes: readonly Required<NewScope>[] = [
  { name: 'openid', displayName: 'Sign in', description: 'Tells the application who signed in' },
  { name: 'profile', displayName: 'Profile', description: 'Allows the application to read your profile' },
  { name: 'email', displayName: 'E-mail address', description: 'Allows the application to read your e-mail' },
  { name: 'address', displayName: 'Address', description: 'Allows the application to read your address' },
  { name: 'phone', displayName: 'Phone', description: 'Allows the application to read your phone number' },
  {
    name: 'offline_access',
    displayName: 'Stay signed in',
    description: 'Keeps the application signed in while you are away',
  },
]
