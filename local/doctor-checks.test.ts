import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  checkAlerting,
  checkBindings,
  checkDeployment,
  checkJobs,
  checkEncryptionKey,
  checkSecrets,
} from './doctor-checks.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'

describe('the bindings', () => {
  beforeEach(() => {
    vi.stubGlobal('BUILD_SITE_URL', 'https://hypecal.example')
  })
  const right = {
    SITE_URL: 'https://hypecal.example',
    DATABASE_URL: 'libsql://database.example',
    JWT_SECRET: 'a'.repeat(32),
    ENCRYPTION_KEY: 'b'.repeat(32),
    MAIL_API_KEY: 'key',
    MAIL_FROM: 'Hypecal <hello@hypecal.example>',
  }

  test('are valid by the rules of the worker', () => {
    expect(checkBindings(right)).toMatchObject([{ state: 'ok' }])
  })

  test('are named one by one where they are not, without their value', () => {
    const found = checkBindings({ ...right, JWT_SECRET: 'too short', MAIL_API_KEY: undefined })
    expect(found.map(({ detail }) => detail)).toEqual([
      'JWT_SECRET must have at least 32 characters',
      'MAIL_API_KEY is missing',
    ])
    expect(JSON.stringify(found)).not.toContain('too short')
  })
})

test('secrets that the deployed worker lacks come with the command that sets them', () => {
  const names = ['DATABASE_URL', 'JWT_SECRET', 'MAIL_API_KEY', 'MAIL_WEBHOOK_SECRET']
  expect(checkSecrets(names)).toEqual([
    {
      name: 'secrets',
      state: 'missing',
      detail: 'npx wrangler secret put ENCRYPTION_KEY -c dist/server/wrangler.json',
    },
  ])
  expect(checkSecrets([...names, 'ENCRYPTION_KEY'])).toMatchObject([{ state: 'ok' }])
  expect(checkSecrets(undefined, 'not logged in')).toMatchObject([{ state: 'unknown' }])
})

test('without a build there is nothing to deploy', () => {
  expect(checkDeployment(undefined)).toMatchObject([{ state: 'missing', detail: 'npm run build' }])
})

describe('the key of encryption', () => {
  const [kept, lost] = ['k'.repeat(40), 'l'.repeat(40)]
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await startTemporaryDatabase()
  })
  afterAll(() => database.remove())
  const stateOf = async (key?: string) => (await checkEncryptionKey(database.db, key))[0]?.state

  test('is asked for while nothing can be compared', async () => {
    expect([await stateOf(), await stateOf(kept)]).toEqual(['unknown', 'unknown'])
  })

  test('is the one of the stored values, or missing', async () => {
    await database.query(
      `insert into users (username, username_key, discord_webhook, created_at)
        values ('b', 'b', '${encrypt(kept, 'a webhook')}', 1)`,
    )
    expect([await stateOf(kept), await stateOf(lost)]).toEqual(['ok', 'missing'])
  })
})

describe('cron and queue', () => {
  const now = Date.UTC(2027, 0, 1, 12)
  const minute = 60_000
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await startTemporaryDatabase()
    await database.query(
      `insert into users (id, username, username_key, created_at) values (1, 'a', 'a', 1)`,
    )
  })
  afterAll(() => database.remove())

  const states = async () => (await checkJobs(database.db, now)).map(({ state }) => state)

  test('have done nothing on a new database', async () => {
    expect(await states()).toEqual(['missing', 'missing', 'ok'])
  })

  test('are in order while jobs run on time and nothing waits', async () => {
    await database.query(
      `insert into job_runs (job, started_at, state)
        values ('minute', ${now - minute}, 'idle'), ('hour', ${now - 50 * minute}, 'done')`,
    )
    expect(await states()).toEqual(['ok', 'ok', 'ok'])
  })

  test('are late, failing or stuck, each by itself', async () => {
    await database.query(
      `update job_runs set started_at = ${now - 6 * minute} where job = 'minute'`,
    )
    await database.query(`update job_runs set state = 'failed' where job = 'hour'`)
    await database.query(
      `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
        values ('k', 1, 'email', 'reminder', '{}', 'pending', ${now - 25 * minute}, 1)`,
    )
    const found = await checkJobs(database.db, now)
    expect(found.map(({ state, detail }) => [state, detail])).toEqual([
      ['missing', 'idle, 6 minutes ago'],
      ['missing', 'failed, 50 minutes ago'],
      ['missing', 'a message waits for 25 minutes'],
    ])
  })
})

test('a deployment without a channel for alerts is named', () => {
  expect(checkAlerting({})).toMatchObject([{ name: 'alerts', state: 'missing' }])
  expect(checkAlerting({ ALERT_MAIL: 'a@example.com' })).toMatchObject([
    { state: 'ok', detail: 'ALERT_MAIL' },
  ])
})
