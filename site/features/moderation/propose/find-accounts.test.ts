import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { expect, test, vi } from 'vitest'
import { parseAccount, suggestAccounts, findOwnAccounts } from './find-accounts.ts'

const zerator = { platform: 'twitch', name: 'zerator' } as const
const onYouTube = { platform: 'youtube', name: 'zerator' } as const

function answering(answer: unknown) {
  const get = vi.fn(async (_path: string): Promise<unknown> => answer)
  return { ...fakeApi({ get }), calls: get }
}

test('one’s own accounts come first, each once, then those that are found', async () => {
  const { get, calls } = answering({
    items: [
      { accounts: [zerator, onYouTube] },
      { accounts: [{ ...zerator, name: 'zerator_bis' }] },
    ],
  })
  const found = await suggestAccounts({ get }, { text: ' zer ', platform: '', own: [zerator] })
  expect(calls).toHaveBeenCalledExactlyOnceWith('streamers?limit=10&q=zer')
  expect(found.map(({ value }) => value)).toEqual([
    'twitch:zerator',
    'youtube:zerator',
    'twitch:zerator_bis',
  ])
})

test('a chosen platform leaves out the other’s', async () => {
  const { get, calls } = answering({ items: [{ accounts: [zerator, onYouTube] }] })
  const found = await suggestAccounts({ get }, { text: 'zer', platform: 'youtube', own: [zerator] })
  expect(calls).toHaveBeenCalledWith('streamers?limit=10&platform=youtube&q=zer')
  expect(found).toEqual([{ value: 'youtube:zerator', label: 'zerator' }])
})

test('without a text only one’s own accounts are suggested, and nobody is asked', async () => {
  const { get, calls } = answering({})
  expect(await suggestAccounts({ get }, { text: '', platform: '', own: [zerator] })).toHaveLength(1)
  expect(calls).not.toHaveBeenCalled()
})

test('an account that is not verified is not one’s own', async () => {
  const { get } = answering({
    items: [
      { ...zerator, is_verified: true },
      { ...onYouTube, is_verified: false },
    ],
  })
  expect(await findOwnAccounts({ get })).toMatchObject([zerator])
})

test('a value says platform and name; a typed text says neither', () => {
  expect(parseAccount('youtube:arte.tv')).toEqual({ platform: 'youtube', name: 'arte.tv' })
  expect(parseAccount('zerator')).toBeUndefined()
})
