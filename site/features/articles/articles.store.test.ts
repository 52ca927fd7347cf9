import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { AdminArticlesQuery, AdminArticleSummary } from '#worker/features/articles/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createArticlesStore } from './articles.store.ts'

function article(id: number, changes: Partial<AdminArticleSummary> = {}): AdminArticleSummary {
  return {
    id,
    slug: `article-${id}`,
    title: `Article ${id}`,
    language: null,
    status: 'draft',
    author: 'ana',
    created_at: '2027-01-01T00:00:00Z',
    modified_at: '2027-01-01T00:00:00Z',
    published_at: null,
    ...changes,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const query: AdminArticlesQuery = {
  page: 1,
  per_page: 25,
  q: '',
  status: 'all',
  language: 'all',
  sort: '-modified',
}

function start() {
  const api = {
    get: vi.fn(),
    post: vi.fn(async (path: string) =>
      article(1, { status: path.endsWith('/publish') ? 'published' : 'draft' }),
    ),
    delete: vi.fn(async () => undefined),
  }
  const said = { showSuccess: vi.fn(), showError: vi.fn() }
  const list = { items: [article(1), article(2)], page: 1, per_page: 25, total: 2 }
  const store = createArticlesStore(
    { api: fakeApi(api), onQuery: () => undefined, ...said },
    { list, query },
  )
  return { store, api, ...said, shown: () => store.$list.get().items }
}

test('a row shows what became of its article', async () => {
  const { store, api, showSuccess, shown } = start()
  await store.publish(article(1))
  expect(api.post).toHaveBeenLastCalledWith('admin/articles/1/publish', {})
  expect(shown()[0]?.status).toBe('published')
  vi.advanceTimersByTime(1000)
  await store.unpublish(article(1))
  expect(shown()[0]?.status).toBe('draft')
  await store.remove(article(1))
  expect(shown().map(({ id }) => id)).toEqual([2])
  expect(showSuccess.mock.calls.flat()).toEqual([
    '“Article 1” published',
    '“Article 1” is a draft again',
    'Article 1 deleted',
  ])
})

test('a second tap on Publish does not unpublish', async () => {
  const { store, api, shown } = start()
  await store.publish(article(1))
  vi.advanceTimersByTime(400)
  expect(await store.unpublish(article(1))).toBe(false)
  expect(api.post).toHaveBeenCalledTimes(1)
  expect(shown()[0]?.status).toBe('published')
})

test('what could not be done is said, and changes no row', async () => {
  const { store, api, showError, shown } = start()
  const outage = new ApiError({ status: 500, msg: 'An unknown error occurred' })
  api.post.mockRejectedValue(outage)
  api.delete.mockRejectedValue(outage)
  await store.publish(article(1))
  await store.unpublish(article(1))
  await store.remove(article(1))
  expect(showError.mock.calls.flat()).toEqual([
    'Couldn’t publish the article. Try again.',
    'Couldn’t unpublish the article. Try again.',
    'Couldn’t delete the article. Try again.',
  ])
  expect(shown()).toHaveLength(2)
})

test('an article that cannot be published says what it lacks', async () => {
  const { store, api, showError } = start()
  const details = [{ path: 'content', msg: 'Write a text' }]
  api.post.mockRejectedValueOnce(new ApiError({ status: 422, msg: 'Check the fields', details }))
  await store.publish(article(1))
  expect(showError).toHaveBeenCalledWith('Write a text')
})
