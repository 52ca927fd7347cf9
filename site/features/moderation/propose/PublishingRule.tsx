import { useStore } from '@nanostores/react'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalLimits } from './own-channels.ts'
import type { Wizard } from './wizard.store.ts'

type Rule = (values: { date: string; count: number }) => string
const reviewTexts: Record<NonNullable<ProposalLimits['review_reason']>, Rule> = {
  email: m.publishing_email,
  trust: m.publishing_trust,
  new_account: m.publishing_new_account,
  limit: m.publishing_limit,
}

/** Said before anything is typed: whether the event is published at once, or what it waits for. */
export function PublishingRule({ wizard }: { wizard: Wizard }) {
  const limits = useStore(wizard.$limits)
  const hasOwn = useStore(wizard.$own).length > 0
  return (
    <p className="quiet" role="status">
      {limits && ruleText(limits, hasOwn)}
    </p>
  )
}

function ruleText(limits: ProposalLimits, hasOwnChannel: boolean): string {
  const { review_reason, review_until, published_per_day: count, fast_track_minutes } = limits
  if (hasOwnChannel && review_reason) {
    const date = review_until
      ? timeText('full', Date.parse(review_until), currentTimeContext())
      : ''
    return reviewTexts[review_reason]({ date, count })
  }
  if (fast_track_minutes !== null) return m.publishing_fast({ minutes: fast_track_minutes })
  return hasOwnChannel ? m.publishing_direct({ count }) : m.publishing_review()
}
