import { sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { batch, type Database } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { importDataFile } from '#worker/features/imports/files/imports.ts'
import { insertDemoArticles } from './demo-articles.ts'
import { addUpcomingOccurrences, hasDemoEvents } from './demo-events.ts'
import { addDemoFollows } from './demo-follows.ts'
import { insertDemoMembers, skipPassedReminders } from './demo-members.ts'
import { DemoEvent } from './demo-occurrences.ts'
import { showDemoPictures } from './demo-pictures.ts'
import { noProgress, type Progress } from './progress.ts'

/** Events refer to the rows of the other files. */
const importFiles = [
  'data/games.json',
  'data/event_groups.json',
  'fictional-groups.json',
  'data/streamers.json',
  'fictional-streamers.json',
  'data/events.json',
]

/** Members and articles; occurrences; follows and pictures. */
const otherParts = 3

function readDemoFile(path: string): string {
  return readFileSync(new URL(`demo/${path}`, import.meta.url), 'utf8')
}

function readDemoEvents(): DemoEvent[] {
  return v.parse(v.array(DemoEvent), JSON.parse(readDemoFile('fictional-events.json')))
}

/** In transactions, each of which a later start may repeat. */
export async function loadDemo(
  db: Database,
  now: number,
  progress: Progress = noProgress,
): Promise<void> {
  function finishPart(): void {
    progress.add(1)
    progress.signal.throwIfAborted()
  }
  progress.start('Demo set', importFiles.length + otherParts)
  for (const path of importFiles) {
    const { bad } = await importDataFile(db, now, readDemoFile(path))
    if (bad[0]) throw new Error(`${path}:${bad[0].line}: ${bad[0].field} ${bad[0].reason}`)
    finishPart()
  }
  await batch(db, 'write', [insertDemoMembers(now), insertDemoArticles(now)])
  finishPart()
  await addUpcomingOccurrences(db, now, readDemoEvents())
  finishPart()
  await addDemoFollows(db, now)
  await batch(db, 'write', [...showDemoPictures(), ...skipPassedReminders(now)])
  progress.add(1)
  progress.stop()
}

async function hasOnlyDemoMembers(db: Database): Promise<boolean> {
  const { other } = await batch(db, 'read', {
    other: selectFirst(
      { id: users.id },
      sql`from ${users} where ${users.usernameKey} not glob 'demo_*' limit 1`,
    ),
  })
  return other === undefined
}

/** Yields whether the database has the demo set now: one with other members stays without. */
export async function loadOrExtendDemo(
  db: Database,
  now: number,
  progress?: Progress,
): Promise<boolean> {
  if (await hasOnlyDemoMembers(db)) await loadDemo(db, now, progress)
  else if (await hasDemoEvents(db)) await addUpcomingOccurrences(db, now, readDemoEvents())
  else return false
  return true
}
