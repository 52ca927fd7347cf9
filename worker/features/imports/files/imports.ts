import type { Database } from '#worker/db/client.ts'
import type { FileImportReport } from './contract.ts'
import { readFileRows } from './file-rows.ts'
import { importEvents } from './import-events.ts'
import { importGames, importGroups } from './import-names.ts'
import { importStreamers } from './import-streamers.ts'

/**
 * @param onRows hears of the rows of events before and after each write; other kinds are one write
 * @throws UnreadableFileError when no row can be read.
 */
export function importDataFile(
  db: Database,
  now: number,
  text: string,
  onRows?: (done: number, total: number) => void,
): Promise<FileImportReport> {
  const file = readFileRows(text)
  switch (file.kind) {
    case 'events':
      return importEvents(db, now, file, onRows)
    case 'streamers':
      return importStreamers(db, now, file)
    case 'games':
      return importGames(db, now, file)
    case 'groups':
      return importGroups(db, now, file)
  }
}
