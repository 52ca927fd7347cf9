import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createLanguageSaver } from './save-language.ts'

let storage: ReturnType<typeof createFakeStorage>
let isSignedIn: boolean
const save = vi.fn(async (_: object) => undefined as unknown)
const isRefused = vi.fn(() => false)

/** Each page has its own; what the browser keeps is common to them. */
const openPage = () =>
  createLanguageSaver({ storage, isSignedIn: () => isSignedIn, save, isRefused })

beforeEach(() => {
  storage = createFakeStorage()
  isSignedIn = true
  save.mockReset().mockResolvedValue(undefined)
  isRefused.mockReset().mockReturnValue(false)
})

describe('a language chosen by a link', () => {
  test('is saved as the member’s setting, once', async () => {
    await openPage().choose('es')
    expect(save.mock.calls).toEqual([[{ interface_language_code: 'es' }]])
    await openPage().resume()
    expect(save).toHaveBeenCalledOnce()
  })

  test('is sent before the click is over', () => {
    void openPage().choose('es')
    expect(save).toHaveBeenCalledOnce()
  })

  test('is sent again by the next page where the first one was left too soon', async () => {
    save.mockReturnValueOnce(new Promise(() => undefined))
    void openPage().choose('fr')
    await openPage().resume()
    expect(save).toHaveBeenCalledTimes(2)
    expect(storage.kept).toEqual({})
  })

  test('is kept while the server cannot be reached', async () => {
    save.mockRejectedValueOnce(new Error('offline'))
    await openPage().choose('fr')
    await openPage().resume()
    expect(save.mock.calls[1]).toEqual([{ interface_language_code: 'fr' }])
    expect(storage.kept).toEqual({})
  })

  test('is given up where the server refuses it', async () => {
    save.mockRejectedValueOnce(new Error('refused'))
    isRefused.mockReturnValue(true)
    await openPage().choose('fr')
    expect(storage.kept).toEqual({})
  })

  test('that a later one took the place of is not forgotten with it', async () => {
    let finish: (value: unknown) => void = () => undefined
    save.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)))
    save.mockReturnValueOnce(new Promise(() => undefined))
    const page = openPage()
    const first = page.choose('es')
    void page.choose('fr')
    finish(undefined)
    await first
    expect(Object.values(storage.kept)).toEqual(['fr'])
  })

  test('of a guest is the browser’s alone', async () => {
    isSignedIn = false
    await openPage().choose('es')
    expect(save).not.toHaveBeenCalled()
    expect(storage.kept).toEqual({})
  })
})
