import { expect } from 'vitest'
import { lastMigrationBeforeSquash, preSquashUpgradeCommands } from '#worker/db/before-squash.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

test('health of a database from before the squash names the commands', async () => {
  const { writtenAt } = lastMigrationBeforeSquash
  await worker.sql`update __drizzle_migrations set created_at = ${writtenAt}`
  const response = await worker.fetch('/health')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    database: 'before_squash',
    commands: preSquashUpgradeCommands,
  })
})
