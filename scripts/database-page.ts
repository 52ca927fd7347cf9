import { globSync, readFileSync } from 'node:fs'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { findVersionedContent } from '#worker/db/schema/versioned.ts'
import { formatRetentionTerm, retentionTerms } from '#worker/contracts/retention-terms.ts'
import { declareTriggers } from '#worker/db/triggers/triggers.ts'
import { retentionExemptTables } from '#worker/features/operations/retention/exempt.ts'
import {
  retentionRules,
  type RetentionRule,
  type RetentionRuleName,
} from '#worker/features/operations/retention/retention-rules.ts'
import { personalTables } from '#tests/support/tables/export-columns.ts'
import { schemaTables } from './schema-tables.ts'

const declarations = globSync('worker/db/schema/*.ts')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const sources = globSync('worker/**/*.ts')
  .filter((file) => !/^worker\/db\/|\.test\.ts$/.test(file))
  .toSorted()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const rules = Object.entries(retentionRules) as [RetentionRuleName, RetentionRule][]
const triggers = Object.entries(declareTriggers(schemaTables))

/** The constant of the table, and the comment above it. */
function findDeclaration(table: Table): { constant: string; comment: string } {
  const [, above = '', constant = ''] =
    new RegExp(
      `((?:^/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?)^export const (\\w+) = \\w+\\(\\s*'${getTableName(table)}'`,
      'm',
    ).exec(declarations) ?? []
  return {
    constant,
    comment: above
      .replace(/^\s*(\/\*\*|\*\/|\*)|\*\/$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

const sharedAliases = readFileSync('worker/db/aliases.ts', 'utf8')
const followables = readFileSync('worker/db/followables.ts', 'utf8')

function findAliases(constant: string, text: string): string[] {
  const pattern = new RegExp(`const (\\w+) = alias\\(${constant},`, 'g')
  const [, imported = ''] = /import \{(.*)\} from '#worker\/db\/aliases\.ts'/.exec(text) ?? []
  const shared = Array.from(sharedAliases.matchAll(pattern), ([, alias = '']) => alias)
  const member = new RegExp(`(follows): ${constant},`).exec(followables)?.[1]
  return [
    ...(member && text.includes("'#worker/db/followables.ts'") ? [member] : []),
    ...Array.from(text.matchAll(pattern), ([, alias = '']) => alias),
    ...shared.filter((alias) => imported.split(',').some((name) => name.trim() === alias)),
  ]
}

function listFiles(constant: string, use: (name: string) => string): string[] {
  return sources.flatMap(({ file, text }) => {
    const names = [constant, ...findAliases(constant, text)].join('|')
    return new RegExp(use(`(?:${names})`)).test(text)
      ? [file.replace(/^worker\/(features\/)?/, '')]
      : []
  })
}

const code = (names: string[]) => names.map((name) => `\`${name}\``).join(', ')

function printTerm(table: Table): string | undefined {
  const terms = rules
    .filter(([, rule]) => rule.table === table)
    .map(([name, { from, empties }]) => {
      const begins = [from].flat().map((column) => column.name)
      const term = formatRetentionTerm(retentionTerms[name], 'en-US')
      const emptied = empties ? `${code(Object.keys(empties))}: ` : ''
      return `${emptied}${term} after ${code(begins)} (\`${name}\`)`
    })
  return [...terms, retentionExemptTables[getTableName(table)] ?? []].flat().join('; ')
}

function printPublic(table: Table): string | undefined {
  const content = findVersionedContent(table)
  if (!content) return undefined
  const { columns, condition } = content
  return `${code(columns.map(({ name }) => name))}${condition ? ` where ${condition('new').replace(/`|new\./g, '')}` : ''}`
}

const readersBy = (name: string) => (name === 'users' ? '|prepareMemberRow\\(' : '')

function printTable(table: Table): string {
  const name = getTableName(table)
  const { constant, comment } = findDeclaration(table)
  const own = triggers.filter(([, text]) => new RegExp(` ON \`${name}\``).test(text))
  const lines = {
    Columns: code(Object.values(getTableColumns(table)).map((column) => column.name)),
    'Written by': code(
      listFiles(
        constant,
        (used) =>
          `\\b(?:insert|update|remove)\\(\\s*${used}\\b|(?:into|update|delete from) \\$\\{${used}\\}`,
      ),
    ),
    'Read by': code([
      ...new Set(
        listFiles(constant, (used) => `\\b(?:from|join) \\$\\{${used}\\}${readersBy(name)}`).map(
          (file) => file.split('/').slice(0, -1).join('/') || file,
        ),
      ),
    ]),
    Kept: printTerm(table),
    Personal: personalTables[name] && 'in the export',
    Shown: printPublic(table),
    Triggers: code(own.map(([trigger]) => trigger)),
  }
  const items = Object.entries(lines).flatMap(([title, text]) =>
    text ? [`- ${title}: ${text}`] : [],
  )
  return [`## \`${name}\``, comment, items.join('\n')].filter(Boolean).join('\n\n')
}

export function printDatabase(): string {
  const tables = schemaTables.toSorted((a, b) => getTableName(a).localeCompare(getTableName(b)))
  return `# Database

\`node scripts/print-docs.ts\` prints this page from \`worker/db\`: ${tables.length} tables and ${triggers.length} triggers.

Files are those of the worker whose statements name the table, without \`worker/\` and \`features/\`;
triggers and foreign keys write too. Rows of a personal table are about one member. A change of the columns that are shown changes the version of the
content ([0037](decisions/0037-response-cache.md)). Migrations make the search tables \`search_names\`,
\`search_words\` and \`search_word_parts\`, and the triggers of \`worker/db/triggers/search.ts\` keep them.

${tables.map(printTable).join('\n\n')}
`
}
