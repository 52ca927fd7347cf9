import type { ImportKind, FileImportReport, RowProblem } from './contract.ts'

export type RowOutcome = 'added' | 'updated' | 'unchanged' | 'kept'

type RowProblems = { skipped?: RowProblem[]; bad: RowProblem[] }

export function toImportReport(
  kind: ImportKind,
  outcomes: RowOutcome[],
  { skipped = [], bad }: RowProblems,
): FileImportReport {
  const counts = { added: 0, updated: 0, unchanged: 0, kept: 0 }
  for (const outcome of outcomes) counts[outcome] += 1
  return { kind, ...counts, skipped, bad: bad.toSorted((a, b) => a.line - b.line) }
}

/** Where stored facts differ from what the last import made, a person has the last word. */
export function decideRowOutcome<Facts>(
  stored: { source: string | null; facts: Facts } | undefined,
  factsOf: (source: unknown) => Facts | undefined,
  source: string,
): RowOutcome {
  if (!stored) return 'added'
  if (stored.source === source) return 'unchanged'
  const imported = stored.source === null ? undefined : factsOf(JSON.parse(stored.source))
  return JSON.stringify(imported) === JSON.stringify(stored.facts) ? 'updated' : 'kept'
}
