import { getLocale } from '#messages/runtime'
import { platformName } from '#site/lib/labels.ts'
import { formatDay } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type {
  LeaderboardAbsenceReason,
  RankedMemberFilter,
  LedgerEntry,
  LedgerSubject,
  RankingAction,
} from '#worker/features/gamification/leaderboard/contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'

export const periodNames: Record<LeaderboardPeriod, () => string> = {
  week: m.leaderboard_week,
  month: m.leaderboard_month,
  all: m.leaderboard_all,
}

export const rankedMemberStateNames: Record<RankedMemberFilter, () => string> = {
  all: m.members_state_any,
  ranked: m.ranking_state_ranked,
  excluded: m.ranking_state_excluded,
  suspended: m.ranking_state_suspended,
  opted_out: m.ranking_state_opted_out,
  restricted: m.ranking_state_restricted,
}

export const absenceReasons: Record<LeaderboardAbsenceReason, () => string> = {
  excluded: m.ranking_state_excluded,
  suspended: m.ranking_state_suspended,
  opted_out: m.ranking_state_opted_out,
  not_told: m.ranking_state_not_told,
  restricted: m.members_state_soft_banned,
  inactive: m.members_state_inactive,
  no_xp: m.ranking_no_xp,
}

type NameMessage = (inputs: { name: string }) => string
type RankingActionTexts = {
  label: () => string
  named: NameMessage
  title: NameMessage
  text: () => string
  done: NameMessage
}

export const rankingActionTexts: Record<RankingAction, RankingActionTexts> = {
  exclude: {
    label: m.ranking_exclude,
    named: m.ranking_exclude_one,
    title: m.ranking_exclude_title,
    text: m.ranking_exclude_text,
    done: m.ranking_exclude_done,
  },
  include: {
    label: m.ranking_include,
    named: m.ranking_include_one,
    title: m.ranking_include_title,
    text: m.ranking_include_text,
    done: m.ranking_include_done,
  },
  suspend: {
    label: m.ranking_suspend,
    named: m.ranking_suspend_one,
    title: m.ranking_suspend_title,
    text: m.ranking_suspend_text,
    done: m.ranking_suspend_done,
  },
  lift_suspension: {
    label: m.ranking_lift_suspension,
    named: m.ranking_lift_suspension_one,
    title: m.ranking_lift_suspension_title,
    text: m.ranking_lift_suspension_text,
    done: m.ranking_lift_suspension_done,
  },
}

const actionNames: Record<string, (() => string) | undefined> = {
  hype: m.xp_action_hype,
  follow: m.xp_action_follow,
  daily_visit: m.xp_action_daily_visit,
  onboarding_finished: m.xp_action_onboarding_finished,
  email_verified: m.xp_action_email_verified,
  profile_completed: m.xp_action_profile_completed,
  account_verified: m.xp_action_account_verified,
  article_read: m.xp_action_article_read,
  proposal_approved: m.xp_action_proposal_approved,
  own_event_published: m.xp_action_own_event_published,
  correction: m.xp_action_correction,
}

export function ledgerActionText({ action, is_reversal }: LedgerEntry): string {
  const what = (actionNames[action] ?? m.xp_action_other)()
  return is_reversal ? m.members_trust_reversal({ what }) : what
}

export function ledgerSubjectText({ type, name }: LedgerSubject): string {
  if (name === null) return m.ranking_gone()
  if (type === 'day') return formatDay(name, getLocale())
  if (type !== 'account') return name
  const [platform, account = ''] = name.split(':')
  return `${platformName(platform as Platform)} ${account}`
}
