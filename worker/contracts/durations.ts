/** In milliseconds; without imports, so that pages' scripts may use them too. */
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
