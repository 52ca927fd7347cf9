import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { minuteMs } from '#worker/contracts/durations.ts'
import { sectionPicks, type PickedSection } from '#worker/db/schema/section-picks.ts'
import { contentVersion } from '#worker/db/schema/operations.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { chooseUpcomingGroups } from '#worker/features/directory/groups/groups.ts'
import {
  chooseEmergingStreamers,
  chooseHypedStreamers,
} from '#worker/features/directory/streamers/rankings.ts'
import { createHighlightChoice } from '#worker/features/events/picks/highlight.ts'
import { choosePicks, type PickQuery } from '#worker/features/events/picks/section-picks.ts'
import { createTonightChoice } from '#worker/features/events/picks/tonight.ts'
import { locales } from '#worker/locale/locales.ts'

const sections: [PickedSection, PickQuery][] = [
  ['groups', chooseUpcomingGroups],
  ['hyped_streamers', chooseHypedStreamers],
  ['emerging_streamers', chooseEmergingStreamers],
  ...locales.flatMap((locale): [PickedSection, PickQuery][] => [
    [`tonight_${locale}`, createTonightChoice(locale)],
    [`highlight_${locale}`, createHighlightChoice(locale)],
  ]),
]

/** Time alone changes them too: events begin, and counts grow. */
const renewalMs = 5 * minuteMs

const currentVersion = sql<string>`(select ${contentVersion.version} from ${contentVersion})`

export function selectStaleSectionPicks({ now }: Ctx): SQL {
  return sql`select 'stale_picks' as kind, 0 as id, 0 as startAt, 0 as after
    where (select count(*) from ${sectionPicks} where ${sectionPicks.pickedAt} > ${now - renewalMs}
      and ${sectionPicks.contentVersion} = ${currentVersion}) < ${sections.length}`
}

export async function refreshSectionPicks(ctx: Ctx<System>): Promise<void> {
  await write(
    ctx,
    sections.map(([section, choice]) => {
      const chosen = choosePicks(choice, ctx.now)
      return insert(
        sectionPicks,
        {
          section,
          ids: sql<string>`(select json_group_array(id) from (select id from (${chosen}) order by place))`,
          pickedAt: ctx.now,
          contentVersion: currentVersion,
        },
        {
          onConflict: sql`(section) do update set ${buildSetSql(sectionPicks, {
            ids: excluded(sectionPicks.ids),
            pickedAt: excluded(sectionPicks.pickedAt),
            contentVersion: excluded(sectionPicks.contentVersion),
          })}`,
        },
      )
    }),
  )
}
