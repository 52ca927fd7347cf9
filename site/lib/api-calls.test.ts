import { describe, expectTypeOf, test } from 'vitest'
import type { GameId, StreamerId } from '#worker/contracts/ids.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import type { RankedMember } from '#worker/features/gamification/leaderboard/contract.ts'
import { type Api, multipartForm, urlEncodedForm } from './api-calls.ts'

/** Checked by the compiler alone: a line that wrongly compiles is an unused `@ts-expect-error`. */
function neverRun(run: (api: Api) => unknown): void {
  expectTypeOf(run).toBeFunction()
}

describe('a call compiles', () => {
  test('with what its endpoint takes, and answers what it answers', () => {
    neverRun(async (api) => {
      expectTypeOf(await api.get('users/me/settings')).toEqualTypeOf<SettingsView>()
      const event = await api.get('events/:event', { params: { event: 'gala' } })
      expectTypeOf(event).toEqualTypeOf<EventView>()
      const params = { id: 1 }
      const body = { reason: 'Two accounts' }
      const member = await api.put('admin/leaderboard/:id/exclude', { params, body })
      expectTypeOf(member).toEqualTypeOf<RankedMember>()
      expectTypeOf(await api.post('auth/logout')).toEqualTypeOf<void>()
    })
  })

  test('with an id of the right kind, or a plain number', () => {
    neverRun((api) => [
      api.get('streamers/:id', { params: { id: 1 as StreamerId } }),
      api.get('streamers/:id', { params: { id: 1 } }),
    ])
  })

  test('with numbers and flags in a query that reads them back', () => {
    neverRun((api) => [
      api.get('events', { query: { limit: 10 } }),
      api.get('events', { query: { limit: '10' } }),
      api.delete('users/me/sessions', { query: { all: true } }),
    ])
  })

  test('with a form that has the fields of its endpoint', () => {
    const file = new Blob()
    neverRun((api) => [
      api.post('uploads', { body: multipartForm({ file }) }),
      api.post('auth/login', { body: urlEncodedForm({ username: 'ana', password: 'secret' }) }),
    ])
  })
})

describe('a call does not compile', () => {
  test('with a wrong path or method', () => {
    // @ts-expect-error -- no such path
    neverRun((api) => api.get('users/me/setting'))
    // @ts-expect-error -- a parameter is not part of the path
    neverRun((api) => api.get('events/gala'))
    // @ts-expect-error -- only PUT
    neverRun((api) => api.post('users/me/settings', { body: {} }))
  })

  test('without its parameters, or with those of another', () => {
    // @ts-expect-error -- which one?
    neverRun((api) => api.get('streamers/:id'))
    // @ts-expect-error -- `id` it is
    neverRun((api) => api.get('streamers/:id', { params: { streamer: 1 } }))
    // @ts-expect-error -- the id of a game
    neverRun((api) => api.get('streamers/:id', { params: { id: 1 as GameId } }))
    // @ts-expect-error -- a number
    neverRun((api) => api.get('streamers/:id', { params: { id: 'ana' } }))
    // @ts-expect-error -- no provider of this name
    neverRun((api) => api.get('auth/:provider/authorize', { params: { provider: 'github' } }))
  })

  test('with a query that its endpoint does not read', () => {
    // @ts-expect-error -- no such field
    neverRun((api) => api.get('events', { query: { per_page: 10 } }))
    // @ts-expect-error -- no such period
    neverRun((api) => api.get('users/me/events', { query: { period: 'today' } }))
    // @ts-expect-error -- it has no query
    neverRun((api) => api.get('users/me/settings', { query: { limit: 1 } }))
  })

  test('with a wrong body, or without one', () => {
    const params = { event: 1 }
    // @ts-expect-error -- a misspelt field
    neverRun((api) => api.put('events/:event/toggle_hype', { params, body: { hype: true } }))
    // @ts-expect-error -- a wrong type
    neverRun((api) => api.put('events/:event/toggle_hype', { params, body: { hyped: 'yes' } }))
    // @ts-expect-error -- none
    neverRun((api) => api.put('users/me/email', {}))
    // @ts-expect-error -- it has no body
    neverRun((api) => api.delete('users/me/discord_webhook', { body: {} }))
    // @ts-expect-error -- not a form
    neverRun((api) => api.post('auth/login', { body: { username: 'ana', password: 'secret' } }))
    // @ts-expect-error -- a form without its password
    neverRun((api) => api.post('auth/login', { body: urlEncodedForm({ username: 'ana' }) }))
    // @ts-expect-error -- an untyped form
    neverRun((api) => api.post('uploads', { body: new FormData() }))
  })

  test('with a header that its endpoint demands left out', () => {
    const input = { params: { id: 1 }, body: { points: 10, reason: 'Lost' } }
    // @ts-expect-error -- without its idempotency key
    neverRun((api) => api.put('admin/leaderboard/:id/correct', input))
  })

  test('where it reads what is not answered', () => {
    // @ts-expect-error -- no such field
    neverRun(async (api) => (await api.get('users/me/settings')).colour)
    // @ts-expect-error -- an answer without a body
    neverRun(async (api) => (await api.delete('users/me/discord_webhook')).outcome)
  })
})
