/** The time around which sets are generated and requests are made: live events stay live. */
export const scaleNow = Date.UTC(2026, 11, 1, 18)

export type Scale = {
  events: number
  streamers: number
  games: number
  groups: number
  users: number
  hypes: number
  streamerFollows: number
  gameFollows: number
  /** Entries of the XP ledger. */
  ledger: number
}
export const scales = {
  large: {
    events: 100_000,
    streamers: 50_000,
    games: 5_000,
    groups: 500,
    users: 200_000,
    hypes: 2_000_000,
    streamerFollows: 500_000,
    gameFollows: 200_000,
    ledger: 5_000_000,
  },
  small: {
    events: 1_000,
    streamers: 500,
    games: 50,
    groups: 20,
    users: 2_000,
    hypes: 20_000,
    streamerFollows: 5_000,
    gameFollows: 2_000,
    ledger: 50_000,
  },
} satisfies Record<string, Scale>
export type ScaleName = keyof typeof scales

export type Row = (string | number | null)[]

export const hour = 3_600_000
export const day = 24 * hour
