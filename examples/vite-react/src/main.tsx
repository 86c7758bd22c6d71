import { createRoot } from 'react-dom/client'
import { People } from './people.tsx'
import { Session } from './session.tsx'

createRoot(document.querySelector('#root')!).render(
  <main>
    <Session />
    <h1>People</h1>
    <People />
  </main>,
)
