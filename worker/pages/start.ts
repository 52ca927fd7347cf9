import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { SettingsView } from '#worker/features/accounts/contract.ts'
import { OnboardingStatus } from '#worker/features/accounts/onboarding/contract.ts'
import {
  selectOnboardingStatus,
  toOnboardingStatus,
} from '#worker/features/accounts/onboarding/onboarding.ts'
import { selectSettings, toSettings } from '#worker/features/accounts/settings.ts'
import {
  selectNewAchievements,
  toNewAchievements,
} from '#worker/features/gamification/achievements/announcing.ts'
import { NewAchievements } from '#worker/features/gamification/achievements/contract.ts'
import { StatsView } from '#worker/features/gamification/ledger/contract.ts'
import { selectProgress, toLevelInfo } from '#worker/features/gamification/ledger/progress.ts'
import { HypesAndFollowsView } from '#worker/features/hype/contract.ts'
import { selectHypesAndFollows, toHypesAndFollows } from '#worker/features/hype/hype.ts'
import { NotificationsView } from '#worker/features/notifications/contract.ts'
import { selectInbox, toInbox } from '#worker/features/notifications/inbox.ts'

/** Each part is as its own call answers it. */
const StartView = v.object({
  settings: SettingsView,
  relations: HypesAndFollowsView,
  /** With the newest one alone, for the count and the announcement. */
  notifications: NotificationsView,
  stats: StatsView,
  new_achievements: NewAchievements,
  onboarding: OnboardingStatus,
})
type StartView = v.InferOutput<typeof StartView>

const newest = { limit: 1 }

async function getStart(ctx: Ctx<Member>): Promise<StartView> {
  const found = await read(ctx, {
    settings: selectSettings(ctx.actor),
    relations: selectHypesAndFollows(ctx),
    notifications: selectInbox(ctx, newest),
    standing: selectProgress(ctx.actor),
    achievements: selectNewAchievements(ctx.actor),
    onboarding: selectOnboardingStatus(ctx.actor),
  })
  return {
    settings: toSettings(ctx, found.settings),
    relations: toHypesAndFollows(found.relations),
    notifications: toInbox(ctx, newest.limit, found.notifications),
    stats: { level_info: toLevelInfo(found.standing) },
    new_achievements: toNewAchievements(ctx, found.achievements),
    onboarding: toOnboardingStatus(found.onboarding),
  }
}

export const startEndpoints = [
  endpoint({
    route: 'GET /users/me/start',
    operationId: 'getStart',
    summary: 'Get what each page starts with: settings, relations, unread count, level, onboarding',
    access: 'member',
    answer: StartView,
    run: (ctx) => getStart(ctx),
  }),
]
