import { describe, expect, it } from 'vitest'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { pickEventFace } from './event-face.ts'

const event = {
  id: 7,
  name: 'Teapot Relay',
  category: 'charity',
  platform: 'twitch',
  streaming_account_name: 'teapot',
  channel: { streamer_id: 3, name: 'Teapot Tactician', avatar_path: 'avatars/a.webp' },
  group: null,
  thumbnail_path: 'drawn/4/posters/face/abc.svg',
} as EventSummary

describe('the face of a row', () => {
  it('is the channel’s, with the channel’s drawn one to stand in for it', () => {
    const { path, drawn, isChannel } = pickEventFace(event)
    expect([path, isChannel]).toEqual(['avatars/a.webp', true])
    expect(drawn).toMatch(/^drawn\/\d+\/avatars\/\w+\.svg$/)
  })

  it('is the event’s own picture where it has one', () => {
    const { path, drawn, isChannel } = pickEventFace({ ...event, thumbnail_path: 'uploads/b.webp' })
    expect([path, isChannel]).toEqual(['uploads/b.webp', false])
    expect(drawn).toMatch(/^drawn\/\d+\/posters\/face\/\w+\.svg$/)
  })

  it('is the drawn poster without a channel', () => {
    const face = pickEventFace({ ...event, channel: null, streaming_account_name: null })
    expect(face).toMatchObject({ path: event.thumbnail_path, isChannel: false })
  })
})
