import { createClient, ServiceError } from 'identikit/client'

/**
 * Shows who is active, with a button to suspend each.
 *
 * @param {HTMLElement} element
 * @param {{ baseUrl: string, token: string }} service
 */
export async function showPeople(element, service) {
  const client = createClient(service)
  const users = await client.listUsers({ query: { filter: 'status eq "ACTIVE"' } })
  element.replaceChildren(...users.map(({ id, profile }) => item(id, profile.login)))

  function item(userId, login) {
    const button = document.createElement('button')
    button.textContent = `Suspend ${login}`
    button.addEventListener('click', () => void suspend(userId))
    return button
  }

  async function suspend(userId) {
    try {
      await client.suspendUser({ params: { userId } })
      await showPeople(element, service)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      element.replaceChildren(error.causes.join(', ') || error.message)
    }
  }
}
