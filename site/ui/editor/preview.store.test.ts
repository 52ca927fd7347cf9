import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { createPreviewStore } from './preview.store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Input = { markdown: string; language: string | null }

function start() {
  const post = vi.fn(async ({ markdown }: Input) => ({
    html: `<p>${markdown}</p>`,
  }))
  const preview = createPreviewStore<Input, { html: string }>({
    render: post,
    empty: { html: '' },
    isImmediate: ({ language }, last) => last !== undefined && language !== last.language,
  })
  return { ...preview, post, html: () => preview.$preview.get().html }
}

test('a text is rendered once typing stops', async () => {
  const { show, post, html } = start()
  show({ markdown: 'a', language: 'fr' })
  await vi.advanceTimersByTimeAsync(300)
  show({ markdown: 'ab', language: 'fr' })
  await vi.advanceTimersByTimeAsync(500)
  expect(post).toHaveBeenCalledExactlyOnceWith({ markdown: 'ab', language: 'fr' })
  expect(html()).toBe('<p>ab</p>')
  show({ markdown: 'ab', language: 'fr' })
  await vi.advanceTimersByTimeAsync(500)
  expect(post).toHaveBeenCalledTimes(1)
})

test('a change that is not typed is rendered at once', async () => {
  const { show, post, html } = start()
  show({ markdown: 'a', language: 'fr' })
  await vi.advanceTimersByTimeAsync(500)
  show({ markdown: 'b', language: 'en' })
  await vi.advanceTimersByTimeAsync(0)
  expect(post).toHaveBeenCalledTimes(2)
  expect(html()).toBe('<p>b</p>')
})

test('the last text shows, whatever answers first', async () => {
  const { show, post, html } = start()
  let answerFirst: (value: { html: string }) => void = () => undefined
  post.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
  show({ markdown: 'early', language: null })
  await vi.advanceTimersByTimeAsync(500)
  show({ markdown: 'late', language: null })
  await vi.advanceTimersByTimeAsync(500)
  answerFirst({ html: '<p>early</p>' })
  await vi.advanceTimersByTimeAsync(0)
  expect(html()).toBe('<p>late</p>')
})

test('what could be rendered last stays where the next cannot be', async () => {
  const { show, post, $preview } = start()
  show({ markdown: 'a', language: null })
  await vi.advanceTimersByTimeAsync(500)
  post.mockRejectedValueOnce(new ApiError({ status: 500, msg: 'Oops' }))
  show({ markdown: 'b', language: null })
  await vi.advanceTimersByTimeAsync(500)
  expect($preview.get()).toEqual({
    html: '<p>a</p>',
    isLoading: false,
    failure: 'Couldn’t load the preview. Try again.',
  })
})
