import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { AdminArticle } from '#worker/features/articles/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { toFormValues } from './article-form.ts'
import { createArticleEditorStore } from './editor.store.ts'

function article(changes: Partial<AdminArticle> = {}): AdminArticle {
  return {
    id: 7,
    slug: 'on-streams',
    title: 'On streams',
    excerpt: '',
    markdown: 'Text.',
    language: 'en',
    status: 'draft',
    author: 'ana',
    cover_path: null,
    paid_by: null,
    picture_path: 'drawn/articles/7.svg',
    is_slug_chosen: false,
    revision: 3,
    created_at: '2027-01-01T00:00:00Z',
    modified_at: '2027-01-01T00:00:00Z',
    published_at: null,
    ...changes,
  }
}

type Sent = { markdown?: string; revision?: number; is_autosave?: boolean; slug?: string | null }

function start(given: AdminArticle | 'new' = article()) {
  const first = given === 'new' ? undefined : given
  let revision = first?.revision ?? 0
  const answer = vi.fn(async (_path: string, body: Sent = {}): Promise<AdminArticle> => {
    revision += 1
    return article({ ...first, ...(body as Partial<AdminArticle>), slug: 'on-streams', revision })
  })
  const call = () => vi.fn((path: string, body?: Sent) => answer(path, body))
  const api = { get: vi.fn(), post: call(), put: call(), delete: vi.fn() }
  const dependencies = {
    api: fakeApi(api),
    onCreated: vi.fn(),
    onDeleted: vi.fn(),
    showSuccess: vi.fn(),
    showError: vi.fn(),
  }
  const editor = createArticleEditorStore(dependencies, first)
  const type = (markdown: string) =>
    editor.change({ ...toFormValues(first), title: 'On', markdown })
  return { ...dependencies, editor, api, answer, type, state: () => editor.$state.get() }
}

const conflict = new ApiError({
  status: 409,
  code: 'changed_meanwhile',
  msg: 'Someone else has just saved changes.',
  details: { by: 'bo', at: '2027-01-01T00:05:00Z', revision: 9 },
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a draft', () => {
  test('is saved once typing stops', async () => {
    const { type, state, answer } = start()
    type('Text. A')
    await vi.advanceTimersByTimeAsync(1000)
    type('Text. And')
    expect(state()).toEqual({ kind: 'unsaved' })
    await vi.advanceTimersByTimeAsync(1400)
    expect(answer).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(answer).toHaveBeenCalledExactlyOnceWith(
      'admin/articles/7',
      expect.objectContaining({ markdown: 'Text. And', revision: 3, is_autosave: true }),
    )
    expect(state()).toEqual({ kind: 'saved' })
  })

  test('is saved again with what was typed meanwhile, upon the revision of the last save', async () => {
    const { type, state, answer } = start()
    let finish: (saved: AdminArticle) => void = () => undefined
    answer.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)))
    type('one')
    await vi.advanceTimersByTimeAsync(1600)
    type('two')
    expect(state()).toEqual({ kind: 'saving' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(answer).toHaveBeenCalledTimes(1)
    finish(article({ revision: 4 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({ kind: 'unsaved' })
    await vi.advanceTimersByTimeAsync(1600)
    expect(answer.mock.lastCall?.[1]).toMatchObject({ markdown: 'two', revision: 4 })
    expect(state()).toEqual({ kind: 'saved' })
  })

  test('becomes an article with its first save, once', async () => {
    const { editor, api, onCreated, type } = start('new')
    type('First words')
    await Promise.all([editor.save(), editor.save()])
    expect(api.post).toHaveBeenCalledTimes(1)
    expect(onCreated).toHaveBeenCalledTimes(1)
    type('More words')
    await editor.save()
    expect(api.put).toHaveBeenCalledTimes(1)
  })

  test('without a title waits for one', async () => {
    const { editor, answer, state } = start('new')
    editor.change({ ...toFormValues(undefined), markdown: 'Words' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(state()).toEqual({ kind: 'incomplete' })
    expect(answer).not.toHaveBeenCalled()
  })

  test('that could not be saved says so, and is tried again with the next change', async () => {
    const { type, state, answer } = start()
    answer.mockRejectedValueOnce(new ApiError({ status: 0, msg: 'network' }))
    type('one')
    await vi.advanceTimersByTimeAsync(1600)
    expect(state()).toEqual({
      kind: 'failed',
      text: 'Couldn’t save the article. Try again.',
    })
    type('one two')
    await vi.advanceTimersByTimeAsync(1600)
    expect(state()).toEqual({ kind: 'saved' })
  })

  test('typed back to what is stored needs no save', async () => {
    const { editor, type, state, answer } = start()
    type('other')
    editor.change(toFormValues(article()))
    expect(state()).toEqual({ kind: 'saved' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(answer).not.toHaveBeenCalled()
  })
})

describe('a published article', () => {
  const published = article({ status: 'published', published_at: '2027-01-01T00:00:00Z' })

  test('is saved only when asked to, and keeps its address', async () => {
    const { editor, type, state, answer } = start(published)
    type('Corrected.')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state()).toEqual({ kind: 'unsaved' })
    expect(answer).not.toHaveBeenCalled()
    await editor.save()
    expect(answer.mock.lastCall?.[1]).toMatchObject({ slug: null, is_autosave: false })
    expect(state()).toEqual({ kind: 'saved' })
  })

  test('is saved before it is published, and published as it was saved', async () => {
    const { editor, type, api } = start()
    type('Final.')
    await editor.publish()
    expect(api.put.mock.lastCall?.[1]).toMatchObject({ markdown: 'Final.' })
    expect(api.post).toHaveBeenCalledWith('admin/articles/7/publish', { revision: 4 })
  })
})

describe('when somebody else saved', () => {
  async function clash() {
    const started = start()
    started.answer.mockRejectedValueOnce(conflict)
    started.type('mine')
    await vi.advanceTimersByTimeAsync(1600)
    return started
  }

  test('nothing is saved any more until the writer has decided', async () => {
    const { state, type, answer } = await clash()
    expect(state()).toEqual({ kind: 'conflict', theirs: conflict.details })
    type('mine, longer')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(answer).toHaveBeenCalledTimes(1)
  })

  test('mine is kept over theirs', async () => {
    const { editor, state, answer } = await clash()
    await editor.keepMine()
    expect(answer.mock.lastCall?.[1]).toMatchObject({ markdown: 'mine', revision: 9 })
    expect(state()).toEqual({ kind: 'saved' })
  })

  test('mine is kept also where it is what was stored before', async () => {
    const { editor, answer } = start()
    answer.mockRejectedValueOnce(conflict)
    await editor.publish().catch(() => undefined)
    await editor.keepMine()
    expect(answer.mock.lastCall?.[1]).toMatchObject({ markdown: 'Text.', revision: 9 })
  })

  test('an act tells it too, rather than hide what they saved', async () => {
    const { editor, state, api, answer } = start(article({ status: 'published' }))
    answer.mockRejectedValueOnce(conflict)
    expect(await editor.unpublish()).toBe(false)
    expect(api.post).toHaveBeenCalledWith('admin/articles/7/unpublish', { revision: 3 })
    expect(state()).toEqual({ kind: 'conflict', theirs: conflict.details })
  })

  test('theirs takes the place of mine', async () => {
    const { editor, state, type, answer } = await clash()
    editor.replace(article({ markdown: 'theirs', revision: 9 }))
    expect(state()).toEqual({ kind: 'saved' })
    type('theirs and mine')
    await vi.advanceTimersByTimeAsync(1600)
    expect(answer.mock.lastCall?.[1]).toMatchObject({ revision: 9 })
  })
})
