const service = `http://127.0.0.1:${process.env.SERVICE_PORT ?? 4010}`
const pages = [
  'signin',
  'signout',
  'welcome/:token*',
  'tokens/:token*',
  'reset_password/:token*',
  'verify/:token*',
]

export default {
  rewrites: async () =>
    ['api/v1/users/me', ...pages].map((path) => ({ source: `/${path}`, destination: `${service}/${path}` })),
}
