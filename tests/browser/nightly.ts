/**
 * Tests that repeat with another theme, width, language, zone or place what one beside them shows. Each line
 * has a file and, as a regular expression, titles in it. `npm test` leaves them out, `npm run nightly` runs
 * them; a title that is not here is in `npm test`.
 */
const repetitions: Record<string, string> = {
  achievements: '(light at 320|dark at 1280) px$|under (/|/es)$',
  calendar:
    '(light theme at 390|dark theme at 1280) px$|hour of (UTC|.*Paris|.*Kolkata)$|agenda comes|month comes at 390',
  'calendar-week': 'hour of (UTC|.*Mexico_City)$|comes at 1280|the light theme',
  'date-styles': '(dmy|ymd), .* en-US|(order|mdy), .* fr-FR',
  'display-choices': '(320|1024) px|of a (category|language|platform)',
  'event-page': 'the clipboard refuses|Outlook',
  filters: 'with reduce for motion',
  'first-visit':
    'a (follow|calendar entry|proposal) survives sign-up in one|a calendar entry .* verified|a (hype|follow|proposal) .* with (google|twitch)$|a hype .* login and a new password|Madrid',
  'forced-colors':
    'of /(calendar|search|streamers|games|articles|login|discover|achievements|profile|admin)',
  'leaderboard-admin': '(light at 390|dark at 1280) px$|in (en|es)$',
  lists:
    '/(games|streamers|events/groups|articles) .* without JavaScript|in /games$|/(es|fr)/events says|observes nothing',
  'narrow-phones': 'at 390 px$|on /es/',
  'no-script': 'the dark theme',
  onboarding: 'outlives it at 1280',
  'onboarding-import': '390 by 664|390 by 844, consent open|1280 by 800, consent given',
  'page-transitions': 'with reduce|at 1280',
  pages: 'in en, dark, at 1280',
  'platform-pictures': 'at 1280',
  print: '/(events|calendar\\?view=(agenda|week)) is',
  'profile-page': '(light at 320|dark at 1280) px$|(in|speaks) es|says in en',
  'proposal-wizard': 'at 1280',
  'rewards-choice': '(light at 390|dark at 1280) px$|under (/|/es)$|from /profile',
  'screen-reader': 'in es$',
  'short-screens': 'leave /(events|calendar|profile|admin/articles).* most',
  'streamed-page': 'at 1280',
  time: 'hour in (Europe.* spring|America.* spring|Asia.* autumn|Pacific)|Tonight .*(Paris.* autumn|Mexico_City.* spring|Tokyo)',
  'your-next': 'at 1280',
}

/** Playwright compares it with the project, the file and the titles, joined by spaces. */
export const repetition = new RegExp(
  Object.entries(repetitions)
    .map(([file, titles]) => `\\b${file}\\.spec\\.ts .*(?:${titles})`)
    .join('|'),
)
