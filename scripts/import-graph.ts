import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { resolveImport } from './lint/import-resolver.ts'

/** Each project file with the files it imports, as paths from the root. */
export type ImportGraph = Map<string, string[]>

function codeOf(path: string, text: string): string {
  if (!path.endsWith('.astro')) return text
  const frontmatter = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? ''
  const scripts = [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code)
  return [frontmatter, ...scripts].join('\n')
}

type Options = { hasLazyImports?: boolean }

function importsOf(path: string, text: string, { hasLazyImports }: Options): string[] {
  const code = codeOf(path, text)
  return ts
    .preProcessFile(code, true, true)
    .importedFiles.filter(({ pos }) => hasLazyImports || !/\(\s*$/.test(code.slice(0, pos)))
    .map(({ fileName }) => resolveImport(fileName, path))
    .filter((target) => target !== undefined)
    .map((target) => relative(process.cwd(), target))
}

export function graphOf(
  files: Iterable<[path: string, text: string]>,
  options: Options = {},
): ImportGraph {
  return new Map([...files].map(([path, text]) => [path, importsOf(path, text, options)]))
}

/** With static imports alone by default: those run when a file is loaded. */
export function readImportGraph(options: Options = {}): ImportGraph {
  const paths = globSync('{site,worker,local,tests,scripts}/**/*.{ts,tsx,astro}')
  const files = paths.map((path): [string, string] => [path, readFileSync(path, 'utf8')])
  return graphOf(files, options)
}

export function reachableFrom(graph: ImportGraph, start: string): Set<string> {
  const seen = new Set([start])
  for (const path of seen) for (const target of graph.get(path) ?? []) seen.add(target)
  return seen
}

function shortestWay(graph: ImportGraph, from: string, to: string): string[] | undefined {
  const ways = new Map([[from, [from]]])
  for (const [path, way] of ways) {
    for (const target of graph.get(path) ?? []) {
      if (target === to) return [...way, to]
      if (!ways.has(target)) ways.set(target, [...way, target])
    }
  }
  return undefined
}

/** Each cycle once, from its first file back to it. */
export function findCycles(graph: ImportGraph): string[][] {
  const found = new Set<string>()
  return [...graph.keys()].flatMap((path) => {
    const cycle = found.has(path) ? undefined : shortestWay(graph, path, path)
    cycle?.forEach((member) => found.add(member))
    return cycle ? [cycle] : []
  })
}

/**
 * In the worker a feature's own folder, or the folder of one of its parts; contracts and routes
 * count for none. In the site a feature with all its parts.
 */
function featureOf(path: string): string | undefined {
  const [, siteFeature] = /^(site\/features\/[^/]+)\//.exec(path) ?? []
  const [, workerFeature] =
    /^worker\/features\/(.+)\/(?!contract\.ts$|kinds\.ts$|[\w-]*routes\.ts$)[^/]+$/.exec(path) ?? []
  return siteFeature ?? workerFeature
}

/** Folders of features with the folders whose use cases they call; contracts are excluded. */
export function featureGraph(graph: ImportGraph): ImportGraph {
  const features: ImportGraph = new Map()
  for (const [path, targets] of graph) {
    const from = /\.test\.tsx?$/.test(path) ? undefined : featureOf(path)
    if (!from) continue
    const called = targets.map(featureOf).filter((to) => to !== undefined && to !== from)
    features.set(from, [...(features.get(from) ?? []), ...called.filter((to) => to !== undefined)])
  }
  return features
}
