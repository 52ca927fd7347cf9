import type { Ctx } from '#worker/context.ts'
import { createAppealToken } from '#worker/auth/appeal-token.ts'
import type { Notification } from '#worker/features/notifications/copy/notification.ts'

/** A decision is read without signing in: its path is a secret. */
export function toReadablePath({ config }: Ctx, { kind, payload }: Notification, path: string) {
  if (kind !== 'moderation_decision') return path
  return `/appeal/${createAppealToken(config.JWT_SECRET, payload.entry)}`
}
