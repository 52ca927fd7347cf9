import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileProject } from '@inlang/paraglide-js'
import plugin from '@inlang/plugin-message-format'
import { loadProjectInMemory, newProject, type InlangProject } from '@inlang/sdk'

/** Outside the project's folder: Paraglide stores each file in that folder in its change log. */
const folder = '.inlang/paraglide'
/** SQLite has a limit of values in a statement. */
const rowsAtOnce = 500

/** In a few statements: the importer of the package takes three for each message, 10 s in all. */
async function importMessages(
  { db }: InlangProject,
  { bundles, messages, variants }: Awaited<ReturnType<typeof plugin.importFiles>>,
): Promise<void> {
  const idOf = (bundle: string, locale: string) => `${bundle} ${locale}`
  const insertAll = async (
    table: 'bundle' | 'message' | 'variant',
    rows: readonly object[],
  ): Promise<void> => {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await db
        .insertInto(table)
        .values(rows.slice(from, from + rowsAtOnce) as never)
        .execute()
    }
  }
  await insertAll('bundle', bundles)
  await insertAll(
    'message',
    messages.map((message) => ({ ...message, id: idOf(message.bundleId, message.locale) })),
  )
  await insertAll(
    'variant',
    variants.map(({ messageBundleId, messageLocale, ...variant }) => {
      return { ...variant, messageId: idOf(messageBundleId, messageLocale) }
    }),
  )
}

async function compile(): Promise<Record<string, string>> {
  const { modules: _, ...settings } = JSON.parse(
    readFileSync('project.inlang/settings.json', 'utf8'),
  ) as Settings
  const project = await loadProjectInMemory({
    blob: await newProject({ settings }),
    providePlugins: [plugin],
  })
  const files = settings.locales.map((locale) => {
    return { locale, content: readFileSync(`project.inlang/messages/${locale}.json`) }
  })
  await importMessages(project, await plugin.importFiles({ files, settings }))
  return compileProject({ project, projectPath: './project.inlang' })
}
type Settings = { modules: string[]; baseLocale: string; locales: string[] }

/** Writes what differs, so that a changed text reloads no other module. */
function writeCompiled(output: Record<string, string>): void {
  for (const path of globSync(`${folder}/**/*.js`)) {
    if (!(path.slice(folder.length + 1) in output)) rmSync(path)
  }
  for (const [name, content] of Object.entries(output)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content)
  }
}

writeCompiled(await compile())
// The package leaves its database open.
process.exit(0)
