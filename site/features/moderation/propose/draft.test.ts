import { describe, expect, test } from 'vitest'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { findDraftErrors, toDraftFieldName } from './draft-errors.ts'
import { toDraft, createEmptyDraft, toEventInput, type Draft } from './draft.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function draft(fields: Partial<Draft> = {}): Draft {
  return {
    ...createEmptyDraft('fr', 'Europe/Paris'),
    platform: 'twitch',
    streaming_account_name: 'zerator',
    name: 'Nuit du jeu',
    category: 'charity',
    start_date: '2026-12-04',
    start_time: '19:00',
    end_date: '2026-12-04',
    end_time: '23:00',
    proof_url: 'https://example.org/annonce',
    ...fields,
  }
}

const elsewhere = { now, locale: 'en', isOwnChannel: false } as const

function faults(fields: Partial<Draft>) {
  return findDraftErrors(draft(fields), elsewhere)
}

describe('a draft', () => {
  test('that is complete has no fault and becomes the call’s body', () => {
    expect(faults({})).toEqual({})
    expect(toEventInput(draft({ game_id: 4 }))).toMatchObject({
      start: '2026-12-04T18:00:00.000Z',
      end: '2026-12-04T22:00:00.000Z',
      timezone: 'Europe/Paris',
      time_certainty: 'exact',
      game_id: 4,
      additional_info: null,
      paid_by: null,
    })
  })

  test('that is empty names what is missing, field by field', () => {
    expect(Object.keys(findDraftErrors(createEmptyDraft('fr', 'UTC'), elsewhere)).sort()).toEqual([
      'category',
      'end_date',
      'end_time',
      'name',
      'platform',
      'proof_url',
      'start_date',
      'start_time',
      'streaming_account_name',
    ])
  })

  test('on one’s own verified channel needs no proof, but a link where there is one', () => {
    const own = { ...elsewhere, isOwnChannel: true }
    expect(findDraftErrors(draft({ proof_url: '' }), own)).toEqual({})
    expect(toEventInput(draft({ proof_url: '' })).proof_url).toBeNull()
    expect(Object.keys(findDraftErrors(draft({ proof_url: 'no link' }), own))).toEqual([
      'proof_url',
    ])
    expect(Object.keys(faults({ proof_url: '' }))).toEqual(['proof_url'])
  })

  test('with a day only needs no hours and covers whole days', () => {
    const day = { time_certainty: 'date_only', start_time: '', end_time: '' } as const
    expect(faults(day)).toEqual({})
    expect(toEventInput(draft(day))).toMatchObject({
      start: '2026-12-03T23:00:00.000Z',
      end: '2026-12-04T23:00:00.000Z',
    })
  })

  test('must start in the future, within two years, and end after it starts', () => {
    expect(faults({ start_date: '2026-11-19' }).start_date).toBe('The start must be in the future')
    expect(faults({ start_date: '2029-01-01', end_date: '2029-01-01' })).toEqual({
      start_date: 'The start must be within the next two years',
    })
    expect(faults({ end_time: '19:00' })).toEqual({ end_date: 'The end must be after the start' })
    expect(faults({ end_date: '2026-12-19' })).toEqual({
      end_date: 'An event can last 14 days at most',
    })
  })

  test('cannot begin in an hour that the zone skips', () => {
    const spring = { start_date: '2027-03-28', start_time: '02:30', end_date: '2027-03-28' }
    expect(Object.keys(faults(spring))).toEqual(['start_time'])
    expect(faults({ ...spring, timezone: 'UTC' })).toEqual({})
  })

  test('refuses an unknown zone, a game that is not in the list and a proof that is no address', () => {
    expect(
      Object.keys(faults({ timezone: 'Mars/Base', game_name: 'Celest', proof_url: 'x' })).sort(),
    ).toEqual(['game_name', 'proof_url', 'timezone'])
  })
})

test('a proposal reads back as the fields that made it', () => {
  const made = draft({
    participants: [
      { display_name: 'Ana', streamer_id: null, platform: null, account: null },
      { display_name: 'Bob', streamer_id: 9, platform: 'twitch', account: 'bob' },
    ],
    game_id: 4,
    game_name: 'Celeste',
    thumbnail_path: 'uploads/ab/cd.webp',
  })
  const proposal = {
    ...toEventInput(made),
    participants: made.participants,
    thumbnail_path: 'uploads/ab/cd.webp',
    game: { id: 4, name: 'Celeste' },
  } as unknown as ProposalView
  expect(toDraft(proposal)).toEqual(made)
  expect(toEventInput(made).participants).toEqual([
    { display_name: 'Ana', platform: null, account: null },
    { streamer_id: 9 },
  ])
})

test('a day-only proposal reads back without hours', () => {
  const made = draft({ time_certainty: 'tba', start_time: '', end_time: '' })
  const drawn = { thumbnail_path: 'drawn/events/charity-1.svg', game: null }
  const proposal = { ...toEventInput(made), ...drawn } as unknown as ProposalView
  expect(toDraft(proposal)).toEqual(made)
})

test('the server’s paths land on the fields that show them', () => {
  expect(toDraftFieldName('start')).toBe('start_date')
  expect(toDraftFieldName('participants.3.display_name')).toBe('participants')
  expect(toDraftFieldName('name')).toBe('name')
})
