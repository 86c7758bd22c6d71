import { createClient } from 'identikit/client'

/**
 * Deactivates everyone of a department.
 *
 * @param {{ baseUrl: string, token: string }} service
 * @param {string} department
 * @returns {Promise<string[]>} Their logins.
 */
export async function offboard(service, department) {
  const client = createClient({ ...service, fetch: patient })
  const gone = []
  const search = `status eq "ACTIVE" and profile.department eq "${department}"`
  for await (const { id, profile } of client.each('listUsers', { query: { search } })) {
    await client.deactivateUser({ params: { userId: id } })
    gone.push(profile.login)
  }
  return gone
}

/**
 * Sends a read again when its connection breaks or the service is not available for a moment.
 *
 * @param {Request} request
 */
async function patient(request) {
  for (let left = request.method === 'GET' ? 2 : 0; ; left--) {
    const reply = await fetch(request.clone()).catch((error) => {
      if (left === 0) throw error
    })
    if (reply && (reply.status !== 503 || left === 0)) return reply
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
