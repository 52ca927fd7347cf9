import { describe, expect, test } from 'vitest'
import { parsePushMessage } from './notice.ts'

describe('what was pushed', () => {
  test('is shown as the server said it', () => {
    const said = {
      title: 'Soon',
      body: 'At 21:00',
      path: '/fr/events/a',
      tag: 'reminder:a',
      lang: 'fr',
    }
    expect(parsePushMessage(JSON.stringify(said))).toEqual({ ...said, actions: [] })
  })

  test.each([undefined, '', 'text', 'null', '7', '{"title":7}'])(
    'is something to show even of %j',
    (said) => {
      expect(parsePushMessage(said)).toMatchObject({ title: 'Hypecal', path: '/' })
    },
  )

  test('has a picture of this site and two buttons at most', () => {
    const button = (label: unknown, url: unknown) => ({ label, url })
    const actions = [
      button('Run', 'javascript:alert(1)'),
      button('', 'https://example.com'),
      null,
      button('Watch', 'https://www.twitch.tv/luna'),
      button('Remove', 'https://hypecal.test/unhype/1'),
      button('Third', 'https://hypecal.test/'),
    ]
    expect(
      parsePushMessage(JSON.stringify({ image: '//example.com/a.png', actions })),
    ).toMatchObject({
      image: undefined,
      actions: [
        { action: 'https://www.twitch.tv/luna', title: 'Watch' },
        { action: 'https://hypecal.test/unhype/1', title: 'Remove' },
      ],
    })
    expect(parsePushMessage('{"actions":7,"image":"/media/cards/1.png"}')).toMatchObject({
      image: '/media/cards/1.png',
      actions: [],
    })
  })

  test.each(['https://example.com', '//example.com', '/\\example.com', 'events'])(
    'leads to no other site: %s',
    (path) => expect(parsePushMessage(JSON.stringify({ title: 'Soon', path })).path).toBe('/'),
  )
})
