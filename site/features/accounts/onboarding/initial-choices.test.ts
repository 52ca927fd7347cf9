import { describe, expect, test } from 'vitest'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { deriveInitialChoices, toSettingsInput } from './initial-choices.ts'

const unknown = { addressed: undefined, languages: [], timeZone: undefined }
const newYork = { ...unknown, languages: ['en-US', 'es'], timeZone: 'America/New_York' }

function settings(changes: object = {}) {
  return {
    interface_language_code: 'fr',
    is_marketing: null,
    timezone_name: 'Europe/Paris',
    date_format_id: 'dmy',
    chosen: { time_zone: false, date_format: false, hour_cycle: false },
    ...changes,
  } as SettingsView
}

describe('what the first step offers', () => {
  test('is French, Paris, day first and news where nothing is known', () => {
    expect(deriveInitialChoices(undefined, unknown)).toEqual({
      interface_language_code: 'fr',
      is_marketing: true,
      timezone_name: 'Europe/Paris',
      date_format_id: 'dmy',
      untouched: ['date_format_id'],
    })
  })

  test('is the browser’s language, zone and order of dates where they are known', () => {
    expect(deriveInitialChoices(settings(), newYork)).toMatchObject({
      interface_language_code: 'en',
      timezone_name: 'America/New_York',
      date_format_id: 'mdy',
    })
  })

  test.each([
    ['en-GB', 'dmy'],
    ['es-MX', 'dmy'],
    ['sv-SE', 'ymd'],
    ['ja', 'ymd'],
  ])('writes dates as %s has them', (tag, date_format_id) => {
    const browser = { ...unknown, languages: [tag] }
    expect(deriveInitialChoices(settings(), browser)).toMatchObject({ date_format_id })
  })

  test('passes over languages that the site does not speak', () => {
    const browser = { ...unknown, languages: ['de-DE', 'es-MX', 'en'] }
    expect(deriveInitialChoices(settings(), browser).interface_language_code).toBe('es')
    expect(deriveInitialChoices(settings(), { ...unknown, languages: ['de'] })).toMatchObject({
      interface_language_code: 'fr',
    })
  })

  test('keeps to the language in the address, which somebody chose', () => {
    expect(deriveInitialChoices(settings(), { ...newYork, addressed: 'es' })).toMatchObject({
      interface_language_code: 'es',
    })
  })

  test('keeps to what the member chose before', () => {
    const chosen = { time_zone: true, date_format: true, hour_cycle: false }
    const kept = settings({ timezone_name: 'Asia/Tokyo', date_format_id: 'ymd', chosen })
    expect(deriveInitialChoices(kept, newYork)).toMatchObject({
      timezone_name: 'Asia/Tokyo',
      date_format_id: 'ymd',
    })
  })

  test('passes over a zone that is none', () => {
    const browser = { ...unknown, timeZone: 'Etc/Unknown/Place' }
    expect(deriveInitialChoices(settings(), browser).timezone_name).toBe('Europe/Paris')
  })
})

test('the five settings are saved, the date format as id and as pattern', () => {
  const choices = deriveInitialChoices(settings(), newYork)
  const { untouched: _, ...touched } = choices
  const untouched = ['date_format_id']
  expect(toSettingsInput(choices)).toEqual({ ...toSettingsInput(touched), untouched })
  expect(toSettingsInput(touched)).toEqual({
    interface_language_code: 'en',
    is_marketing: true,
    timezone_name: 'America/New_York',
    date_format_id: 'mdy',
    date_format: '%m/%d/%Y %H:%M',
  })
})
