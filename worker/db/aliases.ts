import { users } from './schema/accounts.ts'
import { eventGroups, games, streamers, streamingAccounts } from './schema/directory.ts'
import { eventParticipants, events, participationAnswers } from './schema/events.ts'
import { alias } from './write-sql.ts'

export const a = alias(streamingAccounts, 'a')
export const e = alias(events, 'e')
export const eg = alias(eventGroups, 'eg')
export const g = alias(games, 'g')
export const p = alias(eventParticipants, 'p')
export const r = alias(participationAnswers, 'r')
export const s = alias(streamers, 's')
export const u = alias(users, 'u')
