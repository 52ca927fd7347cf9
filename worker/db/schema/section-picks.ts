import { integer, text } from 'drizzle-orm/sqlite-core'
import { unversionedTable } from './versioned.ts'

/** Sections of pages whose choice among all events reads thousands of rows. */
export const pickedSections = [
  'biggest',
  'groups',
  'hyped_streamers',
  'emerging_streamers',
] as const

/** The first entries of each section, chosen by the minutely job. */
export const sectionPicks = unversionedTable('section_picks', {
  section: text('section', { enum: pickedSections }).primaryKey(),
  /** Ids in order, as JSON. */
  ids: text('ids').notNull(),
  pickedAt: integer('picked_at').notNull(),
  contentVersion: text('content_version').notNull(),
})
