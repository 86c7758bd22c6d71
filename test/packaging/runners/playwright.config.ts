import { defineConfig } from '@playwright/test'

export default defineConfig({
  testMatch: 'playwright.spec.ts',
  workers: 1,
  reporter: 'line',
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] } },
})
