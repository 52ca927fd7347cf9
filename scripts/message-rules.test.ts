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

  test.each([
    "l'événement",
    'Prêt ?',
    'Prêt?',
    'Attention : ici',
    '« Bonjour »',
    '«Bonjour\u00a0»',
  ])('French: %s', (text) => {
    expect(findProblems('fr', { text }, { text })).toHaveLength(1)
  })

  test.each(['l’événement', 'Prêt\u00a0?', 'À 20:00', '«\u202fBonjour\u202f»'])(
    'French is right: %s',
    (text) => {
      expect(findProblems('fr', { text }, { text })).toEqual([])
    },
  )

  test.each(['Listo?', 'Hola!', '¿Listo? Vale?', '¡Hola! Adiós!'])('Spanish: %s', (text) => {
    expect(findProblems('es', { text }, { text })).toHaveLength(1)
  })

  test.each(['¿Listo?', '¡Hola!', 'Hola. ¿Listo? ¡Ya!'])('Spanish is right: %s', (text) => {
    expect(findProblems('es', { text }, { text })).toEqual([])
  })
})

describe('a text', () => {
  test.each([
    ['en', 'The event was cancelled', 'write it as in America'],
    ['en', 'We don’t recognise it', 'write it as in America: -ize'],
    ['en', 'You won’t get it any more.', 'write anymore'],
    ['en', 'Until 24 October', 'the month stands before the day'],
    ['en', 'Your e-mail', 'write email'],
    ['en', 'Sign in again', 'write log in, log out'],
    ['en', 'More events', 'write Show more …'],
    ['fr', 'le hype', 'hype is feminine: la hype'],
    ['fr', 'de hyper', 'no infinitive: hypez, or donner sa hype'],
    ['fr', 'Mettre une hype', 'write donner sa hype'],
    ['fr', 'Vos suivis', 'write ce que vous suivez'],
    ['fr', 'Abonnés Twitch', 'write followers'],
    ['fr', 'Révoquer', 'write désactiver'],
    ['fr', 'Plus de jeux', 'write Voir plus de …'],
    ['es', 'Un aviso', 'write notificación or recordatorio'],
    ['es', 'No se pudo cargar', 'write no se ha podido'],
    ['es', '¿Qué tan segura es?', 'write it as in Spain'],
  ])('in %s uses no retired term: %s', (locale, text, reason) => {
    expect(findProblems(locale, { text }, { text })).toEqual([`${locale} text: ${reason}: ${text}`])
  })

  test.each([
    ['en', 'Log in to your email'],
    ['fr', 'Hypez les événements suivis par vos followers'],
    ['es', 'Te avisamos con una notificación'],
  ])('in %s keeps the terms in use: %s', (locale, text) => {
    expect(findProblems(locale, { text }, { text })).toEqual([])
  })
})

describe('a key', () => {
  test('is used when called or listed in a map', () => {
    const sources = ['m.called({ n: 1 })', 'const labels = { open: m.listed }']
    expect(findUnused(['called', 'listed', 'lost'], sources)).toEqual(['lost: used nowhere'])
  })
})
