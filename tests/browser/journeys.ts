/**
 * Journeys that `npm test` shows in a browser: for each file, titles in it as a regular expression. Other
 * tests of the files, and repetitions with another theme, width, language, zone or place, are a part of
 * `npm run nightly`.
 */
const journeysOfFiles: Record<string, string> = {
  'after-code': 'in few actions',
  accounts: 'replaced by the mailed link|brings somebody new in|never leads to another site',
  bell: 'counts, lists, marks one|stands on the event’s page',
  calendar: 'keyboard through days, weeks|is whole without JavaScript|takes the rows of the server',
  'calendar-week': 'shows three days',
  campaigns: 'is written, previewed',
  catalogue: 'who follows comes back',
  combobox: 'Escape closes',
  decisions: 'appeals without login',
  'display-choices': 'the page follows',
  editor: 'a group, from',
  'event-page': 'survive a reload|adds to iCal|asked of the platform',
  filters: 'one control has the time|applies at once',
  'first-visit': 'a hype survives sign-up in one|in Madrid see the same instant',
  folding: 'on the first screen of a phone|open without JavaScript',
  frame: 'offers two equal buttons|script is gone reloads|tab bar has',
  'group-dates': 'hypes all its dates',
  'late-scripts': 'counts once|logs in once',
  layout: 'one hype button of an event|begins with proposals',
  lists: 'loads three pages',
  live: 'says what its platform says',
  loop: 'two reminders on every channel',
  members: 'by keyboard alone',
  moderation: 'by keyboard and on a phone|an act is taken back',
  'my-agenda': 'takes it back in place|one tap to follow',
  'my-calendars': 'secret calendar link',
  'my-schedules': 'imports a calendar file',
  onboarding: 'three steps on a wide screen',
  operations: 'sent again',
  'own-change': 'in three actions at 390 px',
  pages: 'en, light, at 390|not-found|for the member who opens it|without JavaScript',
  passkeys: 'adds a passkey',
  profile: 'changes the password|are deleted with the account',
  'profile-page': 'before the page is alive|one tap on a phone|in four actions',
  'proposal-wizard': 'the end is suggested',
  push: 'switches pushes|leads to its page|offers it',
  reports: 'by keyboard alone|answered by mail',
  restore: 'brings nobody back',
  rewards: 'are shown once',
  terms: 'by a password|stay above the page',
  search: 'by keyboard alone',
  sessions: 'a hype or a follow',
  'sign-in-code': 'counts only then|message beside the field',
  'streamer-schedules': '',
  time: 'not the reader’s|Paris, before and after the midnight of the spring',
  'video-link': 'to a premiere|once the code is entered',
  'weekly-proposal': '',
  'your-next': 'in every tab',
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
