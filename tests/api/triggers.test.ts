import { expect, test } from 'vitest'
import { startTemporaryDatabase } from '#tests/support/fixtures/temporary-database.ts'
import { listTriggerChanges } from '#scripts/trigger-changes.ts'

test('the migrations make the declared triggers and no others', async () => {
  const database = await startTemporaryDatabase()
  expect(await listTriggerChanges(database.query)).toEqual([])
  await database.query('drop trigger event_count_after_insert')
  await database.query(
    'create trigger a_stray after delete on games begin select 1 from games; end',
  )
  expect(await listTriggerChanges(database.query)).toEqual([
    'DROP TRIGGER `a_stray`;',
    expect.stringMatching(/^CREATE TRIGGER `event_count_after_insert` .*;$/s),
  ])
  await database.remove()
})
