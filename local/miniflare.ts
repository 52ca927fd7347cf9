import type * as Miniflare from 'miniflare'
import { registerHooks } from 'node:module'

const source = /\/miniflare\/dist\/src\/index\.js$/
const smallSteps = 'var MIN_SINGLE_SEGMENT_GROWTH = 4096;'
const largeSteps = 'var MIN_SINGLE_SEGMENT_GROWTH = 8 * 1024 * 1024;'

/** Miniflare copies all of its buffer every few KiB: with many modules, most of a start's time. */
export function patchBufferGrowthStep(code: string): string {
  return code.replace(smallSteps, largeSteps)
}

let loading: Promise<typeof Miniflare> | undefined

/** Has to come before anything else that imports Miniflare, such as Wrangler. */
export function loadMiniflare(): Promise<typeof Miniflare> {
  return (loading ??= importPatchedMiniflare())
}

async function importPatchedMiniflare(): Promise<typeof Miniflare> {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!source.test(url) || !loaded.source) return loaded
      return { ...loaded, source: patchBufferGrowthStep(String(loaded.source)) }
    },
  })
  try {
    return await import('miniflare')
  } finally {
    hooks.deregister()
  }
}
