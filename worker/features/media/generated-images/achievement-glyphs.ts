import type { AchievementId } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { agendaGlyphs } from './achievement-glyphs-agenda.ts'
import { communityGlyphs } from './achievement-glyphs-community.ts'
import { memberGlyphs } from './achievement-glyphs-member.ts'

/** What is struck into the medal of each achievement. */
export const achievementGlyphs: Record<AchievementId, string> = {
  ...agendaGlyphs,
  ...communityGlyphs,
  ...memberGlyphs,
}
