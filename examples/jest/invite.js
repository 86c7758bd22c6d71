const { setTimeout: wait } = require('node:timers/promises')

/**
 * Invites people by mail; says who is refused, such as a person who is there already.
 *
 * @param {{ url: string, token: string }} service
 * @param {{ login: string, firstName: string, lastName: string }[]} people
 */
exports.invite = async function invite({ url, token }, people) {
  const outcomes = {}
  for (const person of people) {
    const reply = await patient(`${url}/api/v1/users`, {
      method: 'POST',
      headers: { Authorization: `SSWS ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ profile: { ...person, email: person.login } }),
    })
    outcomes[person.login] = reply.ok ? 'invited' : 'refused'
  }
  return outcomes
}

/** Sends a call again after a rate limit, at the time that the reply gives. */
async function patient(url, call) {
  for (let left = 3; ; left--) {
    const reply = await fetch(url, call)
    if (reply.status !== 429 || left === 0) return reply
    const { headers } = reply
    const seconds = Number(headers.get('x-rate-limit-reset')) - Date.parse(headers.get('date')) / 1000
    await wait(1000 * Math.max(0, seconds))
  }
}
