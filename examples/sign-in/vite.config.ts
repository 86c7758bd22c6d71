import { defineConfig } from 'vite'

export default defineConfig({
  define: {
    AUTHORITY: JSON.stringify(process.env['AUTHORITY'] ?? 'http://localhost:4010/oauth2/default'),
  },
})
