import { m } from '#site/lib/messages.ts'
import type {
  AdminAppealView,
  AppealOutcome,
} from '#worker/features/moderation/decisions/contract.ts'

export const outcomeNames: Record<AppealOutcome, () => string> = {
  upheld: m.appeal_upheld,
  reversed: m.appeal_reversed,
}

export function appellantName({ username }: AdminAppealView): string {
  return username ?? m.appeals_former()
}
