import { readFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { describe, expect, test } from 'vitest'
import { dayText } from '#site/lib/time/time-text.ts'
import { locales } from '#worker/locale/locales.ts'
import { dateForms, toDateOptions, printLanguage, listRegionTags } from './date-patterns.ts'

const days = ['2026-01-31', '2026-03-04', '2026-05-19', '2026-07-07', '2026-09-25', '2028-12-10']

// The runtime makes a thousand formats for each.
describe('in every region', { timeout: 60_000 }, () => {
  test.each(locales)('the date patterns of %s are those of the runtime', async (language) => {
    const path = `site/lib/time/date-patterns/${language}.ts`
    const options = await resolveConfig(path)
    const printed = await format(printLanguage(language), { ...options, parser: 'typescript' })
    expect(
      readFileSync(path, 'utf8'),
      'print them anew with `node scripts/print-date-patterns.ts`',
    ).toBe(printed)
  })

  test.each(locales)('every region of %s has its dates as the runtime writes them', (language) => {
    for (const tag of [language, ...listRegionTags(language)]) {
      for (const form of [...dateForms, 'w', 'W'] as const) {
        const runtime = new Intl.DateTimeFormat(tag, toDateOptions(form))
        const written = days.map((day) => dayText(day, { tag }, form))
        expect(written, tag).toEqual(days.map((day) => runtime.format(Date.parse(day))))
      }
    }
  })
})
