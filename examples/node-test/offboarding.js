import { createClient } from 'identikit/client'

/**
 * Deactivates everyone of a department.
 *
 * @param {{ baseUrl: string, token: string }} service
 * @param {string} department
 * @returns {Promise<string[]>} Their logins.
 */
export async function offboard(service, department) {
  const client = createClient(service)
  const gone = []
  const search = `status eq "ACTIVE" and profile.department eq "${department}"`
  for await (const { id, profile } of client.each('listUsers', { query: { search } })) {
    await client.deactivateUser({ params: { userId: id } })
    gone.push(profile.login)
  }
  return gone
}
