import { expect, test } from 'vitest'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { toDraft } from '../propose/draft.ts'
import { findOwnChangeFaults, toOwnChangeBody } from './own-change.ts'

const event = {
  name: 'Nuit du jeu',
  description: '',
  start: '2026-12-04T18:00:00Z',
  end: '2026-12-04T22:00:00Z',
  timezone: 'Europe/Paris',
  time_certainty: 'exact',
  language: 'fr',
  platform: 'twitch',
  streaming_account_name: 'zerator',
  category: 'charity',
  game: null,
  participants: [],
  thumbnail_path: 'drawn/poster.svg',
  proof_url: '',
  additional_info: null,
} as unknown as ProposalView
const before = { now: Date.parse('2026-12-01T00:00:00Z'), locale: 'en' } as const
const during = { now: Date.parse('2026-12-04T19:00:00Z'), locale: 'en' } as const

test('only what differs is sent', () => {
  expect(toOwnChangeBody(toDraft(event), event)).toEqual({})
  expect(toOwnChangeBody({ ...toDraft(event), start_time: '20:00', name: 'Nuit' }, event)).toEqual({
    name: 'Nuit',
    start: '2026-12-04T19:00:00.000Z',
  })
})

test('fields that the dialog does not have are not found faulty', () => {
  expect(findOwnChangeFaults(toDraft(event), event, before)).toEqual({})
})

test('an event that is on may keep its start, but not begin in the past at another hour', () => {
  expect(findOwnChangeFaults({ ...toDraft(event), end_time: '23:30' }, event, during)).toEqual({})
  const earlier = { ...toDraft(event), start_time: '18:00' }
  expect(findOwnChangeFaults(earlier, event, during)).toHaveProperty('start_date')
})
