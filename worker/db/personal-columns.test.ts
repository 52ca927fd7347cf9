import { getTableColumns, getTableName } from 'drizzle-orm'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { schemaTables } from '#scripts/schema-tables.ts'
import { impersonalTables } from '#tests/support/tables/export-columns.ts'
import {
  keptSentences,
  nameReaders,
  policySentences,
  publicPlaces,
  type Sentence,
} from '#tests/support/tables/policy-sentences.ts'
import { keptTables, statedTables, statedUserColumns } from './personal-columns.ts'

const locales = ['en', 'es', 'fr'] as const
const readPage = (page: string, locale: string) =>
  readFileSync(`site/content/${page}/${locale}.md`, 'utf8')

function findMissing(page: string, sentences: Record<string, Sentence>): string[] {
  return locales.flatMap((locale) => {
    const text = readPage(page, locale)
    const names = Object.keys(sentences)
    return names.filter((name) => !text.includes(sentences[name]?.[locale] ?? '\0'))
  })
}

const listWords = (text: string) => text.split(/\s+/).filter(Boolean)

describe('each column about a person', () => {
  const tables = schemaTables.filter((table) => !impersonalTables[getTableName(table)])
  function listColumns(name: string): string[] {
    const found = tables.filter((table) => getTableName(table) === name)
    return found.flatMap((table) => Object.values(getTableColumns(table)).map((one) => one.name))
  }

  test('stands in one statement of the privacy policy', () => {
    const names = tables.map((table) => getTableName(table))
    const stated = Object.values(statedTables).flatMap(listWords)
    expect([...stated, 'users'].toSorted()).toEqual(names.toSorted())
    const ofUsers = Object.values(statedUserColumns).flatMap(listWords)
    expect(ofUsers.toSorted()).toEqual(listColumns('users').toSorted())
  })

  test('is known where it is emptied', () => {
    for (const kept of Object.values(keptTables)) {
      for (const [name, emptied] of Object.entries(kept)) {
        expect([name, ...listColumns(name)]).toEqual(
          expect.arrayContaining([name, ...listWords(emptied)]),
        )
      }
    }
  })

  test('stands in no table that is said to be about nobody', () => {
    const personal =
      /(?:^|_)(?:user|member|username|e?mail|phone|ip|network|author|actor|agent)(?:_|$)/
    const columns = schemaTables
      .filter((table) => impersonalTables[getTableName(table)])
      .flatMap((table) =>
        Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)} ${name}`),
      )
    expect(columns.length).toBeGreaterThan(100)
    // How far a page of sendings has come.
    const cursors = columns.filter((column) => column.endsWith(' after_user_id'))
    expect(columns.filter((column) => personal.test(column.split(' ')[1] ?? ''))).toEqual(cursors)
  })

  test('has its statement in three languages', () => {
    expect(findMissing('privacy-policy', policySentences)).toEqual([])
    expect(findMissing('data-deletion-request', keptSentences)).toEqual([])
  })
})

describe('each public place of a name or a face', () => {
  test('stands in the privacy policy', () => {
    expect(findMissing('privacy-policy', publicPlaces)).toEqual([])
  })

  test('is known: no other file reads one', () => {
    const files = globSync('worker/**/*.ts', {
      exclude: ['**/*.test.ts', '**/contract.ts', 'worker/db/**'],
    })
    const readers = files
      .filter((file) =>
        /\.(username|avatarPath|authorName)\b|'username'/.test(readFileSync(file, 'utf8')),
      )
      .map((file) => file.replace(/^worker\/(features\/)?/, ''))
    expect(readers.toSorted()).toEqual(Object.keys(nameReaders).toSorted())
  })
})
