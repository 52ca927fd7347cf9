import { expect, test } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createFormDraftStorage } from './form-draft-storage.ts'

function form(names: string[], storage = createFakeStorage(), path = '/profile') {
  return createFormDraftStorage({ storage, path, names })
}

test('what was typed comes back once, to the same form of the same page', () => {
  const storage = createFakeStorage()
  form(['username', 'email'], storage).keep({ username: 'ana', email: 'a@example.org' })
  expect(form(['username'], storage).take()).toEqual({})
  expect(form(['username', 'email'], storage, '/fr/profile').take()).toEqual({})
  expect(form(['email', 'username'], storage).take()).toEqual({
    username: 'ana',
    email: 'a@example.org',
  })
  expect(form(['username', 'email'], storage).take()).toEqual({})
})

test('a password is never kept', () => {
  const storage = createFakeStorage()
  const names = ['email', 'password', 'current_password']
  form(names, storage).keep({ email: 'a@example.org', password: 'secret', current_password: 'old' })
  expect(JSON.stringify(storage.kept)).not.toMatch(/secret|old"/)
  expect(form(['email'], storage).take()).toEqual({ email: 'a@example.org' })
  form(['password'], storage).keep({ password: 'secret' })
  expect(storage.kept).toEqual({})
})

test.each(['', 'null', '7', '{'])('nothing comes of “%s” in storage', (text) => {
  const storage = createFakeStorage({ 'typed /profile username': text })
  expect(form(['username'], storage).take()).toEqual({})
  expect(storage.kept).toEqual({})
})

test('a field that the form does not have is left out', () => {
  const storage = createFakeStorage({
    'typed /profile username': '{"username":"ana","role":"admin"}',
  })
  expect(form(['username'], storage).take()).toEqual({ username: 'ana' })
})
