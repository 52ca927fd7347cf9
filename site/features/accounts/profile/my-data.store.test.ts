import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createMyDataStore } from './my-data.store.ts'

function start() {
  const stored = { exported_at: '2026-11-21T10:00:00Z', account: { username: 'ana' } }
  const api = {
    get: vi.fn(async (): Promise<unknown> => stored),
    delete: vi.fn(async (): Promise<unknown> => undefined),
  }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn() }
  const keepFile = vi.fn()
  const onDeleted = vi.fn()
  const fetchPicture = vi.fn(async (path: string) =>
    path.startsWith('gone') ? undefined : new TextEncoder().encode(`bytes of ${path}`),
  )
  const does = { keepFile, onDeleted, fetchPicture }
  const store = createMyDataStore({ api: fakeApi(api), ...does, ...callbacks })
  return { store, api, keepFile, onDeleted, ...callbacks }
}

test('the data become a file named by the day', async () => {
  const { store, keepFile } = start()
  await store.download()
  const [name, content] = keepFile.mock.calls[0] as [string, Blob]
  expect(name).toBe('hypecal-2026-11-21.json')
  expect(JSON.parse(await content.text())).toMatchObject({ account: { username: 'ana' } })
})

test('the data with their pictures become a ZIP file, without those that are gone', async () => {
  const { store, api, keepFile } = start()
  api.get.mockResolvedValueOnce({
    exported_at: '2026-11-21T10:00:00Z',
    account: { username: 'ana', avatar_path: 'avatars/a.png' },
    streamer_profiles: [{ avatar_path: null, banner_path: 'gone/b.png' }],
    uploads: [{ path: 'uploads/c.png' }, { path: 'avatars/a.png' }],
  })
  await store.downloadWithPictures()
  const [name, content] = keepFile.mock.calls[0] as [string, Blob]
  expect(name).toBe('hypecal-2026-11-21.zip')
  const text = Buffer.from(await content.arrayBuffer()).toString('latin1')
  const entries = text.split('PK\u0001\u0002').slice(1)
  const names = entries.map((entry) => /^.{42}([\w./-]+?\.(?:json|png))/s.exec(entry)?.[1])
  expect(names).toEqual(['hypecal-2026-11-21.json', 'avatars/a.png', 'uploads/c.png'])
  expect(text).toContain('bytes of uploads/c.png')
})

test('a download that fails says so', async () => {
  const { store, api, keepFile, showError } = start()
  api.get.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
  await store.download()
  expect(keepFile).not.toHaveBeenCalled()
  expect(showError).toHaveBeenCalledWith('Couldn’t download your data')
})

test('the account is deleted with what confirms it, and the session is over', async () => {
  const { store, api, onDeleted } = start()
  await store.deleteAccount({ username: 'ana', password: 'secret' })
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me', {
    username: 'ana',
    password: 'secret',
  })
  expect(onDeleted).toHaveBeenCalledOnce()
})

test('a wrong confirmation is left to the form, and the session stays', async () => {
  const { store, api, onDeleted } = start()
  api.delete.mockRejectedValueOnce(new ApiError({ status: 422, msg: 'Wrong' }))
  await expect(store.deleteAccount({ password: 'no' })).rejects.toMatchObject({ status: 422 })
  expect(onDeleted).not.toHaveBeenCalled()
})
