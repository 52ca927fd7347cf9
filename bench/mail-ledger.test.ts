import { describe, expect, test } from 'vitest'
import { MailLedger, parseLedger, type MailEntry } from './mail-ledger.ts'

const call = { at: 1000, key: 'one', hash: 'a', to: ['member_1@people.example'] }

function answersOf(ledger: MailLedger, ...calls: Partial<typeof call>[]): string[] {
  return calls.map((change) => ledger.record({ ...call, ...change }).answer)
}

test('a key is taken once, and with the same content alone', () => {
  const ledger = new MailLedger([], {})
  expect(answersOf(ledger, {}, {}, { hash: 'b' }, { key: 'two', hash: 'b' }, {})).toEqual([
    'taken',
    'repeated',
    'changed',
    'taken',
    'repeated',
  ])
})

test('what was taken before the service was killed is known afterwards', () => {
  const before = new MailLedger([], {})
  before.record(call)
  const file = before.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  const after = new MailLedger(parseLedger(`${file}{"at":20`), {})
  expect(answersOf(after, {}, { hash: 'b' })).toEqual(['repeated', 'changed'])
})

describe('beyond the calls of a second', () => {
  test('calls are refused, and leave no trace', () => {
    const ledger = new MailLedger([], { callsPerSecond: 2 })
    const keys = ['a', 'b', 'c'].map((key) => ({ key }))
    expect(answersOf(ledger, ...keys)).toEqual(['taken', 'taken', 'limited'])
    expect(answersOf(ledger, { key: 'c', at: 2000 })).toEqual(['taken'])
  })

  test('a refused call is known as such after a restart', () => {
    const limited: MailEntry = { ...call, answer: 'limited' }
    expect(answersOf(new MailLedger([limited], {}), { hash: 'b' })).toEqual(['taken'])
  })
})
