import { expect, test } from 'vitest'
import { isOfficialName, isReservedUsername } from '#worker/contracts/reserved-names.ts'
import { findDisplayNameFault, toNameSkeleton } from './name-skeleton.ts'

test.each([
  'Іbai',
  'ibаi',
  'IBAI',
  '1bai',
  'i.b.a.i',
  'ⓘⓑⓐⓘ',
  '𝓲𝓫𝓪𝓲',
  'ıbai',
  'i\u200bbai',
  'íbäi',
])('%s looks like ibai', (name) => {
  expect(toNameSkeleton(name)).toBe(toNameSkeleton('ibai'))
})

test.each(['ibaillanos', 'eibai', 'ibay', 'いばい'])('%s does not', (name) => {
  expect(toNameSkeleton(name)).not.toBe(toNameSkeleton('ibai'))
})

test('a name without letters keeps to itself', () => {
  expect(toNameSkeleton('★★')).toBe('★★')
})

test.each([
  ['Squeezie ✔️ Official', 'check_marks'],
  ['Squeezie ✓', 'check_marks'],
  ['☑ Squeezie', 'check_marks'],
  ['✅', 'check_marks'],
  ['Hypecal', 'reserved_name'],
  ['Hypecal Team', 'reserved_name'],
  ['Нуресаl', 'reserved_name'],
  ['The HYPECAI crew', 'reserved_name'],
  ['admin', 'reserved_name'],
  ['M0deratоr 2', 'reserved_name'],
  ['Squeezie', undefined],
  ['Admiral', undefined],
  ['Kamet0', undefined],
])('a member who calls their profile %s hears %s', (name, fault) => {
  expect(findDisplayNameFault(name)).toBe(fault)
})

test.each([
  'Hypecai',
  'hypeca1',
  'adm1n',
  'moderatlon',
  'hypecal-team2',
  'HYPE_CAL',
  'm0d',
  'null',
])('the username %s is reserved', (name) => {
  expect(isReservedUsername(name)).toBe(true)
})

test.each(['hypeman', 'admiral', 'null42', 'adminton', 'calm-comet-4275'])('%s is free', (name) => {
  expect(isReservedUsername(name)).toBe(false)
  expect(isOfficialName(name)).toBe(false)
})
