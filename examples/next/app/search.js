'use client'
import { useState } from 'react'

/** Asked by the browser. */
export function Search() {
  const [logins, setLogins] = useState([])
  async function find({ target }) {
    const reply = await fetch(`/people?q=${encodeURIComponent(target.value)}`)
    setLogins(await reply.json())
  }
  return (
    <>
      <label>
        Search <input onChange={find} />
      </label>
      <output>{logins.join(', ')}</output>
    </>
  )
}
