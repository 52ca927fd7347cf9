import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { participationAnswers } from '#worker/db/schema/events.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'
import { insertInto, insertRow } from './rows.ts'

type Environment = Pick<TestApi, 'environment'>

export async function placeProfile(
  worker: Environment,
  userId: number,
  at: number,
): Promise<number> {
  const id = await insertRow(worker, streamers, {
    displayName: 'mark-streamers',
    nameKey: `streamer-${userId}`,
    userId,
    createdAt: at,
  })
  await insertRow(worker, streamingAccounts, {
    streamerId: id,
    platform: 'twitch',
    name: `mark_streaming_accounts_${userId}`,
    nameKey: `mark_streaming_accounts_${userId}`,
    verifiedAt: at,
    createdAt: at,
  })
  return id
}

/** Where they removed themselves, under the name that they had there. */
export async function placeAnswer(
  worker: Environment,
  { streamerId, eventId, at }: { streamerId: number; eventId: number; at: number },
): Promise<void> {
  await insertInto(worker, participationAnswers, {
    eventId,
    streamerId,
    answer: 'removed',
    answeredAt: at,
    displayName: 'mark-participation_answers',
  })
}
