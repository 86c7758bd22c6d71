import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const executablePath = process.env.CHROMIUM
const launchOptions = executablePath ? { executablePath, args: ['--no-sandbox'] } : {}

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', include: ['test/node.test.js'] } },
      { test: { name: 'jsdom', include: ['test/jsdom.test.js'], environment: 'jsdom' } },
      {
        test: {
          name: 'browser',
          include: ['test/browser.test.js'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
