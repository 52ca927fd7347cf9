/** The schema of the last database that the migrations before `0000_squashed.sql` made. */
export const lastMigrationBeforeSquash = {
  writtenAt: 1_795_827_188_863,
  hash: 'ef0eaf4feae57851dd60492314367de804827e6847bd1f1ab70b599fe95f68b1',
}

export function isBeforeSquash(writtenAt: number): boolean {
  return writtenAt <= lastMigrationBeforeSquash.writtenAt
}

/** Pictures stay in their bucket; the second sets a `DATABASE_URL` to a new, empty database. */
export const preSquashUpgradeCommands = [
  'npm run backup -- --to before-squash.ndjson.gz --without-media',
  'mv "${DATA_DIR:-.data}/db" "${DATA_DIR:-.data}/db-before-squash"',
  'npm run restore -- --from before-squash.ndjson.gz --without-media',
]
