import { expect, test } from 'vitest'
import type { Ctx } from '#worker/context.ts'
import { createDiscordFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { composeEmbedFacts } from './discord-facts.ts'
import type { ShownEvent } from './shown-events.ts'

test('each site is linked once, by the address of the channel rather than a guest’s', () => {
  const urls = ['twitch.tv/luna', 'twitch.tv/sol', 'youtube.com/@sol', 'example.com/sol']
  const event = {
    platform: 'twitch',
    channel: null,
    participants: [],
    thumbnail_path: null,
    watch_urls: urls.map((url) => `https://www.${url}`),
  }
  const shown = { event, hypers: [], cards: [] } as unknown as ShownEvent
  const shows = { times: { start: '<t:1:F>', before: null }, lead: '' }
  const words = { title: 'Gala', text: '', path: '/events/gala', action: 'See', shows }
  const { fields } = composeEmbedFacts({} as Ctx, words, shown, createDiscordFormatter('en'))
  expect(fields?.at(-1)).toEqual({
    name: 'Where to watch',
    inline: true,
    value:
      '[Twitch](https://www.twitch.tv/luna) · [YouTube](https://www.youtube.com/@sol) · [www.example.com](https://www.example.com/sol)',
  })
})
