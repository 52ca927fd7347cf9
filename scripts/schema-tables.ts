import { globSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'

const names = globSync('*.ts', { cwd: 'worker/db/schema' })
  .map((file) => file.slice(0, -3))
  .toSorted()
const modules = await Promise.all(
  names.map((name) => import(`../worker/db/schema/${name}.ts`) as Promise<Record<string, unknown>>),
)

export const schemaTables = modules
  .flatMap((module) => Object.values(module))
  .filter((value) => is(value, SQLiteTable))
