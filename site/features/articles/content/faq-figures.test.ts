import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { minuteMs } from '#worker/contracts/durations.ts'
import { defaultProposalLimits } from '#worker/contracts/proposal-limits.ts'
import { trustRules, xpRules } from '#worker/features/gamification/ledger/ledger-rules.ts'
import {
  fastTrackDelayMs,
  minFastTrackTrust,
} from '#worker/features/moderation/proposals/new-proposal.ts'

const reviewFigures = [
  defaultProposalLimits.publishingTrust,
  minFastTrackTrust,
  fastTrackDelayMs / minuteMs,
]
const xpFigures = (
  ['proposal_approved', 'own_event_published', 'hype', 'follow', 'article_read'] as const
).map((action) => xpRules[action].points)
const trustFigures = [...[0, 100, 50], ...Object.values(trustRules).map((delta) => Math.abs(delta))]

test.each(['en', 'es', 'fr'])(
  'the FAQ in %s tells the figures by which reviews, XP and trust go',
  (locale) => {
    const text = readFileSync(`site/content/faq/${locale}.md`, 'utf8')
    const figures = text
      .split('\n\n')
      .map((paragraph) => [...paragraph.matchAll(/\d+/g)].map(([digits]) => Number(digits)))
    for (const told of [reviewFigures, xpFigures, trustFigures]) {
      expect(figures).toContainEqual(told)
    }
  },
)
