import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM']
const port = process.env['PORT'] ?? '5173'
const servicePort = process.env['SERVICE_PORT'] ?? '4010'
const baseURL = `http://localhost:${port}`

export default defineConfig({
  reporter: 'list',
  workers: 1,
  use: { baseURL, launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {} },
  webServer: [
    {
      command: `identikit serve --port ${servicePort} --base-url ${baseURL} --token dev-token`,
      url: `http://localhost:${servicePort}/_control/health`,
    },
    { command: 'vite', url: baseURL },
  ],
})
