import { writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { locales } from '#worker/locale/locales.ts'
import { printLanguage } from './date-patterns.ts'

/** Run it after an update of the runtime brought new language data. */
for (const language of locales) {
  const path = `site/lib/time/date-patterns/${language}.ts`
  const options = await resolveConfig(path)
  writeFileSync(path, await format(printLanguage(language), { ...options, parser: 'typescript' }))
}
