import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { singleLineText, toSingleLine } from './text.ts'

const Name = singleLineText(3, 20)
const messageOf = (value: unknown) => v.safeParse(Name, value).issues?.[0].message

describe('a line', () => {
  test.each([
    ['\u0000'],
    ['\n'],
    ['\r'],
    ['\u001f'],
    ['\u007f'],
    ['\u0085'],
    ['\u2028'],
    ['\u2029'],
    ['\u202a'],
    ['\u202e'],
    ['\u2066'],
    ['\u2069'],
    ['\ufffe'],
    ['\uffff'],
    ['\ud800'],
  ])('refuses %j', (letter) => {
    expect(messageOf(`Big${letter}Gala`)).toBe('control_characters')
  })

  test.each([
    ['  Big \t  Gala ', 'Big Gala'],
    ['Big\u00a0\u3000\u200bGala\ufeff', 'Big Gala'],
    ['e\u0301te\u0301', 'été'],
    ['👩\u200d🚀 日本 ß', '👩\u200d🚀 日本 ß'],
    ['\u200fשלום', '\u200fשלום'],
  ])('reads %j as %j', (value, kept) => {
    expect(v.parse(Name, value)).toBe(kept)
  })

  test('keeps four marks on a letter', () => {
    expect(v.parse(singleLineText(1, 20), `Z${'\u0335'.repeat(9)}o`)).toBe(
      `Z${'\u0335'.repeat(4)}o`,
    )
    expect(toSingleLine(`Z${'\u0335'.repeat(90)}o`, 20)).toBe(`Z${'\u0335'.repeat(4)}o`)
    expect(v.parse(singleLineText(1, 20), 'ที่นี่ ❤️')).toBe('ที่นี่ ❤️')
  })

  test.each([
    ['\u200d\u200d\u200d'],
    ['\u3164\u3164\u3164'],
    ['\u00ad\u00ad\u00ad'],
    ['\u2800\u2800\u2800\u2800'],
    ['\u{1d159}\u{1d159}'],
    ['\u{13441}\ufffc'],
  ])('holds something to see, unlike %j', (value) => {
    expect(messageOf(value)).toBe('visible_characters')
  })

  test('is measured after its white space is one space each', () => {
    expect(messageOf('a     b')).toBeUndefined()
    expect(messageOf(' \u3000a ')).toMatch(/length/i)
    expect(messageOf('a'.repeat(21))).toMatch(/length/i)
  })

  test('may be empty where nothing is required', () => {
    expect(v.parse(singleLineText(0, 5), ' \t ')).toBe('')
  })
})

test('what another service wrote becomes what a line accepts [abuse 6]', () => {
  expect(toSingleLine('  Big\r\nGala\u202e \ud800!', 20)).toBe('Big Gala �!')
  expect(toSingleLine('ab🎉', 3)).toBe('ab')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const name = toSingleLine(text, 40)
      expect(v.parse(singleLineText(0, 40), name)).toBe(name)
    }),
    { numRuns: 500 },
  )
})
