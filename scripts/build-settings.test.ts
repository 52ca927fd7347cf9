import { describe, expect, test } from 'vitest'
import { listCspConnectSources } from './build-settings.ts'

describe('the policy of pages', () => {
  test.each(['', '/api/v1', '/other'])('allows the site alone for the API at %j', (base) => {
    expect(listCspConnectSources(base)).toBe("'self'")
  })

  test('allows the origin of an API elsewhere', () => {
    const sources = listCspConnectSources('https://api.example.com:8443/v1/')
    expect(sources).toBe("'self' https://api.example.com:8443")
  })

  test.each(['api/v1', '//example.com/api', 'javascript:alert(1)', 'https://'])(
    'is not built for %j',
    (base) => expect(() => listCspConnectSources(base)).toThrow(),
  )
})
