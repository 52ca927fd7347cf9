import { readFileSync } from 'node:fs'
import type { FileImportReport, RowProblem } from '#worker/features/imports/files/contract.ts'
import { importDataFile } from '#worker/features/imports/files/imports.ts'
import { runLongCommand } from './long-command.ts'
import { withMigratedDatabase } from './open-here.ts'
import type { Progress } from './progress.ts'
import { UserError } from './reason.ts'

function describeRowProblem({ line, row, field, reason }: RowProblem): string {
  return `  line ${line}${row ? ` (${row})` : ''}: ${field ? `${field}: ` : ''}${reason}`
}

function formatProblemSection(title: string, problems: RowProblem[]): string[] {
  return problems.length === 0 ? [] : ['', `${title}:`, ...problems.map(describeRowProblem)]
}

export function formatImportReport(report: FileImportReport): string {
  const { kind, added, updated, unchanged, kept, skipped, bad } = report
  const rows = new Set(bad.map((problem) => problem.line)).size
  return [
    `${kind}: ${added} added, ${updated} updated, ${unchanged} unchanged`,
    ...(kept > 0 ? [`${kept} left as they are: a person changed them since the import`] : []),
    ...formatProblemSection(`${skipped.length} skipped`, skipped),
    ...formatProblemSection(`${rows} bad, not imported`, bad),
  ].join('\n')
}

/** Stops between two writes, each of which is a transaction of whole rows. */
function createRowProgress(progress: Progress): (done: number, total: number) => void {
  let shownCount = 0
  return (done, total) => {
    if (done === 0) progress.start('Rows', total)
    progress.add(done - shownCount)
    shownCount = done
    if (done < total) progress.signal.throwIfAborted()
  }
}

/** Exit code: 0 all valid; 2 invalid rows skipped; 1 nothing imported. */
function importFile(path: string | undefined): Promise<void> {
  const stopped = `Stopped; the rows so far are imported, the others are not. Next: npm run import -- ${path}`
  return runLongCommand(
    { failure: path ? `${path} was not imported` : 'Not imported', stopped },
    async (progress) => {
      if (!path) throw new UserError('usage: npm run import -- file.json')
      const text = readFileSync(path, 'utf8')
      const report = await withMigratedDatabase((db) =>
        importDataFile(db, Date.now(), text, createRowProgress(progress)),
      )
      progress.stop()
      console.log(formatImportReport(report))
      return report.bad.length > 0 ? 2 : 0
    },
  )
}

if (import.meta.main) await importFile(process.argv[2])
