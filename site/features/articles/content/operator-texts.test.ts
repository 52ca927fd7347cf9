import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sampleOperator, type Operator } from '#worker/contracts/operator.ts'
import { listOperatorTexts, renderOperatorBlocks } from './operator-texts.ts'

const { isSample: _, ...sample } = sampleOperator
const operator: Operator = {
  ...sample,
  legalName: 'Asso <b>',
  legalForm: 'Association',
  address: ['1 rue B', '75002 Paris'],
  country: 'FR',
  publicationDirector: 'Anne B',
  dpo: { email: 'dpo@hypecal.example' },
  law: 'ES',
  dsa: { email: 'dsa@hypecal.example', languages: ['en', 'fr'] },
  processors: [
    {
      role: 'hosting',
      name: 'Edge',
      address: ['2 Main St'],
      country: 'US',
      phone: '+1 23',
      safeguard: 'dpf',
      termsUrl: 'https://edge.example/dpa',
      retentionDays: 7,
    },
    {
      role: 'backup',
      name: 'Kopie',
      address: ['3 Weg'],
      country: 'DE',
      termsUrl: 'https://kopie.example/',
    },
  ],
  backupDays: 31,
}

const plain = (value: unknown) =>
  String(value)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('what the legal texts say of the operator', () => {
  test('is the identity, as far as the file has it', () => {
    const shown = plain(renderOperatorBlocks(operator, 'es')['operator.identity'])
    expect(shown).toContain('Asso &lt;b&gt;, Association')
    expect(shown).toContain('1 rue B, 75002 Paris, Francia')
    expect(shown).toContain('Publication director Anne B')
    expect(shown).toContain('dpo@hypecal.example')
    expect(shown).not.toMatch(/Phone|Registration|Representative|mediation/)
  })

  test('is the host with its address and phone', () => {
    const shown = plain(renderOperatorBlocks(operator, 'fr')['operator.hosts'])
    expect(shown).toContain('Edge 2 Main St, États-Unis, +1 23')
    expect(shown).not.toContain('Kopie')
  })

  test('is each company with its country, safeguard and term, in the language of the reader', () => {
    const shown = String(renderOperatorBlocks(operator, 'fr')['operator.processors'])
    expect(shown).toContain('<a href="https://edge.example/dpa">Edge</a>, États-Unis')
    expect(plain(shown)).toContain('EU–US Data Privacy Framework 7 jours')
    expect(plain(shown)).toMatch(/Kopie , Allemagne None needed: European Economic Area As long as/)
  })

  test('is a number, a country or a contact within a sentence', () => {
    const filled = listOperatorTexts(operator, 'fr')
    expect(filled).toMatchObject({
      'operator.backupDays': '31',
      'operator.digitalAge': '15',
      'operator.law': 'Espagne',
      'operator.dsa.languages': 'anglais et français',
    })
    expect(String(filled['supportEmail'])).toContain('href="mailto:hello@hypecal.example"')
  })
})

test('no text says of the operator what the file may leave out, or what it has not', () => {
  const known = Object.keys({
    ...listOperatorTexts(sampleOperator, 'en'),
    ...renderOperatorBlocks(sampleOperator, 'en'),
  })
  const used = globSync('site/content/*/*.md').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\{(operator\.[\w.]+|supportEmail)\}/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter((name) => !known.includes(name))).toEqual([])
})

test.each(['en', 'es', 'fr'])('the terms in %s have one age, without an exception', (locale) => {
  const text = readFileSync(`site/content/terms-and-conditions/${locale}.md`, 'utf8')
  expect(text.match(/\{operator\.digitalAge\}/g)).toHaveLength(1)
  expect(text).not.toMatch(/\bparents?\b|\bmadre\b|\btutor|\btuteur/i)
})
