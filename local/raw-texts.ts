import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Node knows no `?raw`, by which modules of the worker import texts; for `node --import`. */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('?raw')) return nextLoad(url, context)
    const text = readFileSync(new URL(url), 'utf8')
    return {
      format: 'module',
      source: `export default ${JSON.stringify(text)}`,
      shortCircuit: true,
    }
  },
})
