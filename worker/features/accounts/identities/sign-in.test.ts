import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SignupInput } from '#worker/features/accounts/contract.ts'
import { usernamesFrom } from './sign-in.ts'

describe('usernames of a person from elsewhere', () => {
  test.each([
    ['shroud', 'shroud'],
    ['Zoë O’Neill', 'ZoeONeill'],
    ['under_score-dash', 'under_score-dash'],
    ['a'.repeat(80), 'a'.repeat(30)],
  ])('%j begins as %j', (name, first) => {
    expect(usernamesFrom(name)[0]).toBe(first)
  })

  test.each([null, '', '日本語', 'é!', 'x'])(
    '%j, of which too little remains, is a member',
    (name) => {
      for (const one of usernamesFrom(name)) expect(one).toMatch(/^member-\d+$/)
    },
  )

  test.each(['Admin', 'hype-cal', 'SUPPORT'])(
    '%j, which would speak for the site, is a member',
    (name) => {
      for (const one of usernamesFrom(name)) expect(one).toMatch(/^member-\d+$/)
    },
  )

  test.each([null, 'shroud', 'a'.repeat(80), '__'])(
    'each offer of %j may be signed up with',
    (name) => {
      const offers = usernamesFrom(name)
      for (const one of offers) expect(v.is(SignupInput.entries.name, one)).toBe(true)
      expect(new Set(offers).size).toBe(offers.length)
    },
  )
})
