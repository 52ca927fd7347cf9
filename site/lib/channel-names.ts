import { m } from '#site/lib/messages.ts'
import type { ServedChannel } from '#worker/features/notifications/kinds.ts'

export const channelNames: Record<ServedChannel, () => string> = {
  email: m.channel_email,
  discord: m.channel_discord,
  in_app: m.channel_in_app,
  push: m.channel_push,
}
