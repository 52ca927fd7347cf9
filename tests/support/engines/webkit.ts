import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '#scripts/engines.mjs'
import { freePort } from '#tests/support/drivers/site.ts'
import { viewport, type Engine, type EngineLauncher } from './engine.ts'

/** The name under which WebDriver sends an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Call = (method: string, path: string, body?: object) => Promise<unknown>

function start(command: string, args: string[], env = process.env): ChildProcess {
  return spawn(command, args, { stdio: 'ignore', env })
}

/** A call fails with what the driver says of it. */
function createCaller(base: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
}

async function untilReady(call: Call): Promise<void> {
  const end = Date.now() + 10_000
  for (;;) {
    try {
      await call('GET', '/status')
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(50)
    }
  }
}

/** WebKitGTK, by WebDriver on a screen of its own. */
export const webkit: EngineLauncher = {
  name: 'WebKitGTK',
  async launch(): Promise<Engine> {
    const port = await freePort()
    const display = `:${90 + (port % 900)}`
    const screen = start('Xvfb', [display, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
    const driver = start('WebKitWebDriver', [`--port=${port}`], {
      ...process.env,
      DISPLAY: display,
      LANG: 'en_GB.UTF-8',
      LANGUAGE: 'en',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    })
    const stop = () => {
      driver.kill()
      screen.kill()
    }
    try {
      const call = createCaller(`http://127.0.0.1:${port}`)
      await untilReady(call)
      const options = { binary: engines.webkit.path(), args: ['--automation'] }
      const { sessionId } = (await call('POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
      })) as { sessionId: string }
      const inSession: Call = (method, path, body) =>
        call(method, `/session/${sessionId}${path}`, body)
      await inSession('POST', '/window/rect', viewport)
      return webkitEngine(inSession, stop)
    } catch (error) {
      stop()
      throw error
    }
  },
}

function webkitEngine(call: Call, stop: () => void): Engine {
  const elementOf = async (selector: string): Promise<string> => {
    const found = await call('POST', '/element', { using: 'css selector', value: selector })
    return (found as Record<string, string>)[elementKey] ?? ''
  }
  return {
    goto: async (url) => void (await call('POST', '/url', { url })),
    evaluate: (expression) =>
      call('POST', '/execute/sync', {
        script: `return (${expression})`,
        args: [],
      }) as Promise<never>,
    click: async (selector) => {
      await call('POST', `/element/${await elementOf(selector)}/click`)
    },
    type: async (selector, text) => {
      await call('POST', `/element/${await elementOf(selector)}/value`, { text })
    },
    close: async () => {
      await call('DELETE', '').catch(() => undefined)
      stop()
    },
  }
}
