import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorInput } from '#worker/contracts/operator-file.ts'
import { findLeftoverInstructions, readOperatorSettings } from './operator-settings.ts'

const local = 'http://localhost:8787'
const live = 'https://hypecal.com'
const processor = {
  name: 'Hébergeur SAS',
  address: ['1 rue A', '75001 Paris'],
  country: 'FR',
  termsUrl: 'https://host.fr/terms',
}
const right: OperatorInput = {
  legalName: 'Association A',
  address: ['1 rue B', '75002 Paris'],
  country: 'FR',
  email: 'contact@hypecal.com',
  publicationDirector: 'Anne B',
  dsa: { email: 'dsa@hypecal.com', languages: ['fr', 'en'] },
  processors: [
    { ...processor, role: 'hosting', phone: '+33 1 02 03 04 05' },
    { ...processor, role: 'database' },
    { ...processor, role: 'email' },
    { ...processor, role: 'backup' },
  ],
  logDays: 7,
  mailDays: 30,
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hypecal-operator-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function readText(text: string, siteUrl = live) {
  const file = join(folder, 'operator.json')
  writeFileSync(file, text)
  const { operator, problems } = readOperatorSettings(siteUrl, file)
  return { operator, problems: problems.map((problem) => problem.replace(`${file}: `, '')) }
}
const read = (changed: object, siteUrl = live) =>
  readText(JSON.stringify({ ...right, ...changed }), siteUrl)

describe('the file of the operator', () => {
  test('is whole for a public site, with the defaults of its country', () => {
    const { operator, problems } = read({})
    expect(problems).toEqual([])
    expect(operator).toMatchObject({
      legalName: 'Association A',
      digitalAge: 15,
      supervisoryAuthority: { name: 'CNIL' },
      law: 'FR',
      backupDays: 93,
      inactiveMonths: 24,
    })
    expect(operator.isSample).toBeUndefined()
  })

  test.each([
    ['ES', { vatId: 'ESB00000000' }, 14, 'AEPD'],
    [
      'DE',
      { supervisoryAuthority: { name: 'BfDI', url: 'https://www.bfdi.bund.de/' } },
      16,
      'BfDI',
    ],
  ])('has the age and the authority of %s', (country, changed, digitalAge, name) => {
    const { operator, problems } = read({ country, ...changed })
    expect(problems).toEqual([])
    expect(operator).toMatchObject({ digitalAge, supervisoryAuthority: { name } })
  })

  test('has comments on lines of their own', () => {
    const { operator, problems } = readText(
      `// who\n{\n  // that\n${JSON.stringify(right).slice(1)}`,
    )
    expect(problems).toEqual([])
    expect(operator.processors[0]?.termsUrl).toBe('https://host.fr/terms')
  })

  test.each<[string, object]>([
    ['country is no country code of ISO 3166, such as FR', { country: 'XX' }],
    ['country is no country code of ISO 3166, such as FR', { country: 'France' }],
    ['country is no country code of ISO 3166, such as FR', { country: 'UK' }],
    ['country is no country code of ISO 3166, such as FR', { country: 'EU' }],
    ['telephone is no setting of this file', { telephone: '1' }],
    [
      'processors.0.safeguards is no setting of this file',
      {
        processors: [{ ...processor, role: 'hosting', safeguards: 'eu' }],
      },
    ],
    ['digitalAge is above 16', { digitalAge: 18 }],
    ['legalName is missing', { legalName: undefined }],
    ['supervisoryAuthority is missing: none is known for BE', { country: 'BE' }],
  ])('is refused on this machine too: %s', (problem, changed) => {
    expect(read(changed, local).problems).toEqual([problem])
  })

  test('is refused when it is not JSON', () => {
    expect(readText('{ "legalName": }', local).problems).toEqual([
      expect.stringMatching(/^is not JSON: Unexpected token/),
    ])
  })

  test.each<[string, object]>([
    ['a@b.example is an example: nobody can be reached there', { email: 'a@b.example' }],
    ['a@b.test is an example: nobody can be reached there', { email: 'a@b.test' }],
    ['a@b.invalid is an example: nobody can be reached there', { email: 'a@b.invalid' }],
    ['a@example.com is an example: nobody can be reached there', { email: 'a@example.com' }],
    [
      'https://b.example/x is an example: nobody can be reached there',
      {
        mediation: { name: 'M', url: 'https://b.example/x' },
      },
    ],
    [
      '“To be completed: name” is an instruction, not an answer',
      {
        legalName: 'To be completed: name',
      },
    ],
    ['processors name nobody with the role backup', { processors: right.processors.slice(0, 3) }],
    [
      'Hébergeur SAS is in US, outside the European Economic Area: name its safeguard',
      {
        processors: [...right.processors, { ...processor, role: 'alerts', country: 'US' }],
      },
    ],
    [
      'Hébergeur SAS is in US, outside the European Economic Area: name its safeguard',
      {
        processors: [
          ...right.processors,
          { ...processor, role: 'alerts', country: 'US', safeguard: 'eu' },
        ],
      },
    ],
    [
      'publicationDirector is missing, which the law of France asks for',
      {
        publicationDirector: undefined,
      },
    ],
    [
      'the host has no phone number, which the law of France asks for',
      {
        processors: [{ ...processor, role: 'hosting' }, ...right.processors.slice(1)],
      },
    ],
    ['register or vatId is missing, which the law of Spain asks for', { country: 'ES' }],
  ])('says too little for a public site: %s', (problem, changed) => {
    expect(read(changed).problems).toEqual([problem])
    expect(read(changed, local).problems).toEqual([])
  })

  test('may be missing on this machine only', () => {
    const { operator, problems } = readOperatorSettings(local, undefined)
    expect(problems).toEqual([])
    expect(operator.legalName).not.toBe('')
    expect(readOperatorSettings(live, 'no-such-file.json').problems).toEqual([
      'no-such-file.json: is missing; operator.example.json shows what the site must say',
    ])
  })

  test('is shown by an example, which a public site refuses', () => {
    const example = readFileSync(new URL('../operator.example.json', import.meta.url), 'utf8')
    expect(readText(example, local).problems).toEqual([])
    expect(readText(example).problems).toContain(
      'hello@your-site.example is an example: nobody can be reached there',
    )
  })
})

test('a build for a public site refuses the example before it begins', () => {
  const env = { ...process.env, SITE_URL: live, OPERATOR_FILE: 'operator.example.json' }
  const options = { env, encoding: 'utf8', timeout: 30_000 } as const
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], options)
  expect(status).toBe(1)
  expect(stderr).toContain('hello@your-site.example is an example: nobody can be reached there')
}, 60_000)

test('a text that asks the operator to complete it is found', () => {
  mkdirSync(join(folder, 'site/content/terms'), { recursive: true })
  writeFileSync(join(folder, 'site/content/terms/fr.md'), '**À compléter par l’exploitant :** nom')
  writeFileSync(join(folder, 'site/content/terms/en.md'), 'A form to be completed.')
  expect(findLeftoverInstructions(folder)).toEqual([
    'site/content/terms/fr.md still asks the operator to complete it',
  ])
})
