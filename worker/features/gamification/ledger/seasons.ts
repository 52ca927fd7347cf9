/** First and last day, as month and day in UTC. */
const seasons = {
  new_year: ['01-01', '01-07'],
  spring: ['03-20', '06-20'],
  summer: ['06-21', '08-31'],
  back_to_school: ['09-01', '09-30'],
  halloween: ['10-24', '11-02'],
  winter: ['12-01', '12-31'],
} as const
export type SeasonName = keyof typeof seasons
const seasonNames = Object.keys(seasons) as SeasonName[]

export function seasonsAt(at: number): string[] {
  const day = new Date(at).toISOString()
  const monthDay = day.slice(5, 10)
  return seasonNames
    .filter((name) => seasons[name][0] <= monthDay && monthDay <= seasons[name][1])
    .map((name) => `${name}-${day.slice(0, 4)}`)
}
