const service = `http://127.0.0.1:${process.env.SERVICE_PORT ?? 4010}`

/** Pages of the service and links of mails, who is signed in, and what applications sign people in with. */
const paths = [
  'api/v1/users/me',
  'signin',
  'signout',
  'welcome',
  'tokens',
  'reset_password',
  'verify',
  'oauth2',
  '.well-known',
]

export default {
  rewrites: async () =>
    paths.map((path) => ({ source: `/${path}/:rest*`, destination: `${service}/${path}/:rest*` })),
}
