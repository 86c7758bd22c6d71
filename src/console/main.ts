import { h } from 'preact'
import { App } from './app.tsx'
import { draw } from './draw.tsx'
import { Organisations, Switcher } from './organisations.tsx'
import { serverBackend } from './server-backend.ts'

/** Pages that only a server has. */
const more = [{ to: 'organisations', title: 'Organisations', Page: Organisations }]

/** The page at `/_console` of a server, and of each organisation below its own path. */
const backend = serverBackend(location.pathname.replace(/\/_console\/?.*$/, ''))
const place = document.querySelector('#console')!
place.replaceChildren()
draw(place, h(App, { backend, usesAddress: true, more, here: h(Switcher, {}) }))
