import * as v from 'valibot'
import { text } from './text.ts'

export function listParam<const Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
  return v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((value) => (Array.isArray(value) ? value : [value])),
    v.array(schema),
    v.maxLength(50),
  )
}

export const BooleanParam = v.pipe(
  v.picklist(['true', 'false', '1', '0']),
  v.transform((value) => value === 'true' || value === '1'),
  v.boolean(),
)

export function integerParam(digits: number) {
  const digitsPattern = new RegExp(`^\\d{1,${digits}}$`)
  return v.pipe(v.string(), v.regex(digitsPattern), v.transform(Number), v.number())
}

export function limitParam(max: number, usual: `${number}`) {
  return v.optional(v.pipe(integerParam(3), v.minValue(1), v.maxValue(max)), usual)
}

export const pageQueryEntries = {
  limit: limitParam(100, '24'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
}

export const adminPageQueryEntries = {
  page: v.optional(v.pipe(integerParam(6), v.minValue(1)), '1'),
  per_page: v.optional(
    v.pipe(v.picklist(['10', '25', '50', '100']), v.transform(Number), v.number()),
    '25',
  ),
}

export const adminDirectorySorts = [
  'name',
  '-name',
  'popularity',
  '-popularity',
  'created',
  '-created',
] as const

export const adminDirectoryQueryEntries = {
  ...adminPageQueryEntries,
  q: v.optional(text(0, 100), ''),
  sort: v.optional(v.picklist(adminDirectorySorts), '-popularity'),
}

export function createPageSchema<const Schema extends v.GenericSchema>(item: Schema) {
  return v.object({ items: v.array(item), next_cursor: v.nullable(v.string()) })
}
export type Page<Item> = { items: Item[]; next_cursor: string | null }

export function createAdminPageSchema<const Schema extends v.GenericSchema>(item: Schema) {
  return v.object({
    items: v.array(item),
    page: v.number(),
    per_page: v.number(),
    total: v.number(),
  })
}
export type AdminPage<Item> = { items: Item[]; page: number; per_page: number; total: number }
