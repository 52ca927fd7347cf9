import { expect, test } from 'vitest'
import * as v from 'valibot'
import { isReservedUsername } from '#worker/contracts/reserved-names.ts'
import { Username } from '#worker/features/accounts/contract.ts'
import { generateUsernames, usernameAdjectives, usernameNouns } from './generated-username.ts'

test('are two words and a number that the contract takes', () => {
  for (let round = 0; round < 200; round += 1) {
    for (const name of generateUsernames()) {
      expect(name).toMatch(/^[a-z]{3,8}-[a-z]{4,8}-[23457]{4,8}$/)
      expect([name, v.is(Username, name), isReservedUsername(name)]).toEqual([name, true, false])
    }
  }
})

test('are candidates that differ, the later ones with longer numbers', () => {
  const names = generateUsernames()
  expect(names.map((name) => name.split('-')[2]?.length)).toEqual([4, 5, 6, 7, 8])
  expect(usernameAdjectives.length * usernameNouns.length * 5 ** 4).toBeGreaterThan(1_000_000)
  expect(new Set([...usernameAdjectives, ...usernameNouns]).size).toBe(
    usernameAdjectives.length + usernameNouns.length,
  )
})
