import { describe, expect, test } from 'vitest'
import {
  areTraitsMuted,
  buildMutedSelector,
  listMutedTraits,
  buildMutingCss,
  emptyMutedSettings,
  parseMutedSettings,
  parseNeverMutedTraits,
} from './muting.ts'

const everything = {
  categories: ['irl', 'music'],
  languages: ['fr'],
  channels: [{ platform: 'twitch', account: 'ZeratoR' }],
  long_events: true,
} as const

describe('what is stored', () => {
  test('is read as it was written', () => {
    expect(parseMutedSettings(JSON.stringify(everything))).toEqual(everything)
  })

  test.each([
    null,
    '',
    '{',
    'null',
    '7',
    '[]',
    '"irl"',
    '{"categories":"irl","languages":{},"channels":null,"long_events":"yes"}',
    '{"categories":[null,7,"a]{","A B"],"channels":[7,null,{"platform":"x"},{"platform":"t\\"","account":"a"}]}',
    '{"channels":[{"platform":"twitch","account":"\\ud800"}]}',
    '{"channels":[{"platform":"twitch","account":"a","name":{}}]}',
  ])('mutes nothing where it cannot be read: %s', (text) => {
    expect(parseMutedSettings(text)).toEqual(emptyMutedSettings)
  })

  test('of what never is muted only known words count', () => {
    expect(parseNeverMutedTraits('["event-1","streamer-22","event-x","a]","event-1 b",7]')).toEqual(
      ['event-1', 'streamer-22'],
    )
    for (const text of [null, '', '{', '{}', '7']) expect(parseNeverMutedTraits(text)).toEqual([])
  })
})

describe('the muted traits', () => {
  test('are all that was chosen', () => {
    expect(
      listMutedTraits(parseMutedSettings(JSON.stringify(everything)), new URLSearchParams()),
    ).toEqual(['irl', 'music', 'fr', 'twitch%2Fzerator', 'long'])
  })

  test('leave out what the address filters by', () => {
    const filters = new URLSearchParams('category=music,irl&language=en&language=fr')
    expect(listMutedTraits(parseMutedSettings(JSON.stringify(everything)), filters)).toEqual([
      'twitch%2Fzerator',
      'long',
    ])
  })
})

describe('an event', () => {
  const muting = { muted: ['irl', 'long'], neverMuted: ['event-7', 'streamer-3'] }

  test.each([
    ['irl fr event-1', true],
    ['music fr long event-1', true],
    ['music fr event-1', false],
    ['irl fr event-7', false],
    ['irl fr event-1 streamer-3', false],
    ['irl fr event-1 streamer-33', true],
  ])('%s is muted: %s', (traits, expected) => {
    expect(areTraitsMuted(traits, muting)).toBe(expected)
  })
})

describe('the style sheet', () => {
  test('is empty where nothing is muted', () => {
    expect(buildMutingCss({ muted: [], neverMuted: ['event-1'] })).toBe('')
    expect(buildMutedSelector({ muted: [], neverMuted: [] })).toBeUndefined()
  })

  test('selects rows by their words', () => {
    expect(buildMutedSelector({ muted: ['irl', 'fr'], neverMuted: [] })).toBe(
      ':is([data-traits~="irl"],[data-traits~="fr"])',
    )
    expect(buildMutedSelector({ muted: ['irl'], neverMuted: ['event-1'] })).toBe(
      ':is([data-traits~="irl"]):not(:is([data-traits~="event-1"]))',
    )
  })
})
