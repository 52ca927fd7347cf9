import { describe, expect, it } from 'vitest'
import { readFileRows, findRowLines, UnreadableFileError } from './file-rows.ts'

const sound = {
  id: 'a',
  name: 'A',
  start: '2026-01-01',
  language: 'en',
  platform: 'twitch',
  category: 'award-show',
  proof_url: 'https://example.com/a',
}

describe('lines of rows', () => {
  it.each([
    ['[{"a":1},\n{"b":2}]', [1, 2]],
    ['\n[\n\n {"a": [1,\n2]},\n {"b": "]\\"[,{"}, {"c": {}}\n]', [4, 6, 6]],
    ['[]', []],
    ['[ 1,\n "x",\n null ]', [1, 2, 3]],
  ])('%j', (text, lines) => expect(findRowLines(text)).toEqual(lines))
})

describe('rows of a file', () => {
  it.each([
    ['events', sound],
    ['streamers', { display_name: 'Ana', platform: 'twitch', account: '@Ana' }],
    ['games', { name: 'Chess', genre: 'board game' }],
    ['groups', { name: 'Guild', language_code: 'en' }],
  ])('tells %s by their fields', (kind, row) => {
    const file = readFileRows(JSON.stringify([row]))
    expect(file).toMatchObject({ kind, bad: [], rows: [{ line: 1, source: row }] })
  })

  it('turns hyphens of a category into underscores', () => {
    expect(readFileRows(JSON.stringify([sound])).rows[0]?.row).toMatchObject({
      category: 'award_show',
    })
  })

  it('takes an account without its @', () => {
    const text = JSON.stringify([{ display_name: 'Ana', platform: 'twitch', account: '@Ana' }])
    expect(readFileRows(text).rows[0]?.row).toMatchObject({ account: 'Ana' })
  })

  it.each([
    ['category', { category: 'cooking' }],
    ['language', { language: 'de' }],
    ['platform', { platform: 'nosuch' }],
    ['start', { start: 'soon' }],
    ['start', { start: '2026-01-01T10:00:00' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['proof_url', { proof_url: 'javascript:alert(1)' }],
    ['participants.0.display_name', { participants: [{}] }],
    ['name', { name: '' }],
  ])('names the line and the field of a bad %s', (field, fault) => {
    const text = JSON.stringify([sound, { ...sound, id: 'b', name: 'B', ...fault }], undefined, 1)
    const { rows, bad } = readFileRows(text)
    expect(rows).toHaveLength(1)
    expect(bad[0]).toMatchObject({ line: text.split('\n').indexOf(' },') + 2, field })
    expect(bad[0]?.reason).not.toBe('')
  })

  it('says that a field is missing', () => {
    const { bad } = readFileRows(JSON.stringify([sound, { ...sound, start: undefined }]))
    expect(bad).toEqual([expect.objectContaining({ field: 'start', reason: 'is missing' })])
  })

  it.each([['{'], ['{"start": 1}'], ['[{"title": "x"}]'], ['[]']])(
    'refuses %s as a whole',
    (text) => {
      expect(() => readFileRows(text)).toThrow(UnreadableFileError)
    },
  )
})
