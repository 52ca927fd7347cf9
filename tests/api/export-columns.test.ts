import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { expect } from 'vitest'
import { schemaTables } from '#scripts/schema-tables.ts'
import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'
import { insertFullMember } from '#tests/support/factories/full-member.ts'
import { impersonalTables, personalTables } from '#tests/support/tables/export-columns.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const tables = new Map(schemaTables.map((table) => [getTableName(table), table]))
let view: DataExportView
test.beforeAll(async () => {
  const { token } = await insertFullMember(worker)
  view = await worker.get<DataExportView>('users/me/export', { token })
})

test('every table of the schema is personal, or has a reason why it is not', () => {
  const listed = [...Object.keys(personalTables), ...Object.keys(impersonalTables)]
  expect(listed.toSorted()).toEqual([...tables.keys()].toSorted())
})

test.each(Object.keys(impersonalTables))('%s refers to no person', (name) => {
  const { foreignKeys } = getTableConfig(tables.get(name)!)
  const targets = foreignKeys.map((key) => getTableName(key.reference().foreignTable))
  expect(targets).not.toContain('users')
})

test.each(Object.entries(personalTables))(
  'every column of %s is exported, or exempt with a reason',
  (name, { rowsOf, renamed = {}, exempt = {} }) => {
    const columns = Object.values(getTableColumns(tables.get(name)!)).map((column) => column.name)
    const exported = new Set(rowsOf(view).flatMap((row) => Object.keys(row)))
    const isExported = (column: string) => exported.has(renamed[column] ?? column)
    expect(columns.filter((column) => !isExported(column)).toSorted()).toEqual(
      Object.keys(exempt).toSorted(),
    )
    for (const reason of Object.values(exempt)) expect(reason).toMatch(/\w+ \w+/)
  },
)
