import { describe, expect, test } from 'vitest'
import { parsePushMessage } from './notice.ts'

const site = 'https://hypecal.test'
const read = (message: unknown) => parsePushMessage(JSON.stringify(message), site)

describe('what was pushed', () => {
  const shown = {
    title: 'Soon',
    body: 'At 21:00',
    path: '/fr/events/a',
    tag: 'reminder:a',
    lang: 'fr',
    image: '/media/cards/1.png',
    actions: [{ action: 'https://www.twitch.tv/luna', title: 'Watch' }],
    badge: undefined,
    receipt: '',
  }

  test('is shown as the server said it', () => {
    const { path, badge: _, receipt: __, ...notification } = shown
    const actions = [{ action: '0', title: 'Watch', navigate: 'https://www.twitch.tv/luna' }]
    const said = { ...notification, navigate: site + path, image: site + shown.image, actions }
    expect(read({ web_push: 8030, app_badge: 3, receipt: '1-a', notification: said })).toEqual({
      ...shown,
      badge: 3,
      receipt: '1-a',
    })
  })

  test('is shown in the form of an earlier build', () => {
    const actions = [{ label: 'Watch', url: 'https://www.twitch.tv/luna' }]
    expect(read({ ...shown, actions })).toEqual(shown)
  })

  test.each([undefined, '', 'text', 'null', '7', '{"title":7}', '{"notification":7}'])(
    'is something to show even of %j',
    (said) => {
      expect(parsePushMessage(said, site)).toMatchObject({ title: 'Hypecal', path: '/' })
    },
  )

  test('has a picture of this site and two buttons at most', () => {
    const button = (title: unknown, navigate: unknown) => ({ title, navigate })
    const actions = [
      button('Run', 'javascript:alert(1)'),
      button('', 'https://example.com'),
      null,
      button('Watch', 'https://www.twitch.tv/luna'),
      button('Remove', 'https://hypecal.test/unhype/1'),
      button('Third', 'https://hypecal.test/'),
    ]
    expect(read({ notification: { image: '//example.com/a.png', actions } })).toMatchObject({
      image: undefined,
      actions: [
        { action: 'https://www.twitch.tv/luna', title: 'Watch' },
        { action: 'https://hypecal.test/unhype/1', title: 'Remove' },
      ],
    })
    expect(read({ notification: { actions: 7 } }).actions).toEqual([])
  })

  test.each([
    'https://example.com',
    'https://hypecal.test.example.com/a',
    '//example.com',
    '/\\example.com',
    'javascript:alert(1)',
    'events',
  ])('leads to no other site: %s', (address) => {
    expect(read({ title: 'Soon', path: address }).path).toBe('/')
    expect(read({ notification: { title: 'Soon', navigate: address } }).path).toBe('/')
  })
})
