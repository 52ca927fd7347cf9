import puppeteer from 'puppeteer-core'
import { engines } from '#scripts/engines.mjs'
import { waitFor } from '#tests/support/drivers/worker.ts'
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
        let refusal: Error | undefined
        // A page still on its way elsewhere, or reloading in the member's zone, aborts a try.
        await waitFor(
          () =>
            page.goto(url, { waitUntil: 'load' }).then(
              () => true,
              (error: Error) => void (refusal = error),
            ),
          `the page ${url}`,
        ).catch((error: unknown) => Promise.reject(refusal ?? error))
      },
      evaluate: (expression) => page.evaluate(expression) as Promise<never>,
      click: (selector) => page.click(selector),
      type: (selector, text) => page.type(selector, text),
      close: () => browser.close(),
    }
  },
}
