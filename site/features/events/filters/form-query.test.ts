import { expect, test } from 'vitest'
import { toFormQuery } from './form-query.ts'

test('a form asks for what is filled in, in one order', () => {
  const values = [
    ['sort', ''],
    ['platform', 'twitch'],
    ['language', 'fr'],
    ['language', 'es'],
    ['game_q', ''],
    ['tz', 'UTC'],
  ] as const
  expect(toFormQuery(values, 'Europe/Paris')).toBe('language=fr&language=es&platform=twitch')
})

test.each(['range', 'from', 'to'])('days that %s names are those of the reader', (name) => {
  const values = [
    ['tz', 'UTC'],
    [name, 'x'],
  ] as const
  expect(new URLSearchParams(toFormQuery(values, 'Asia/Tokyo')).getAll('tz')).toEqual([
    'Asia/Tokyo',
  ])
})
