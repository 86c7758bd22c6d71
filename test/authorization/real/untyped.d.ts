/** Libraries that bring no types. */
declare module 'oidc-provider'
declare module 'passport-openidconnect'
