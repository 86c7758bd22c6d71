import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { PlaygroundStart } from './playground/start.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('Playground', PlaygroundStart),
} satisfies Theme
