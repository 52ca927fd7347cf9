/**
 * Journeys that `npm test` shows in a browser, those of the product's promises: for each file, titles in it
 * as a regular expression. Each file more starts a site more. All other tests, and repetitions with another
 * theme, width, language, zone or place, are a part of `npm run nightly`.
 */
const journeysOfFiles: Record<string, string> = {
  calendar: 'keyboard through days, weeks|is whole without JavaScript|takes the rows of the server',
  decisions: 'appeals without login',
  filters: 'applies at once',
  'first-visit': 'a hype survives sign-up in one|in Madrid see the same instant',
  folding: 'on the first screen of a phone|open without JavaScript',
  frame: 'offers two equal buttons',
  live: 'says what its platform says',
  loop: 'two reminders on every channel',
  moderation: 'by keyboard and on a phone|an act is taken back',
  'own-change': 'in three actions at 390 px',
  pages: 'en, light, at 390|not-found|for the member who opens it|without JavaScript',
  profile: 'are deleted with the account',
  'proposal-wizard': 'the end is suggested',
  push: 'switches pushes|leads to its page|offers it',
  reports: 'by keyboard alone|answered by mail',
  search: 'by keyboard alone',
  'sign-in-code': 'counts only then|message beside the field',
  terms: 'by a password|stay above the page',
  time: 'not the reader’s|Paris, before and after the midnight of the spring',
}

/** Playwright compares each with the project, the file and the titles, joined by spaces. */
const patterns = Object.entries(journeysOfFiles).map(
  ([file, titles]) => `(?<![\\w-])${file}\\.spec\\.ts\\b.*(?:${titles})`,
)
export const journeys = new RegExp(patterns.join('|'))

/** Journeys that no test shows, of tests named as above. */
export function listUnknownJourneys(tests: readonly string[]): string[] {
  return Object.entries(journeysOfFiles).flatMap(([file, titles]) => {
    const own = tests.filter((test) => test.includes(` ${file}.spec.ts `))
    return titles
      .split('|')
      .filter((title) => !own.some((test) => new RegExp(title).test(test)))
      .map((title) => `${file}: ${title}`)
  })
}
