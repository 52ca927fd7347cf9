import { dirname, join, resolve as resolvePath } from 'node:path'

const root = resolvePath(import.meta.dirname, '../..')
const messages = join(root, '.inlang/paraglide')
const aliases: Record<string, string> = {
  '#messages': join(messages, 'messages.js'),
  '#messages/runtime': join(messages, 'runtime.js'),
}

/** Undefined for packages. Resolves by text alone: the compiler checks that files exist. */
export function resolveImport(source: string, importer: string): string | undefined {
  if (source.startsWith('.')) return join(dirname(importer), source)
  return aliases[source] ?? (source.startsWith('#') ? join(root, source.slice(1)) : undefined)
}

/** Required by eslint-plugin-boundaries. */
export const interfaceVersion = 2
export function resolve(source: string, importer: string) {
  const path = resolveImport(source, importer)
  return path ? { found: true, path } : { found: false }
}
