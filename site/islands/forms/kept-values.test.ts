import { expect, test } from 'vitest'
import { createKeptValues } from './kept-values.ts'

function memory(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => void (kept[name] = text),
    removeItem: (name: string) => void delete kept[name],
  }
}

function form(names: string[], storage = memory(), path = '/profile') {
  return createKeptValues({ storage, path, names })
}

test('what was typed comes back once, to the same form of the same page', () => {
  const storage = memory()
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
  const storage = memory()
  const names = ['email', 'password', 'current_password']
  form(names, storage).keep({ email: 'a@example.org', password: 'secret', current_password: 'old' })
  expect(JSON.stringify(storage.kept)).not.toMatch(/secret|old"/)
  expect(form(['email'], storage).take()).toEqual({ email: 'a@example.org' })
  form(['password'], storage).keep({ password: 'secret' })
  expect(storage.kept).toEqual({})
})

test.each(['', 'null', '7', '{'])('nothing comes of “%s” in storage', (text) => {
  const storage = memory({ 'typed /profile username': text })
  expect(form(['username'], storage).take()).toEqual({})
  expect(storage.kept).toEqual({})
})

test('a field that the form does not have is left out', () => {
  const storage = memory({ 'typed /profile username': '{"username":"ana","role":"admin"}' })
  expect(form(['username'], storage).take()).toEqual({ username: 'ana' })
})
