import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyPassword } from '#worker/auth/crypto.ts'
import { readConfig, type Env } from '#worker/env.ts'
import { startEnvironment, type LocalEnvironment } from './environment.ts'
import { startMinuteClock } from './minute-clock.ts'
import { assertPortIsFree, describeEnvironment, readSettings } from './settings.ts'

let dataDir = ''
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'hypecal-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('environment', { timeout: 60_000 }, () => {
  it('gives the worker bindings that it accepts, with the same secrets at every start', async () => {
    const first = await startEnvironment({ dataDir, vars: { TEST_CLOCK: 'on' } })
    await first.close()
    const second = await startEnvironment({ dataDir, vars: { RATE_LIMITS: 'off' } })
    await second.close()
    expect(second.vars.JWT_SECRET).toBe(first.vars.JWT_SECRET)
    expect(readConfig(second.vars as unknown as Env)).toMatchObject({ RATE_LIMITS: 'off' })
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(second.administrator).toBeUndefined()
  })

  it('makes one administrator, once [ASVS 6.3.2]', async () => {
    const first = await startEnvironment({ dataDir, administrator: { password: 'correct horse' } })
    const { rows } = await first.db.$client.execute('select * from users')
    await first.close()
    expect(first.administrator).toEqual({
      username: 'admin',
      password: 'correct horse',
      isGenerated: false,
    })
    expect(rows[0]).toMatchObject({ role: 'admin', email: 'admin@example.com' })
    expect(await verifyPassword('correct horse', String(rows[0]?.password_hash))).toBe(true)
    const second = await startEnvironment({ dataDir, administrator: {} })
    await second.close()
    expect(second.administrator).toBeUndefined()
  })

  it('leaves the address of an administrator to be verified', async () => {
    const administrator = { username: 'ana', email: 'Ana@hypecal.example' }
    const { db, close } = await startEnvironment({ dataDir, administrator })
    const { rows } = await db.$client.execute(
      `select email, email_key, email_verified_at from users where username = 'ana'`,
    )
    await close()
    expect({ ...rows[0] }).toEqual({
      email: 'Ana@hypecal.example',
      email_key: 'ana@hypecal.example',
      email_verified_at: null,
    })
  })

  it.each([
    [{ password: 'short' }, /8 to 128 characters/],
    [{ password: 'Password1' }, /most common/],
    [{ email: 'nowhere' }, /ADMIN_EMAIL/],
    [{ username: 'a b' }, /ADMIN_USERNAME/],
  ])('refuses an administrator with %s', async (administrator, message) => {
    await expect(startEnvironment({ dataDir, administrator })).rejects.toThrow(message)
  })

  it('uses a database elsewhere, and says why when it cannot', async () => {
    const elsewhere = await startEnvironment({ dataDir })
    const { DATABASE_URL: databaseUrl, DATABASE_AUTH_TOKEN: databaseAuthToken } = elsewhere.vars
    const options = { dataDir: join(dataDir, 'other'), databaseUrl }
    const environment = await startEnvironment({ ...options, databaseAuthToken })
    expect(environment.libsql).toBeUndefined()
    expect(environment.vars.DATABASE_URL).toBe(databaseUrl)
    await environment.close()
    await expect(startEnvironment(options)).rejects.toThrow(
      /^the database at http.* cannot be used: .*$/,
    )
    await elsewhere.close()
    await expect(startEnvironment(options)).rejects.toThrow(/ECONNREFUSED/)
  })

  it.each([
    [
      'a file in its place',
      () => writeFileSync(join(dataDir, 'x'), ''),
      'x',
      /^the data folder .* cannot be used/,
    ],
    ['no database in it', () => damage('db/hypecal.db'), '', /cannot be opened as a database/],
    ['damaged secrets', () => damage('secrets.json'), '', /secrets\.json is damaged/],
  ])('says in a line what is wrong with a data folder: %s', async (_, prepare, folder, message) => {
    prepare()
    await expect(startEnvironment({ dataDir: join(dataDir, folder) })).rejects.toThrow(message)
  })

  function damage(path: string): void {
    mkdirSync(join(dataDir, 'db'))
    writeFileSync(join(dataDir, path), 'not what it should be '.repeat(100))
    expect(readFileSync(join(dataDir, path), 'utf8')).not.toBe('')
  }
})

describe('settings', () => {
  it.each([
    [{ PORT: 'http' }, /^PORT must be/],
    [{ PORT: '70000' }, /^PORT must be/],
    [{ DATABASE_URL: 'file:x.db' }, /^DATABASE_URL must be/],
  ])('refuse %j', (env, message) => expect(() => readSettings(env)).toThrow(message))

  it('pass on what a developer sets for the worker, and nothing else', () => {
    const { environment, port } = readSettings({ PORT: '9000', TEST_CLOCK: 'on', OTHER: 'x' })
    expect(port).toBe(9000)
    expect(environment).toMatchObject({
      siteUrl: 'http://localhost:9000',
      vars: { TEST_CLOCK: 'on' },
    })
    expect(environment.vars).not.toHaveProperty('OTHER')
  })

  it('are described with what signs nobody in yet, and what turns it on', () => {
    const environment = { vars: {}, mail: { url: '' }, libsql: {} } as LocalEnvironment
    const describe = (vars: Record<string, string>, env = {}) =>
      describeEnvironment(readSettings(env), { ...environment, vars })
    const without = describe({})
    expect(without).toContain('samples')
    expect(describe({}, { PORT: '9000' })).toContain('fixed pages name http://localhost:8787')
    expect(without).toContain('Google, until GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set')
    expect(without).toContain('Twitch, until TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET are set')
    expect(describe({ TWITCH_CLIENT_ID: 'x' })).not.toContain('TWITCH')
    expect(describe({ TWITCH_CLIENT_ID: 'x', GOOGLE_CLIENT_ID: 'y' })).not.toContain('Off')
  })

  it('tell a port in use from a free one', async () => {
    const server: Server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    await expect(assertPortIsFree(port)).rejects.toThrow(`port ${port} is in use`)
    await new Promise((done) => server.close(done))
    await expect(assertPortIsFree(port)).resolves.toBeUndefined()
  })
})

describe('minute clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 10, 0, 30) }))
  afterEach(() => void vi.useRealTimers())

  it('ticks at second 0 with the minute, leaving out minutes while a call still runs', async () => {
    const minutes: number[] = []
    let finish = () => {}
    const clock = startMinuteClock((minute) => {
      minutes.push(minute)
      return new Promise<void>((done) => (finish = done))
    })
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    finish()
    await vi.advanceTimersByTimeAsync(60_000)
    clock.stop()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(minutes).toEqual([Date.UTC(2026, 0, 1, 10, 1), Date.UTC(2026, 0, 1, 10, 3)])
  })

  it('goes on after a failure and says it', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const tick = vi.fn(() => Promise.reject(new Error('no database')))
    const clock = startMinuteClock(tick)
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    clock.stop()
    expect(tick).toHaveBeenCalledTimes(2)
    expect(said).toHaveBeenCalledWith('Minute job: no database')
    said.mockRestore()
  })
})
