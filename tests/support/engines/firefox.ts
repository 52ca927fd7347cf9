import puppeteer from 'puppeteer-core'
import { engines } from '#scripts/engines.mjs'
import { viewport, type Engine, type EngineLauncher } from './engine.ts'

/** Firefox ESR, by WebDriver BiDi. */
export const firefox: EngineLauncher = {
  name: 'Firefox',
  async launch(): Promise<Engine> {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: engines.firefox.path(),
      headless: true,
      defaultViewport: viewport,
    })
    const page = await browser.newPage()
    return {
      goto: async (url) => {
        const open = () => page.goto(url, { waitUntil: 'load' })
        // A page that was still on its way elsewhere aborts the first try.
        await open().catch(open)
      },
      evaluate: (expression) => page.evaluate(expression) as Promise<never>,
      click: (selector) => page.click(selector),
      type: (selector, text) => page.type(selector, text),
      close: () => browser.close(),
    }
  },
}
