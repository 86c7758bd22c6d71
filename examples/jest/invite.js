/**
 * Invites people by mail; who is there already is left alone.
 *
 * @param {{ url: string, token: string }} service
 * @param {{ login: string, firstName: string, lastName: string }[]} people
 */
exports.invite = async function invite({ url, token }, people) {
  const outcomes = {}
  for (const person of people) {
    const reply = await fetch(`${url}/api/v1/users`, {
      method: 'POST',
      headers: { Authorization: `SSWS ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ profile: { ...person, email: person.login } }),
    })
    const body = await reply.json()
    outcomes[person.login] = reply.ok
      ? 'invited'
      : body.errorCauses.map((cause) => cause.errorSummary).join(', ')
  }
  return outcomes
}
