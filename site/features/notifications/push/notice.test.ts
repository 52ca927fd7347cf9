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
    expect(parsePushMessage(JSON.stringify(said))).toEqual(said)
  })

  test.each([undefined, '', 'text', 'null', '7', '{"title":7}'])(
    'is something to show even of %j',
    (said) => {
      expect(parsePushMessage(said)).toMatchObject({ title: 'Hypecal', path: '/' })
    },
  )

  test.each(['https://example.com', '//example.com', '/\\example.com', 'events'])(
    'leads to no other site: %s',
    (path) => expect(parsePushMessage(JSON.stringify({ title: 'Soon', path })).path).toBe('/'),
  )
})
