import { expect, test } from 'vitest'
import { dateFormat } from './date-formats.ts'

test('a format is made once for a language and a style', () => {
  const style = { weekday: 'short', timeZone: 'Europe/Paris' } as const
  const format = dateFormat('fr-FR', style)
  expect(dateFormat('fr-FR', { ...style })).toBe(format)
  expect(dateFormat('es-ES', style)).not.toBe(format)
  expect(dateFormat('fr-FR', { ...style, timeZone: 'UTC' })).not.toBe(format)
})

test('as many as there are people write each date in their own style', () => {
  const noon = Date.UTC(2027, 0, 1, 12)
  const zones = Intl.supportedValuesOf('timeZone')
  const hours = zones.map((timeZone) =>
    dateFormat('en', { hour: 'numeric', timeZone }).format(noon),
  )
  const fresh = zones.map((timeZone) =>
    new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone }).format(noon),
  )
  expect(hours).toEqual(fresh)
})
