import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM

export default defineConfig({
  testDir: '.',
  reporter: 'list',
  use: { launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {} },
})
