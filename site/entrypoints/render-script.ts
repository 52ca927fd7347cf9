// In place of Astro's own: `astro.config.mjs`.
import { createRenderInstruction } from 'astro/runtime/server/render/instruction.js'

type ScriptResolver = { resolve(id: string): Promise<string> }

/** By the script's id; they follow from the build. */
const tags = new Map<string, unknown>()

/** A tag whose script loads after the first paint: `after-paint.ts`. */
async function createScriptTag(rendering: ScriptResolver, id: string): Promise<unknown> {
  const source = await rendering.resolve(id)
  const content = `<script type="text/after-paint" data-src="${source}"></script>`
  const tag = createRenderInstruction({ type: 'script', id, content })
  tags.set(id, tag)
  return tag
}

/** A promise for the first page only: each promise costs a page buffers and turns of the event loop. */
export function renderScript(rendering: ScriptResolver, id: string): unknown {
  return tags.get(id) ?? createScriptTag(rendering, id)
}
