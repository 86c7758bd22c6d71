import { useEffect, useState } from 'react'
import { api } from './api.ts'

/** Who is signed in, by the cookie of the service's own page. */
export function Session() {
  const [name, setName] = useState<string>()
  useEffect(() => {
    api.getUser({ params: { userId: 'me' } }).then(
      ({ profile }) => setName(`${profile.firstName} ${profile.lastName}`),
      () => setName(undefined),
    )
  }, [])
  if (name === undefined)
    return <a href={`/signin?returnTo=${encodeURIComponent(location.origin)}/`}>Sign in</a>
  return <p>Signed in as {name}</p>
}
