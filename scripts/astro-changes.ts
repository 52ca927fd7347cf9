type Edit = { from: string; to: string }

/** Pages name their scripts, which load after the first paint: `after-paint.ts`. */
const loadAfterPaint: Edit = {
  from: '<script type="module" src="',
  to: '<script type="text/after-paint" data-src="',
}

/*
 * Astro computes these for each request, though they follow from the build alone. A script tag that is
 * known at once spares its page the buffers and turns of the event loop of an asynchronous part.
 */
const cacheScriptTags: Edit = {
  from: 'async function renderScript(result, id) {',
  to: `const cachedTags = new Map();
function renderScript(result, id) {
  return cachedTags.get(id) ?? computeTag(result, id).then((tag) => {
    cachedTags.set(id, tag);
    return tag;
  });
}
async function computeTag(result, id) {`,
}
const cacheAssetPaths: Edit = {
  from: 'function splitAssetPath(path) {',
  to: `const cachedParts = new Map();
function splitAssetPath(path) {
  const known = cachedParts.get(path);
  if (known) return known;
  const parts = computeParts(path);
  cachedParts.set(path, parts);
  return parts;
}
function computeParts(path) {`,
}
const cachePolicyDigests: Edit = {
  from: 'async function generateCspDigest(data, algorithm) {',
  to: `const cachedDigests = new Map();
async function generateCspDigest(data, algorithm) {
  const key = algorithm + data;
  const known = cachedDigests.get(key);
  if (known) return known;
  const digest = await computeDigest(data, algorithm);
  if (cachedDigests.size < 200) cachedDigests.set(key, digest);
  return digest;
}
async function computeDigest(data, algorithm) {`,
}

const changes: Record<string, Edit[]> = {
  'astro/dist/runtime/server/render/script.js': [loadAfterPaint, cacheScriptTags],
  'astro/dist/core/render/ssr-element.js': [cacheAssetPaths],
  'astro/dist/core/encryption.js': [cachePolicyDigests],
}

/** A release of Astro that is written differently fails the build. */
export const changeAstro = {
  name: 'change-astro',
  transform(code: string, id: string) {
    const file = Object.keys(changes).find((name) => id.endsWith(`/node_modules/${name}`))
    if (!file) return undefined
    let changed = code
    for (const { from, to } of changes[file] ?? []) {
      if (!changed.includes(from)) throw new Error(`${file} no longer has: ${from}`)
      changed = changed.replace(from, to)
    }
    return { code: changed, map: null }
  },
}
