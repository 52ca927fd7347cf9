import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** Files of these packages are copied, not bundled. */
const copied = [
  'node_modules/@fontsource-variable/bricolage-grotesque',
  'node_modules/@fontsource-variable/figtree',
  'node_modules/@resvg/resvg-wasm',
]
const fileName = /^(licen[cs]e|copying|notice|ofl)\b/i
/** Published without a file: the standard text of the licence that they name stands for it. */
const withoutFile = [
  '@libsql/client',
  '@libsql/core',
  '@libsql/isomorphic-ws',
  '@resvg/resvg-wasm',
  'drizzle-orm',
  'piccolore',
  'promise-limit',
]

const folders = new Set(copied)

function folderOf(module: string): string | undefined {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(module.replaceAll('\0', ''))?.[1]
}

/** Notes the packages whose code is in a bundle of the browser or of the worker. */
export const noteBundledPackages: Plugin = {
  name: 'note-bundled-packages',
  generateBundle(_, bundle) {
    if (this.environment.name === 'prerender') return
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    for (const [module, { renderedLength }] of chunks.flatMap(({ modules }) =>
      Object.entries(modules),
    )) {
      const folder = renderedLength > 0 ? folderOf(module) : undefined
      if (folder) folders.add(folder)
    }
  },
}

type Package = { name: string; version: string; license?: string }

/** @throws where a package comes without the text of its licence. */
export function formatLicenseNotice(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Package
  const files = readdirSync(folder).filter((file) => fileName.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const standard = `scripts/licenses/${license}.txt`
  if (texts.length === 0 && withoutFile.includes(name)) {
    texts.push(`Copyright the authors of ${name}`, readFileSync(standard, 'utf8').trim())
  }
  if (texts.length === 0) throw new Error(`${name} ${version} (${license}) has no licence text`)
  return [`${name} ${version}`, ...texts].join('\n\n')
}

/** Writes /licenses.txt: a notice for each package that the site hands out, fonts included. */
export function licensesIntegration(): AstroIntegration {
  return {
    name: 'licenses',
    hooks: {
      'astro:build:done': () => {
        const packageFolders = [...folders].filter((folder) =>
          existsSync(join(folder, 'package.json')),
        )
        const notices = [...new Set(packageFolders.map(formatLicenseNotice))].toSorted()
        const line = `\n\n${'-'.repeat(80)}\n\n`
        writeFileSync('dist/client/licenses.txt', `${notices.join(line)}\n`)
      },
    },
  }
}
