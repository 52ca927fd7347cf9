import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig, type Env } from './env.ts'

const bindings = {
  SITE_URL: 'https://hypecal.example',
  DATABASE_URL: 'libsql://database.example',
  JWT_SECRET: 'a'.repeat(32),
  ENCRYPTION_KEY: 'b'.repeat(32),
  MAIL_API_KEY: 'key',
  MAIL_FROM: 'Hypecal <hello@hypecal.example>',
}

/** The text bindings are all that is read of it. */
function envOf(changed: Record<string, string>): Env {
  return { ...bindings, ...changed } as unknown as Env
}

beforeEach(() => {
  vi.stubGlobal('BUILD_SITE_URL', 'https://hypecal.example')
})

describe('the address of the site', () => {
  test('is the one that the pages written at build time name', () => {
    expect(readConfig(envOf({}))).toMatchObject({ SITE_URL: 'https://hypecal.example' })
    const slashed = envOf({ SITE_URL: 'https://hypecal.example/' })
    expect(readConfig(slashed)).toMatchObject({ SITE_URL: 'https://hypecal.example' })
  })

  test('may be no other one', () => {
    const other = envOf({ SITE_URL: 'https://other.example' })
    expect(() => readConfig(other)).toThrow(
      "SITE_URL is not https://hypecal.example, the address that this build names as the site's",
    )
  })

  test('is anything in local mode, where ports change', () => {
    const local = envOf({ LOCAL_MODE: 'on', SITE_URL: 'http://localhost:1234' })
    expect(readConfig(local)).toMatchObject({ SITE_URL: 'http://localhost:1234' })
  })
})
