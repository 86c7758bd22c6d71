import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM
const port = process.env.PORT ?? '3000'
const servicePort = process.env.SERVICE_PORT ?? '4010'
const baseURL = `http://localhost:${port}`

export default defineConfig({
  reporter: 'list',
  workers: 1,
  timeout: 60_000,
  use: { baseURL, launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {} },
  webServer: [
    {
      command: `identikit serve --port ${servicePort} --base-url ${baseURL} --token dev-token`,
      url: `http://127.0.0.1:${servicePort}/_control/health`,
    },
    { command: `next dev --port ${port}`, url: baseURL, timeout: 120_000 },
  ],
})
