import { integer, text } from 'drizzle-orm/sqlite-core'
import { locales } from '#worker/locale/locales.ts'
import { unversionedTable } from './versioned.ts'

/** Sections of pages whose choice among all events reads thousands of rows. */
export const pickedSections = [
  'groups',
  'hyped_streamers',
  'emerging_streamers',
  ...locales.flatMap((locale) => [`tonight_${locale}`, `highlight_${locale}`] as const),
] as const

/** The first entries of each section, chosen by the minutely job. */
export const sectionPicks = unversionedTable('section_picks', {
  section: text('section', { enum: pickedSections as unknown as [PickedSection] }).primaryKey(),
  /** Ids in order, as JSON. */
  ids: text('ids').notNull(),
  pickedAt: integer('picked_at').notNull(),
  contentVersion: text('content_version').notNull(),
})

export type PickedSection = (typeof pickedSections)[number]
