import { renderRetentionTable } from '#site/features/articles/content/retention-table.ts'

/** Templates of what is no text of a person: files of the site, and of its operator. */
export const dataTemplates = {
  'site/features/articles/content/content.ts': {
    listEarlierVersionPaths: () => [],
    loadContentDocument: () => [],
  },
  'site/features/articles/content/operator-texts.ts': {
    listOperatorTexts: () => [],
    renderOperatorBlocks: () => [],
  },
  'site/features/articles/content/privacy-tables.ts': { fillInPrivacyTables: () => [] },
  'site/features/articles/content/retention-table.ts': {
    renderRetentionTable: () => renderRetentionTable('en'),
  },
}
