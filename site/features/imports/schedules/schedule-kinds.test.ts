import { expect, test } from 'vitest'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { channelsFor, kindsFor } from './schedule-kinds.ts'

const youtube = { id: 1, platform: 'youtube' as Platform }
const twitch = { id: 2, platform: 'twitch' as Platform }

test('a schedule on Twitch is offered for channels there alone, a calendar for all', () => {
  expect(channelsFor('twitch_schedule', [youtube, twitch])).toEqual([twitch])
  expect(channelsFor('ical_file', [youtube, twitch])).toEqual([youtube, twitch])
  expect(kindsFor([youtube, twitch])).toEqual(['twitch_schedule', 'ical_url', 'ical_file'])
  expect(kindsFor([youtube])).toEqual(['ical_url', 'ical_file'])
})
