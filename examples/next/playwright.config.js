import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM
const port = process.env.PORT ?? '3000'
const baseURL = `http://localhost:${port}`

export default defineConfig({
  reporter: 'list',
  workers: 1,
  timeout: 60_000,
  use: { baseURL, launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {} },
  webServer: { command: `next dev --port ${port}`, url: baseURL, timeout: 120_000, env: { PORT: port } },
})
