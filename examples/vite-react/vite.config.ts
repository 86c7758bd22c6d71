import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const port = Number(process.env['PORT'] ?? 5173)
const service = `http://localhost:${process.env['SERVICE_PORT'] ?? 4010}`
const token = process.env['SERVICE_TOKEN'] ?? 'dev-token'

export default defineConfig({
  plugins: [react()],
  server: {
    port,
    strictPort: true,
    proxy: {
      // By the cookie of who is signed in; everything else by the token, which the page never sees.
      '^/api/v1/users/me(/|\\?|$)': service,
      '/api': { target: service, headers: { Authorization: `SSWS ${token}` } },
      // Pages of the service, and links in mails.
      '^/(signin|signout|welcome|tokens|reset_password|verify|oauth2|\\.well-known)(/|\\?|$)': service,
    },
  },
})
