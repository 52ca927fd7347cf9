import { reportMember } from '#site/ui/report-member.ts'
import { proseTable } from '#site/features/articles/content/prose-table.ts'
import { renderRetentionTable } from '#site/features/articles/content/retention-table.ts'

/** Templates of the rights of people; most of their words are the site’s or its operator’s. */
export const dataTemplates = {
  'site/ui/report-member.ts': { reportMember: (text: string) => reportMember(text) },
  'site/features/articles/content/content.ts': {
    listEarlierVersionPaths: () => [],
    loadContentDocument: () => [],
  },
  'site/features/articles/content/operator-texts.ts': {
    listOperatorTexts: () => [],
    renderOperatorBlocks: () => [],
  },
  'site/features/articles/content/privacy-tables.ts': { renderPrivacyTables: () => [] },
  'site/features/articles/content/prose-table.ts': {
    proseTable: (text: string) => proseTable([[text]], [text]),
  },
  'site/features/articles/content/retention-table.ts': {
    renderRetentionTable: () => renderRetentionTable('en'),
  },
}
