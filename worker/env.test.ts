import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bindingNames, findConfigProblems, readConfig, type Env } from './env.ts'

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

  test.each([
    'https://hypecal.example',
    'http://hypecal.example',
    'https://localhost',
    'http://10.0.0.1',
  ])('is no address that others reach in local mode, such as %s [ASVS 13.4.2]', (SITE_URL) => {
    const reachable = envOf({ LOCAL_MODE: 'on', SITE_URL })
    expect(() => readConfig(reachable)).toThrow(
      'LOCAL_MODE is for a SITE_URL of http://localhost only',
    )
  })
})

test('a former key is held to the rules of the present one', () => {
  const weak = envOf({ JWT_SECRET_PREVIOUS: 'short', ENCRYPTION_KEY_PREVIOUS: 'c'.repeat(32) })
  expect(() => readConfig(weak)).toThrow('JWT_SECRET_PREVIOUS must have at least 32 characters')
})

describe('the contact for push services', () => {
  const keys = { VAPID_PUBLIC_KEY: `BA${'A'.repeat(85)}`, VAPID_PRIVATE_KEY: 'A'.repeat(43) }
  const problem =
    'VAPID_SUBJECT or the sender of mails must be mailto: or https:// with a domain of the internet'
  const problemsOf = (changed: Record<string, string>) =>
    findConfigProblems({
      ...bindings,
      ...keys,
      MAIL_FROM: 'Hypecal <hello@hypecal.com>',
      ...changed,
    })

  test.each([
    'mailto:hello@hypecal.com',
    'mailto:hello@mail.example.com',
    'https://hypecal.com/contact',
    'https://xn--hypcal-dva.xn--p1ai',
  ])('may be %s', (VAPID_SUBJECT) => {
    expect(problemsOf({ VAPID_SUBJECT })).toEqual([])
  })

  test.each([
    'mailto:hello@localhost',
    'mailto:hello@server.local',
    'mailto:hello@hypecal.example',
    'mailto:hypecal.com',
    'mailto:Hypecal <hello@hypecal.com>',
    'https://localhost:8787',
    'https://10.0.0.1/contact',
    'https://hypecal.test',
  ])('is no %s, which Apple refuses', (VAPID_SUBJECT) => {
    expect(problemsOf({ VAPID_SUBJECT })).toEqual([problem])
  })

  test('is the sender of mails otherwise, held to the same', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ MAIL_FROM: 'Hypecal <hello@localhost>' })).toEqual([problem])
  })

  test('is free in local mode and where nothing is pushed', () => {
    const local = { LOCAL_MODE: 'on', SITE_URL: 'http://localhost:1' }
    expect(problemsOf({ ...local, VAPID_SUBJECT: 'mailto:a@localhost' })).toEqual([])
    expect(findConfigProblems(bindings)).toEqual([])
  })
})

describe('.dev.vars.example', () => {
  const lines = readFileSync('.dev.vars.example', 'utf8').split('\n')
  const pairs = lines.flatMap((line) => {
    const { set, name, value } =
      /^(?<set>(?:# )?)(?<name>[A-Z_]+)=(?<value>.*)$/.exec(line)?.groups ?? {}
    return name === undefined || value === undefined ? [] : [{ isSet: set === '', name, value }]
  })

  test('names each variable of the worker once', () => {
    expect(pairs.map(({ name }) => name).toSorted()).toEqual(bindingNames.toSorted())
  })

  test('is valid once the secrets are filled in', () => {
    const given = pairs.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value])
    expect(findConfigProblems(Object.fromEntries(given))).toEqual([
      'JWT_SECRET must have at least 32 characters',
      'ENCRYPTION_KEY must have at least 32 characters',
      'MAIL_API_KEY is empty',
    ])
  })
})
