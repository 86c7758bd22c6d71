import { createClient, ServiceError } from 'identikit/client'

/**
 * Shows who is active, with a button to suspend each.
 *
 * @param {HTMLElement} element
 * @param {{ baseUrl: string, token: string }} service
 */
export async function showPeople(element, service) {
  const client = createClient({ ...service, fetch: patient })
  const items = []
  for await (const { id, profile } of client.each('listUsers', { query: { filter: 'status eq "ACTIVE"' } }))
    items.push(item(id, profile.login))
  element.replaceChildren(...items)

  function item(userId, login) {
    const button = document.createElement('button')
    button.textContent = `Suspend ${login}`
    button.addEventListener('click', () => void suspend(userId, button))
    return button
  }

  async function suspend(userId, button) {
    try {
      await client.suspendUser({ params: { userId } })
      // A filter may still find the person for a moment.
      button.remove()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      element.replaceChildren(error.causes.join(', ') || error.message)
    }
  }
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
