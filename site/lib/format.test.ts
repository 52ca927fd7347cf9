import { expect, it } from 'vitest'
import {
  cutExcerpt,
  formatCount,
  formatDuration,
  formatList,
  nativeLanguageName,
  pageTitle,
} from './format.ts'

it('titles the home page with the name alone', () => {
  expect(pageTitle('Hypecal')).toBe('Hypecal')
})

it('adds the name up to 40 characters and the short name beyond', () => {
  expect(pageTitle('a'.repeat(40))).toBe(`${'a'.repeat(40)} | Hypecal`)
  expect(pageTitle('a'.repeat(41))).toBe(`${'a'.repeat(41)} | HC`)
})

it('writes counts as the language does, and short when they are large', () => {
  expect(formatCount(4812, 'en')).toBe('4,812')
  expect(formatCount(4812, 'fr')).toBe('4\u202f812')
  expect(formatCount(1_250_000, 'en')).toBe('1.3M')
})

it('says about how long an event lasts', () => {
  const start = '2026-12-04T18:00:00Z'
  expect(formatDuration(start, '2026-12-04T18:45:00Z', 'en')).toBe('45 min')
  expect(formatDuration(start, '2026-12-04T22:00:00Z', 'fr')).toBe('4\u00a0heures')
  expect(formatDuration(start, '2026-12-04T20:30:00Z', 'en')).toBe('2\u00a0h\u00a030\u00a0min')
  expect(formatDuration(start, '2026-12-04T20:30:00Z', 'es')).toBe('2\u00a0h\u00a030\u00a0min')
  expect(formatDuration(start, '2026-12-04T20:30:00Z', 'fr')).toBe('2\u00a0h\u00a030')
  expect(formatDuration(start, '2026-12-04T19:05:00Z', 'fr')).toBe('1\u00a0h\u00a005')
  expect(formatDuration(start, '2026-12-05T06:20:00Z', 'en')).toBe('12 hours')
  expect(formatDuration(start, '2026-12-05T05:59:00Z', 'en')).toBe('11\u00a0h\u00a059\u00a0min')
  expect(formatDuration(start, '2026-12-07T12:00:00Z', 'es')).toBe('3 días')
})

it('names languages in their own words', () => {
  expect([nativeLanguageName('en'), nativeLanguageName('es'), nativeLanguageName('fr')]).toEqual([
    'English',
    'Español',
    'Français',
  ])
})

it('joins names as the language does', () => {
  expect(formatList(['Ana', 'Bo', 'Cy'], 'es')).toBe('Ana, Bo y Cy')
})

it('cuts a description between words', () => {
  expect(cutExcerpt('one two three', 20)).toBe('one two three')
  expect(cutExcerpt('one two three four', 12)).toBe('one two…')
})
