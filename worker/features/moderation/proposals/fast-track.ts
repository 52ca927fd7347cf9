/** From this trust on, a proposal approves itself after a while in which moderators may object. */
export const fastTrackTrust = 80
export const fastTrackMs = 30 * 60_000
