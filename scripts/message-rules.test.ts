import { describe, expect, test } from 'vitest'
import { findProblems, findUnused } from './message-rules.ts'

const base = { greeting: 'Hello {name}' }

describe('a translation', () => {
  test('that says the same with the same placeholders passes', () => {
    expect(findProblems('fr', { greeting: 'Bonjour {name}' }, base)).toEqual([])
  })

  test('may not be missing, empty or superfluous', () => {
    expect(findProblems('es', { other: ' ' }, base)).toEqual([
      'es greeting: missing',
      'es other: not in the base language',
      'es other: empty text',
    ])
  })

  test('keeps the placeholders', () => {
    expect(findProblems('es', { greeting: 'Hola' }, base)).toEqual([
      'es greeting: placeholders differ, expected {name}',
    ])
  })

  test('with plurals is read form by form', () => {
    const forms = [{ match: { 'n=one': 'un día', 'n=other': '{n} días?' } }]
    const [problem] = findProblems('es', { days: forms }, { days: '{n} days' })
    expect(problem).toContain('a question opens with ¿')
  })

  test.each(["l'événement", 'Prêt ?', 'Attention : ici', '« Bonjour »'])('French: %s', (text) => {
    expect(findProblems('fr', { text }, { text })).toHaveLength(1)
  })

  test.each(['l’événement', 'Prêt\u00a0?', 'À 20:00', '«\u202fBonjour\u202f»'])(
    'French is right: %s',
    (text) => {
      expect(findProblems('fr', { text }, { text })).toEqual([])
    },
  )

  test.each(['Listo?', 'Hola!'])('Spanish: %s', (text) => {
    expect(findProblems('es', { text }, { text })).toHaveLength(1)
  })

  test.each(['¿Listo?', '¡Hola!'])('Spanish is right: %s', (text) => {
    expect(findProblems('es', { text }, { text })).toEqual([])
  })
})

describe('a key', () => {
  test('is used when called or listed in a map', () => {
    const sources = ['m.called({ n: 1 })', 'const labels = { open: m.listed }']
    expect(findUnused(['called', 'listed', 'lost'], sources)).toEqual(['lost: used nowhere'])
  })
})
