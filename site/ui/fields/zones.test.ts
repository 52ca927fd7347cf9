import { describe, expect, test } from 'vitest'
import { buildCityTable } from '#scripts/city-table.ts'
import { decodeCities } from './cities.ts'
import { findZones, listZones, addCityExamples, zoneLabel } from './zones.ts'

const winter = Date.UTC(2026, 11, 1)
const summer = Date.UTC(2026, 6, 1)

test('a zone is labelled with its offset at that moment', () => {
  expect(zoneLabel('Europe/Paris', winter)).toBe('Paris (GMT+1)')
  expect(zoneLabel('Europe/Paris', summer)).toBe('Paris (GMT+2)')
  expect(zoneLabel('America/New_York', winter)).toBe('New York (GMT-5)')
  expect(zoneLabel('UTC', winter)).toBe('UTC (GMT+0)')
})

test('text that names no zone stays as typed', () => {
  expect(zoneLabel('new york', winter)).toBe('new york')
})

test('the list is UTC and every known zone, each once', () => {
  const values = listZones(winter).map(({ tzCode }) => tzCode)
  expect(values[0]).toBe('UTC')
  expect(values).toContain('Asia/Tokyo')
  expect(new Set(values).size).toBe(values.length)
})

const inWinter = listZones(winter)
const listed = new Set(inWinter.map(({ tzCode }) => tzCode))
const cities = decodeCities(buildCityTable(), listed)

const zones = addCityExamples(inWinter, cities)

function codesFor(text: string): string[] {
  return findZones(zones, cities, text).map(({ value }) => value)
}

test('an option carries its label, code, cities and offset of the moment', () => {
  expect(zones.find(({ tzCode }) => tzCode === 'Europe/Paris')).toEqual({
    label: 'Paris (GMT+1)',
    tzCode: 'Europe/Paris',
    name: 'GMT+01:00 · Paris, Marseille, Lyon',
    utc: '+01:00',
  })
  const paris = listZones(summer).find(({ tzCode }) => tzCode === 'Europe/Paris')
  expect(paris).toMatchObject({ label: 'Paris (GMT+2)', utc: '+02:00' })
  const utcOf = (code: string) => zones.find(({ tzCode }) => tzCode === code)?.utc
  expect([utcOf('UTC'), utcOf('America/St_Johns')]).toEqual(['+00:00', '-03:30'])
})

describe('a city finds its zone', () => {
  test.each([
    ['Marseille', 'Europe/Paris'],
    ['lyon', 'Europe/Paris'],
    ['Barcelona', 'Europe/Madrid'],
    ['Seville', 'Europe/Madrid'],
    ['Séville', 'Europe/Madrid'],
    ['Sevilla', 'Europe/Madrid'],
    ['Boston', 'America/New_York'],
    ['Guadalajara', 'America/Mexico_City'],
    ['Québec', 'America/Toronto'],
    ['montréal', 'America/Toronto'],
    ['são paulo', 'America/Sao_Paulo'],
    ['san francisco', 'America/Los_Angeles'],
    ['Francisco', 'America/Los_Angeles'],
  ])('%s', (text, zone) => {
    expect(codesFor(text)[0]).toBe(zone)
  })

  test('and all of them, where several cities are called so, the largest first', () => {
    expect(codesFor('Guadalajara')).toEqual(['America/Mexico_City', 'Europe/Madrid'])
    expect(codesFor('Barcelona').slice(0, 2)).toEqual(['Europe/Madrid', 'America/Caracas'])
  })

  test('which is said below its label', () => {
    const [zone] = findZones(zones, cities, 'sevil')
    expect(zone).toEqual({
      label: 'Madrid (GMT+1)',
      value: 'Europe/Madrid',
      note: 'GMT+01:00 · Seville, Barcelona, Madrid',
    })
  })
})

test('identifiers are found too', () => {
  expect(codesFor('america/new york')).toEqual(['America/New_York'])
  expect(codesFor('europe/par')).toEqual(['Europe/Paris'])
})

test('labels come before cities, and nothing that is called nothing like it', () => {
  expect(codesFor('paris')[0]).toBe('Europe/Paris')
  expect(codesFor('GMT+5:30')).toContain(
    listed.has('Asia/Kolkata') ? 'Asia/Kolkata' : 'Asia/Calcutta',
  )
  expect(codesFor('xyzzy')).toEqual([])
  expect(codesFor('')).toHaveLength(listed.size)
})

test('zones are found by their names before the cities are there', () => {
  expect(findZones(inWinter, [], 'tokyo')).toEqual([
    { label: 'Tokyo (GMT+9)', value: 'Asia/Tokyo', note: 'GMT+09:00' },
  ])
  expect(findZones(inWinter, [], 'Marseille')).toEqual([])
})
