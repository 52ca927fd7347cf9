type Change = { file: string; from: string; to: string }

/*
 * Astro works these out for each request, though they follow from the build alone. A script that is
 * known at once spares its page the buffers and turns of the event loop of an asynchronous part.
 */
const changes: Change[] = [
  {
    file: 'astro/dist/runtime/server/render/script.js',
    from: 'async function renderScript(result, id) {',
    to: `const keptScripts = new Map();
function renderScript(result, id) {
  return keptScripts.get(id) ?? makeScript(result, id).then((made) => {
    keptScripts.set(id, made);
    return made;
  });
}
async function makeScript(result, id) {`,
  },
  {
    file: 'astro/dist/core/render/ssr-element.js',
    from: 'function splitAssetPath(path) {',
    to: `const keptPaths = new Map();
function splitAssetPath(path) {
  const known = keptPaths.get(path);
  if (known) return known;
  const parts = parseAssetPath(path);
  keptPaths.set(path, parts);
  return parts;
}
function parseAssetPath(path) {`,
  },
  {
    file: 'astro/dist/core/encryption.js',
    from: 'async function generateCspDigest(data, algorithm) {',
    to: `const keptDigests = new Map();
async function generateCspDigest(data, algorithm) {
  const key = algorithm + data;
  const known = keptDigests.get(key);
  if (known) return known;
  const digest = await makeCspDigest(data, algorithm);
  if (keptDigests.size < 200) keptDigests.set(key, digest);
  return digest;
}
async function makeCspDigest(data, algorithm) {`,
  },
]

export const keepBuildConstants = {
  name: 'keep-build-constants',
  transform(code: string, id: string) {
    const change = changes.find(({ file }) => id.endsWith(`/node_modules/${file}`))
    if (!change) return undefined
    const { file, from, to } = change
    if (!code.includes(from)) throw new Error(`${file} no longer has: ${from}`)
    return { code: code.replace(from, to), map: null }
  },
}
