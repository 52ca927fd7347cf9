import { expect, test } from 'vitest'
import { countEach, isFlawless, parsePerson, countDeliveries } from './delivery-tally.ts'

const expected = [1, 2, 3, 4]

test('of Discord and push, what is shown as unknown is not lost', () => {
  const outcome = { expected, arrivals: countEach([1, 3]), unknown: new Set([2, 3]) }
  expect(countDeliveries('push', outcome)).toEqual({
    channel: 'push',
    expected: 4,
    arrived: 2,
    lost: 1,
    doubled: 0,
    unknown: 2,
    unknownArrived: 1,
  })
})

test('of mail, what did not arrive is lost, whatever is shown of it', () => {
  const outcome = { expected, arrivals: countEach([1, 2, 3]), unknown: new Set([4]) }
  expect(countDeliveries('email', outcome)).toMatchObject({ arrived: 3, lost: 1, unknown: 1 })
})

test('what arrived more than once is doubled, and so is what nobody expected twice', () => {
  const outcome = {
    expected,
    arrivals: countEach([1, 2, 2, 3, 4, 9, 9]),
    unknown: new Set<number>(),
  }
  expect(countDeliveries('discord', outcome)).toMatchObject({ arrived: 4, lost: 0, doubled: 2 })
})

test('nothing lost and nothing doubled is flawless, however much is unknown', () => {
  const arrivals = countEach([1, 2])
  const shown = countDeliveries('push', { expected, arrivals, unknown: new Set([3, 4]) })
  expect(isFlawless(shown)).toBe(true)
  expect(isFlawless({ ...shown, lost: 1 })).toBe(false)
  expect(isFlawless({ ...shown, doubled: 1 })).toBe(false)
})

test.each([
  ['member_12@people.example', 12],
  ['/api/webhooks/12/token', 12],
  ['/fcm/send/12', 12],
])('%s is of person %i', (address, person) => {
  expect(parsePerson(address)).toBe(person)
})
