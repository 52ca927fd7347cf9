import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { ProposalView, SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createEmptyDraft, type Draft } from './draft.ts'
import type { VideoLookupState } from './video-lookup.ts'
import { createWizardStore } from './wizard.store.ts'

const blank = () => createEmptyDraft('fr', 'Europe/Paris')
const draft: Draft = { ...blank(), name: 'Gala' }
const sent = { id: 7, slug: 'gala', status: 'pending' } as ProposalView

function start(proposal?: ProposalView) {
  const post = vi.fn(async (_path: string, _body: unknown): Promise<unknown> => sent)
  const put = vi.fn(async (_path: string, _body: unknown): Promise<unknown> => sent)
  const storage = createFakeStorage()
  const api = fakeApi({ post, put })
  const wizard = createWizardStore({ api, storage, blank, proposal })
  const reopen = () => createWizardStore({ api, storage, blank, proposal })
  return { wizard, post, put, kept: storage.kept, reopen }
}

describe('the draft', () => {
  test('is restored on reopening and gone once sent', async () => {
    const { wizard, reopen, kept } = start()
    wizard.keep(draft)
    expect(reopen().initialDraft()).toEqual(draft)
    expect(reopen().isRestored()).toBe(true)
    await wizard.send(draft)
    wizard.keep(draft)
    expect(kept).toEqual({})
    expect(reopen().initialDraft()).toEqual(blank())
  })

  test('is forgotten when the person starts over', () => {
    const { wizard, kept } = start()
    wizard.keep(draft)
    wizard.goTo(2)
    expect(wizard.startOver()).toEqual(blank())
    expect(kept).toEqual({})
    expect(wizard.$step.get()).toBe(0)
    wizard.keep(blank())
    expect(wizard.isRestored()).toBe(false)
  })

  test('of an edit is kept apart from a new one, until it is discarded', () => {
    const proposal = { ...sent, name: 'Old', timezone: 'UTC', participants: [], game: null }
    const dated = {
      ...proposal,
      thumbnail_path: 'posters/7.svg',
      start: '2026-12-04T18:00:00Z',
      end: '2026-12-04T19:00:00Z',
    }
    const { wizard, kept, reopen } = start(dated as unknown as ProposalView)
    kept['proposal_draft'] = JSON.stringify({ key: 'a-key', draft })
    expect(wizard.initialDraft().name).toBe('Old')
    wizard.keep({ ...draft, name: 'New' })
    expect(JSON.parse(kept['proposal_draft']!).draft.name).toBe('Gala')
    expect(reopen().initialDraft().name).toBe('New')
    expect(reopen().startOver().name).toBe('Old')
    wizard.keep({ ...draft, name: 'New' })
    wizard.discard()
    expect(reopen().isRestored()).toBe(false)
  })

  test('that cannot be read starts afresh', () => {
    const { wizard, kept } = start()
    kept['proposal_draft'] = '{"name":'
    expect(wizard.initialDraft()).toEqual(blank())
  })
})

describe('sending', () => {
  test('the same draft from two tabs names it by one key, another draft by another', async () => {
    const { wizard, reopen, post } = start()
    wizard.keep(draft)
    const otherTab = reopen()
    await wizard.send(draft)
    await otherTab.send(draft)
    await reopen().send(draft)
    const keys = post.mock.calls.map(([, body]) => (body as { draft_key: string }).draft_key)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('what was typed after starting over has a key of its own', async () => {
    const { wizard, reopen, post } = start()
    wizard.keep(draft)
    const otherTab = reopen()
    wizard.startOver()
    await wizard.send(draft)
    await otherTab.send(draft)
    const keys = post.mock.calls.map(([, body]) => (body as { draft_key: string }).draft_key)
    expect(new Set(keys).size).toBe(2)
  })

  test('a moderator’s changes go to the panel’s call, without a key', async () => {
    const { put, proposal } = { ...start(), proposal: { ...sent } as ProposalView }
    const api = fakeApi({ put })
    const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
    const dated = {
      ...proposal,
      timezone: 'UTC',
      participants: [],
      game: null,
      thumbnail_path: 'posters/7.svg',
      start: '2026-12-04T18:00:00Z',
      end: '2026-12-04T19:00:00Z',
    } as unknown as ProposalView
    await createWizardStore({ api, storage, blank, proposal: dated, isModerating: true }).send(
      draft,
    )
    expect(put).toHaveBeenCalledExactlyOnceWith(
      'admin/proposals/7',
      expect.not.objectContaining({ draft_key: expect.anything() }),
    )
  })

  test('twice in a row calls once', async () => {
    const { wizard, post } = start()
    await Promise.all([wizard.send(draft), wizard.send(draft)])
    await wizard.send(draft)
    expect(post).toHaveBeenCalledOnce()
    expect(wizard.$phase.get()).toBe('sent')
    expect(wizard.$sent.get()).toBe(sent)
  })

  test('shows similar events, and confirms on the next try', async () => {
    const { wizard, post } = start()
    const similar = [{ id: 3, name: 'Gala 2026' }]
    post.mockRejectedValueOnce(
      new ApiError({ status: 409, msg: '', code: 'similar_events', details: similar }),
    )
    await wizard.send(draft)
    expect(wizard.$similar.get()).toEqual(similar)
    expect(wizard.$phase.get()).toBe('editing')
    await wizard.send(draft, true)
    expect(post.mock.calls[1]![1]).toMatchObject({ confirm_similar: true })
    expect(wizard.$phase.get()).toBe('sent')
  })

  test('asks no second time about what was called another event before', async () => {
    const { wizard, post } = start()
    const similar = [{ id: 3, name: 'Gala 2026' }] as SimilarEvent[]
    wizard.similarSearch.dismiss(similar)
    post.mockRejectedValueOnce(
      new ApiError({ status: 409, msg: '', code: 'similar_events', details: similar }),
    )
    await wizard.send(draft)
    expect(post.mock.calls.map(([, body]) => body)).toMatchObject([
      { confirm_similar: false },
      { confirm_similar: true },
    ])
    expect(wizard.$phase.get()).toBe('sent')
  })

  test('forgets similar events once the draft changes', async () => {
    const { wizard, post } = start()
    post.mockRejectedValueOnce(
      new ApiError({ status: 409, msg: '', code: 'similar_events', details: [{ id: 3 }] }),
    )
    await wizard.send(draft)
    wizard.keep({ ...draft, name: 'Another gala' })
    expect(wizard.$similar.get()).toEqual([])
  })

  test('goes to the first step the server faults, and keeps the draft', async () => {
    const { wizard, post, reopen } = start()
    wizard.keep(draft)
    wizard.goTo(3)
    const details = [
      { path: 'start', msg: 'In the past' },
      { path: 'name', msg: 'Too short' },
    ]
    post.mockRejectedValueOnce(new ApiError({ status: 422, msg: 'Check', details }))
    expect(await wizard.send(draft)).toEqual([
      { field: 'start_date', msg: 'In the past' },
      { field: 'name', msg: 'Too short' },
    ])
    expect(wizard.$step.get()).toBe(1)
    expect(reopen().initialDraft()).toEqual(draft)
  })

  test('says why it failed otherwise', async () => {
    const { wizard, post } = start()
    post.mockRejectedValueOnce(new ApiError({ status: 403, msg: 'Your account is restricted' }))
    await wizard.send(draft)
    expect(wizard.$failure.get()).toBe('Your account is restricted')
    expect(wizard.$phase.get()).toBe('editing')
  })

  test('an edit goes to the proposal itself', async () => {
    const { wizard, put, post } = start({ ...sent, id: 7 })
    await wizard.send(draft)
    expect(put.mock.calls[0]![0]).toBe('events/7')
    expect(post).not.toHaveBeenCalled()
  })

  test('an edit is on one card; only its proposer sends a rejected one in again', () => {
    const isResubmission = (proposal: ProposalView) => start(proposal).wizard.isResubmission
    expect(start(sent).wizard.$isCard.get()).toBe(true)
    expect([sent, { ...sent, status: 'rejected' } as const].map(isResubmission)).toEqual([
      false,
      true,
    ])
  })
})

test('a draft is on one’s own channel once the verified accounts are known', async () => {
  const items = [
    { platform: 'twitch', name: 'Mine', is_verified: true },
    { platform: 'youtube', name: 'typed', is_verified: false },
  ]
  const api = fakeApi({ get: async () => ({ items }) })
  const wizard = createWizardStore({ api, storage: createFakeStorage(), blank })
  const mine = { ...draft, platform: 'twitch', streaming_account_name: ' @mine' } as const
  expect(wizard.isOnOwnChannel(mine)).toBe(false)
  await wizard.loadOwnAccounts()
  expect(wizard.isOnOwnChannel(mine)).toBe(true)
  expect(wizard.isOnOwnChannel({ ...mine, platform: 'youtube' })).toBe(false)
  expect(
    wizard.isOnOwnChannel({ ...mine, platform: 'youtube', streaming_account_name: 'typed' }),
  ).toBe(false)
})

test('steps stay within the wizard', () => {
  const { wizard } = start()
  wizard.goTo(9)
  expect(wizard.$step.get()).toBe(3)
  wizard.goTo(-1)
  expect(wizard.$step.get()).toBe(0)
})

describe('a link', () => {
  const found = { state: 'found', video: {} } as VideoLookupState

  test('to a video shows one card, on which the server’s faults stay', async () => {
    const { wizard, post } = start()
    wizard.videoLookup.$lookup.set(found)
    expect(wizard.$isCard.get()).toBe(true)
    const details = [{ path: 'name', msg: 'Too short' }]
    post.mockRejectedValueOnce(new ApiError({ status: 422, msg: 'Check', details }))
    expect(await wizard.send(draft)).toEqual([{ field: 'name', msg: 'Too short' }])
    expect(wizard.$isCard.get()).toBe(true)
  })

  test('to start from is read once, and is not mixed with another draft', () => {
    const { wizard, kept } = start()
    wizard.keep(draft)
    const storage = createFakeStorage()
    Object.assign(storage.kept, kept)
    const link = 'https://youtu.be/premiere_01'
    const shared = createWizardStore({ api: fakeApi({}), storage, blank, link })
    expect([shared.initialDraft(), shared.isRestored()]).toEqual([blank(), false])
    expect([shared.takeLink(), shared.takeLink()]).toEqual([link, ''])
  })
})
