import { dirname, join, resolve as resolvePath } from 'node:path'

const root = resolvePath(import.meta.dirname, '../..')
const messages = join(root, 'project.inlang/paraglide')
const aliases: Record<string, string> = {
  '#messages': join(messages, 'messages.js'),
  '#messages/runtime': join(messages, 'runtime.js'),
}

/**
 * Where an import of our own code points; undefined for packages. By the text alone, as our
 * imports name their file in full: that the file is there is the compiler's business.
 */
export function resolveImport(source: string, importer: string): string | undefined {
  if (source.startsWith('.')) return join(dirname(importer), source)
  return aliases[source] ?? (source.startsWith('#') ? join(root, source.slice(1)) : undefined)
}

/** The interface by which eslint-plugin-boundaries asks. */
export const interfaceVersion = 2
export function resolve(source: string, importer: string) {
  const path = resolveImport(source, importer)
  return path ? { found: true, path } : { found: false }
}
