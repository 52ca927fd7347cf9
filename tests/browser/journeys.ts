/**
 * Journeys that `npm test` shows in a browser: for each file, titles in it as a regular expression. Other
 * tests of the files, and repetitions with another theme, width, language, zone or place, are a part of
 * `npm run nightly`.
 */
export const journeysOfFiles: Record<string, string> = {
  'after-code': 'in few actions|streamers step',
  accounts:
    'leads to login and back|says what is wrong beside|replaced by the mailed link|brings somebody new in|is deleted by the mailed link|never leads to another site',
  bell: 'counts, lists, marks one|stands on the event’s page|on a card, is done|that fails goes back',
  calendar:
    'keyboard through days, weeks|is whole without JavaScript|brings month and view again|lists today below|takes the rows of the server',
  'calendar-week': 'moves by keyboard|shows three days|keeps week and view',
  campaigns: 'is written, previewed',
  catalogue: 'who follows comes back|more games come',
  combobox: 'arrows move round|Escape closes',
  'delivery-times': 'quiet hours',
  'display-choices': 'the page follows|of a channel are in no list',
  editor: 'a group, from|something unsaved',
  'event-page': 'survive a reload|picked from the suggestions|adds to iCal|asked of the platform',
  filters: 'one control has the time|applies at once',
  'first-visit': 'a hype survives sign-up in one|the same instant alike',
  folding: 'on the first screen of a phone|open without JavaScript',
  frame:
    'offers two equal buttons|script is gone reloads|theme at once|language is offered|is a real navigation|tab bar has',
  'group-dates': 'hypes all its dates',
  'late-scripts': '',
  layout: 'one hype button of an event|begins with proposals',
  'leaderboard-admin': 'corrects XP',
  lists: 'loads three pages|in /streamers',
  live: 'says what its platform says',
  loop: 'two reminders on every channel',
  members: 'by keyboard alone',
  moderation:
    'by keyboard and on a phone|two moderators who race|an act is taken back|online at once',
  'my-agenda': 'takes it back in place|back to what was pressed|one tap to follow',
  'my-calendars': 'secret calendar link',
  'my-schedules': 'imports a calendar file',
  'no-script': 'in the light theme',
  onboarding: 'three steps on a wide screen',
  operations: '',
  'own-change': 'moves an event',
  pages: 'en, light, at 390|not-found|for the member who opens it|without JavaScript',
  participation: 'answers there',
  passkeys: 'adds a passkey',
  pictures: 'without a shift',
  profile:
    'changes the password|until the link to the new one|are deleted with the account|downloaded as one file|nothing changed',
  'profile-page':
    'before the page is alive|has one navigation|one tap on a phone|in four actions|taller than',
  'proposal-wizard': 'the end is suggested',
  push: 'switches pushes|leads to its page|offers it',
  reports: 'by keyboard alone',
  rewards: 'are shown once',
  'rewards-choice': 'off in every tab at once',
  search: 'by keyboard alone|links narrow down',
  sessions: 'a hype or a follow|is renewed once',
  'sign-in-code': 'counts only then|message beside the field',
  'streamer-schedules': '',
  time: 'not the reader’s|Paris, before and after the midnight of the spring|zone is named',
  'video-link': 'to a premiere|once the code is entered',
  'weekly-proposal': '',
  'your-next': 'in every tab',
}

/** Playwright compares it with the project, the file and the titles, joined by spaces. */
export const journeys = new RegExp(
  Object.entries(journeysOfFiles)
    .map(([file, titles]) => journeyPattern(file, titles))
    .join('|'),
)

export function journeyPattern(file: string, titles: string): string {
  return `(?<![\\w-])${file}\\.spec\\.ts\\b.*(?:${titles})`
}
