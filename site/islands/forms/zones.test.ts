import { expect, test } from 'vitest'
import { listZones, zoneLabel } from './zones.ts'

const winter = Date.UTC(2026, 11, 1)
const summer = Date.UTC(2026, 6, 1)

test('a zone is labelled with its offset at that moment', () => {
  expect(zoneLabel('Europe/Paris', winter)).toBe('Europe/Paris (GMT+1)')
  expect(zoneLabel('Europe/Paris', summer)).toBe('Europe/Paris (GMT+2)')
  expect(zoneLabel('America/New_York', winter)).toBe('America/New York (GMT-5)')
  expect(zoneLabel('UTC', winter)).toBe('UTC (GMT+0)')
})

test('text that names no zone stays as typed', () => {
  expect(zoneLabel('new york', winter)).toBe('new york')
})

test('the list is UTC and every known zone, each once', () => {
  const values = listZones(winter).map(({ value }) => value)
  expect(values[0]).toBe('UTC')
  expect(values).toContain('Asia/Tokyo')
  expect(new Set(values).size).toBe(values.length)
})
