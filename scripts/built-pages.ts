import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readImportGraph, findReachable } from './import-graph.ts'

type Asset =
  { type: 'external'; src?: string; value?: string } | { type: 'inline'; content: string }
type Manifest = {
  rootDir: string
  entryModules: Record<string, string>
  routes: { routeData: { component: string }; styles: Asset[]; scripts: Asset[] }[]
}

function objectAt(code: string, beginning: string): string | undefined {
  const start = code.indexOf(beginning)
  if (start < 0) return undefined
  let depth = 0
  for (const { 0: sign, index } of code.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (depth === 0) return code.slice(start, start + index + 1)
  }
  return undefined
}

function readManifest(): Manifest {
  const code = globSync('dist/server/**/*.mjs').map((path) => readFileSync(path, 'utf8'))
  const json = code.map((text) => objectAt(text, '{"rootDir":'))
  const manifestText = json.find((text) => text !== undefined)
  if (!manifestText) throw new Error('dist/server has no manifest: run npm run build')
  return JSON.parse(manifestText) as Manifest
}

function withImports(entries: string[]): string[] {
  const reachedPaths = new Set(entries)
  for (const path of reachedPaths) {
    const code = readFileSync(join('dist/client', path), 'utf8')
    const imports = code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g)
    for (const [, name] of imports) reachedPaths.add(`_astro/${name}`)
  }
  return [...reachedPaths]
}

function pathsOf(assets: Asset[]): string[] {
  const external = assets.filter((asset) => asset.type === 'external')
  return external.map(({ src, value }) => (src ?? value ?? '').replace(/^\//, ''))
}

/** Paths in dist/client: what the build links, and each island and script of imported components. */
export function readAssets(page: string): { styles: string[]; scripts: string[] } {
  const { rootDir, entryModules, routes } = readManifest()
  const route = routes.find(({ routeData }) => routeData.component === page)
  if (!route) throw new Error(`${page} is not in the build`)
  const sources = findReachable(readImportGraph(), page)
  const root = new URL(rootDir).pathname
  const own = Object.entries(entryModules).flatMap(([module, path]) => {
    const source = module.replace(root, '').replace(/\?.*$/, '')
    return path.startsWith('_astro/') && sources.has(source) ? [path] : []
  })
  const hasIsland = own.some((path) => !path.includes('astro_type_script'))
  const renderer = hasIsland ? [entryModules['@astrojs/react/client.js'] ?? ''] : []
  const scripts = withImports([...pathsOf(route.scripts), ...own, ...renderer].filter(Boolean))
  return { styles: pathsOf(route.styles), scripts }
}
