import { expect, test } from 'vitest'
import type { MailAnswer, MailEntry } from './mail-ledger.ts'
import { computeLatencies, outageRatio, secondsUntilLast } from './delivery-speed.ts'

function call(at: number, to: string[], answer: MailAnswer = 'taken'): MailEntry {
  return { at, to, answer, key: `${at}`, hash: '' }
}

test('a mail has left when it is first taken, whatever was refused before', () => {
  const calls = [
    call(1100, ['a'], 'limited'),
    call(1300, ['b', 'a']),
    call(1900, ['a'], 'repeated'),
  ]
  const requests = [
    { at: 1000, to: 'a' },
    { at: 1250, to: 'b' },
    { at: 1000, to: 'c' },
  ]
  expect(computeLatencies(requests, calls)).toEqual([300, 50, Infinity])
})

test('the last mail counts, not the last call', () => {
  expect(secondsUntilLast(1000, [call(3500, ['a']), call(2000, ['b'])])).toBe(2.5)
  expect(secondsUntilLast(1000, [call(3500, ['a']), call(9000, ['a'], 'repeated')])).toBe(2.5)
  expect(secondsUntilLast(1000, [])).toBe(0)
})

test('an outage that costs no more than its own time has the ratio 1', () => {
  expect(outageRatio({ without: 100, outage: 60, with: 160 })).toBe(1)
  expect(outageRatio({ without: 100, outage: 100, with: 240 })).toBeCloseTo(1.2)
})
