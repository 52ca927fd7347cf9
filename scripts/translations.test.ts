import { expect, test } from 'vitest'
import { readMessages } from './message-files.ts'
import type { Message } from './message-rules.ts'
import { applyTranslations, parseCsv, printTranslations } from './translations.ts'

function plural(match: Record<string, string>): Message {
  const declarations = ['input count', 'local form = count: plural']
  return [{ declarations, selectors: ['form'], match }] as Message
}

const base = {
  greeting: 'Hello {name}, "dear"',
  lines: 'One,\ntwo',
  count: plural({ 'form=one': '{count} event', 'form=*': '{count} events' }),
}
const own = {
  greeting: 'Bonjour {name}',
  lines: 'Un,\ndeux',
  count: plural({ 'form=one': '{count} événement', 'form=*': '{count} événements' }),
}
const uses = new Map([['greeting', { screens: ['/', '/events'], files: ['site/a.ts'] }]])

test('a table has a row for each text, with its screens, its files and the English text', () => {
  const [head, ...rows] = parseCsv(printTranslations('fr', { base, own, uses }))
  expect(head).toEqual(['key', 'form', 'screens', 'context', 'en', 'fr'])
  expect(rows).toEqual([
    ['greeting', '', '/ /events', 'site/a.ts', 'Hello {name}, "dear"', 'Bonjour {name}'],
    ['lines', '', '', '', 'One,\ntwo', 'Un,\ndeux'],
    ['count', 'one', '', '', '{count} event', '{count} événement'],
    ['count', '*', '', '', '{count} events', '{count} événements'],
  ])
})

test.each(['en', 'es', 'fr'])('what is exported of %s and imported again is the same', (locale) => {
  const messages = { base: readMessages('en'), own: readMessages(locale) }
  const csv = printTranslations(locale, { ...messages, uses })
  const imported = applyTranslations(locale, csv, messages)
  expect(imported).toEqual({ messages: messages.own, problems: [] })
  expect(applyTranslations(locale, csv, { ...messages, own: {} }).problems).toEqual([])
})

test('a language asks for the plural forms that it has', () => {
  const rows = parseCsv(printTranslations('pl', { base, own: {}, uses }))
  expect(rows.filter(([key]) => key === 'count').map(([, form]) => form)).toEqual([
    'one',
    'few',
    'many',
    '*',
  ])
})

test('a new language begins empty, and grows by what is translated', () => {
  const csv = printTranslations('pt', { base, own: {}, uses })
  expect(applyTranslations('pt', csv, { base, own: {} })).toEqual({ messages: {}, problems: [] })
  const typed =
    'key,form,pt\ncount,one,{count} evento\ncount,*,{count} eventos\nlines,,"Um,\ndois"\n'
  expect(applyTranslations('pt', typed, { base, own: {} }).messages).toEqual({
    lines: 'Um,\ndois',
    count: plural({ 'form=one': '{count} evento', 'form=*': '{count} eventos' }),
  })
})

test.each([
  ['a lost placeholder', 'key,form,fr\ngreeting,,Bonjour\n', /^fr greeting: placeholders differ/],
  ['a key that there is not', 'key,form,fr\nother,,Autre\n', /^other: unknown key$/],
  ['another language', 'key,form,es\ngreeting,,Hola {name}\n', /^no column key, form or fr$/],
  ['a rule of the language', 'key,form,fr\nlines,,"Quoi?"\n', /no-break space/],
])('a table with %s is refused', (_, csv, problem) => {
  expect(applyTranslations('fr', csv, { base, own }).problems).toEqual([
    expect.stringMatching(problem),
  ])
})
