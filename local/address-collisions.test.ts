import { expect, test } from 'vitest'
import { listAddressCollisions } from './address-collisions.ts'
import { startTemporaryDatabase } from '#tests/support/fixtures/temporary-database.ts'

test('two accounts with one address in two forms are named', async () => {
  const database = await startTemporaryDatabase()
  const add = (id: number, email: string) =>
    database.query(`insert into users (id, username, username_key, email, email_key, created_at)
      values (${id}, 'u${id}', 'u${id}', '${email}', '${email.toLowerCase()}', 0)`)
  await add(1, 'anna@xn--mnchen-3ya.example')
  await add(2, 'anna@münchen.example')
  await add(3, 'anna@example.com')
  await add(4, 'anna@zürich.example')
  expect(await listAddressCollisions(database.db)).toEqual(['The accounts 2 and 1'])
  await database.remove()
})
