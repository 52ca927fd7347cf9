import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastBeforeSquash, squashCommands } from '#worker/db/before-squash.ts'
import { startTestApi, type TestApi } from '#tests/support/drivers/api.ts'

let worker: TestApi
beforeAll(async () => {
  worker = await startTestApi()
})
afterAll(() => worker.close())

test('health of a database from before the squash names the commands', async () => {
  const { writtenAt } = lastBeforeSquash
  await worker.sql`update __drizzle_migrations set created_at = ${writtenAt}`
  const response = await worker.fetch('/health')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    database: 'before_squash',
    commands: squashCommands,
  })
})
