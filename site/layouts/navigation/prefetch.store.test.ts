import { describe, expect, test } from 'vitest'
import { createPrefetchQueue, isPrefetchable } from './prefetch.store.ts'

/** A loader whose pages arrive when the test says so. */
function slowLoader() {
  const asked: string[] = []
  const arrivals = new Map<string, { arrive: () => void; fail: () => void }>()
  return {
    asked,
    load(path: string): Promise<void> {
      asked.push(path)
      return new Promise((arrive, fail) => arrivals.set(path, { arrive, fail }))
    },
    async arrive(path: string) {
      arrivals.get(path)?.arrive()
      await new Promise((resolve) => setTimeout(resolve))
    },
    async fail(path: string) {
      arrivals.get(path)?.fail()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

const paths = (count: number) => Array.from({ length: count }, (_, index) => `/${index + 1}`)

describe('fetching pages ahead', () => {
  test('has five on the way at once, and another when one has come', async () => {
    const { asked, load, arrive } = slowLoader()
    const queue = createPrefetchQueue({ load })
    for (const path of paths(6)) queue.add(path)
    expect(asked).toEqual(paths(5))
    await arrive('/3')
    expect(asked).toEqual(paths(6))
  })

  test('goes on after one that is not to be had', async () => {
    const { asked, load, fail } = slowLoader()
    const queue = createPrefetchQueue({ load, atOnce: 1 })
    queue.add('/1')
    queue.add('/2')
    await fail('/1')
    expect(asked).toEqual(['/1', '/2'])
  })

  test('fetches a page once', async () => {
    const { asked, load, arrive } = slowLoader()
    const queue = createPrefetchQueue({ load, atOnce: 1 })
    for (const path of ['/1', '/1', '/2', '/2']) queue.add(path)
    await arrive('/1')
    await arrive('/2')
    queue.add('/1')
    expect(asked).toEqual(['/1', '/2'])
  })

  test('takes the link that was pointed at last first', async () => {
    const { asked, load, arrive } = slowLoader()
    const queue = createPrefetchQueue({ load, atOnce: 1 })
    for (const path of ['/1', '/2', '/3', '/2']) queue.add(path)
    await arrive('/1')
    await arrive('/2')
    expect(asked).toEqual(['/1', '/2', '/3'])
  })

  test('fetches nothing more once stopped', async () => {
    const { asked, load, arrive } = slowLoader()
    const queue = createPrefetchQueue({ load, atOnce: 1 })
    queue.add('/1')
    queue.add('/2')
    queue.stop()
    await arrive('/1')
    queue.add('/3')
    expect(asked).toEqual(['/1'])
  })
})

describe('what may be fetched ahead', () => {
  const here = new URL('https://hypecal.example/fr/events?language=fr')
  const isTaken = (address: string) => isPrefetchable(new URL(address, here), here)

  test.each(['/fr', '/', '/events/zevent', '/fr/games/minecraft', '/fr/events', '/adminton'])(
    '%s',
    (address) => {
      expect(isTaken(address)).toBe(true)
    },
  )

  test.each([
    'https://twitch.tv/zerator',
    'mailto:hello@hypecal.example',
    '/fr/events?language=fr#results',
    '/api/v1/events',
    '/media/drawn/events/charity-1.svg',
    '/feeds/events.ics',
    '/manifest.webmanifest',
    '/login?next=/',
    '/fr/profile',
    '/es/admin/panel',
    '/unsubscribe/token',
  ])('not %s', (address) => {
    expect(isTaken(address)).toBe(false)
  })
})
