import { readFileSync } from 'node:fs'
import type { FileImportReport, RowProblem } from '#worker/features/imports/files/contract.ts'
import { importDataFile } from '#worker/features/imports/files/imports.ts'
import { openConfiguredDatabase } from './open-here.ts'
import { oneLineReason } from './reason.ts'

function describe({ line, row, field, reason }: RowProblem): string {
  return `  line ${line}${row ? ` (${row})` : ''}: ${field ? `${field}: ` : ''}${reason}`
}

function section(title: string, problems: RowProblem[]): string[] {
  return problems.length === 0 ? [] : ['', `${title}:`, ...problems.map(describe)]
}

export function describeReport(report: FileImportReport): string {
  const { kind, added, updated, unchanged, kept, skipped, bad } = report
  const rows = new Set(bad.map((problem) => problem.line)).size
  return [
    `${kind}: ${added} added, ${updated} updated, ${unchanged} unchanged`,
    ...(kept > 0 ? [`${kept} left as they are: a person changed them since the import`] : []),
    ...section(`${skipped.length} skipped`, skipped),
    ...section(`${rows} bad, not imported`, bad),
  ].join('\n')
}

/** Exit code: 0 all valid; 2 invalid rows skipped; 1 nothing imported. */
async function importFrom(path: string | undefined): Promise<0 | 1 | 2> {
  if (!path) {
    console.error('Usage: npm run import -- file.json')
    return 1
  }
  try {
    const text = readFileSync(path, 'utf8')
    const { db, close } = await openConfiguredDatabase()
    try {
      const report = await importDataFile(db, Date.now(), text)
      console.log(describeReport(report))
      return report.bad.length > 0 ? 2 : 0
    } finally {
      await close()
    }
  } catch (error) {
    console.error(`${path} was not imported: ${oneLineReason(error)}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await importFrom(process.argv[2])
