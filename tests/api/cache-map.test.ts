import { expect, test } from 'vitest'
import { cacheMap } from '#worker/caching/cache-map.ts'
import { endpoints } from '#worker/endpoints.ts'

/** Reads that anyone may make and the edge does not keep, each with the reason. */
const exempt = { '/auth/:provider/authorize': 'each sign-in has a state of its own' }

test('every call that anyone may read is in the cache map, or exempt with a reason', () => {
  const open = endpoints.filter(({ method, access }) => method === 'get' && access === 'visitor')
  const missing = open.filter(({ isCacheable }) => !isCacheable).map(({ path }) => path)
  expect(missing.toSorted()).toEqual(Object.keys(exempt).toSorted())
  const cached = open.filter(({ isCacheable }) => isCacheable).map(({ path }) => `/api/v1${path}`)
  const calls = Object.keys(cacheMap).filter((route) => route.startsWith('/api/'))
  expect(calls.toSorted()).toEqual(cached.toSorted())
})
