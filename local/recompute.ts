import { sql } from 'drizzle-orm'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import {
  achievementHolderCounts,
  achievementProgress,
  leaderboardEntries,
} from '#worker/db/schema/gamification.ts'
import { select } from '#worker/db/statement.ts'
import {
  addMissingEntryFacts,
  countMissingEntryFacts,
} from '#worker/features/gamification/ledger/missing-facts.ts'
import {
  recomputeHolderCounts,
  recomputeProgress,
  unlockMissingAchievements,
} from '#worker/features/gamification/ledger/recompute.ts'
import { runLongCommand } from './long-command.ts'
import { withMigratedDatabase } from './open-here.ts'
import { trackEstimatedProgress, type Progress } from './progress.ts'

const figures = {
  'totals and trust': select(
    { name: users.id, value: sql<string>`${users.totalXp} || ' ' || ${users.trust}` },
    sql`from ${users}`,
  ),
  progress: select(
    {
      name: sql<string>`${achievementProgress.userId} || ' ' || ${achievementProgress.counter}`,
      value: achievementProgress.value,
    },
    sql`from ${achievementProgress}`,
  ),
  leaderboard: select(
    {
      name: sql<string>`${leaderboardEntries.period} || ' ' || ${leaderboardEntries.userId}`,
      value: sql<string>`${leaderboardEntries.xp} || ' ' || ${leaderboardEntries.isShown}`,
    },
    sql`from ${leaderboardEntries}`,
  ),
  rarity: select(
    { name: achievementHolderCounts.achievement, value: achievementHolderCounts.holders },
    sql`from ${achievementHolderCounts}`,
  ),
}

const usualTotalsMs = 2_000

type StoredFigure = { name: string | number; value: string | number }

function readFigures(db: Database): Promise<StoredFigure[][]> {
  return batch(db, 'read', Object.values<Statement<StoredFigure[]>>(figures))
}

function countWrongFigures(previousFigures: StoredFigure[], after: StoredFigure[]): number {
  const previousValues = new Map(previousFigures.map(({ name, value }) => [name, value]))
  const changed = after.filter(({ name, value }) => previousValues.get(name) !== value).length
  const names = new Set(after.map(({ name }) => name))
  return (
    changed + previousFigures.filter(({ name, value }) => value !== 0 && !names.has(name)).length
  )
}

/** Pages are transactions of their own, between which the command may end. */
function createPageProgress(progress: Progress): (rows: number) => void {
  return (rows) => {
    progress.add(rows)
    progress.signal.throwIfAborted()
  }
}

async function recomputeFigures(db: Database, progress: Progress): Promise<void> {
  const { entries, members } = await batch(db, 'read', {
    entries: countMissingEntryFacts(),
    members: select({ count: sql<number>`count(*)` }, sql`from ${users}`),
  })
  const previousFigures = await readFigures(db)
  progress.start('Facts', entries[0]?.count ?? 0)
  const addedFacts = await addMissingEntryFacts({ db }, createPageProgress(progress))
  await trackEstimatedProgress(progress, { step: 'Totals', usualMs: usualTotalsMs }, () =>
    batch(db, 'write', recomputeProgress({ now: Date.now() })),
  )
  progress.start('Achievements', members[0]?.count ?? 0)
  const missing = await unlockMissingAchievements({ db }, createPageProgress(progress))
  await batch(db, 'write', recomputeHolderCounts())
  const after = await readFigures(db)
  progress.stop()
  for (const [index, what] of Object.keys(figures).entries()) {
    const wrong = countWrongFigures(previousFigures[index] ?? [], after[index] ?? [])
    console.log(`${what}: ${after[index]?.length ?? 0} figures recomputed, ${wrong} were wrong`)
  }
  console.log(`facts: ${addedFacts} entries of the ledger had none`)
  console.log(`achievements: ${missing} were missing`)
}

await runLongCommand(
  {
    failure: 'Not recomputed',
    stopped: 'Stopped; some figures are new, the others as before. Next: npm run recompute',
  },
  (progress) => withMigratedDatabase((db) => recomputeFigures(db, progress)),
)
