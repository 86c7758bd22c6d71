import { identikit } from '../identikit.js'

/** Every path that has no page of its own: the service, sign-in, the control plane, the console. */
async function answer(request) {
  const handler = await identikit()
  return handler(request)
}

export { answer as GET, answer as HEAD, answer as POST, answer as PUT, answer as DELETE, answer as OPTIONS }
