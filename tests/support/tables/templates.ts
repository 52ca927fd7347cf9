import { dataTemplates } from './data-templates.ts'
import {
  articleOf,
  each,
  entryOf,
  eventsOf,
  facesOf,
  gameOf,
  groupsOf,
  nextOf,
  page,
  participantOf,
  sampleNotices,
  seriesOf,
  streamerOf,
  weekOf,
} from '#tests/support/factories/views.ts'
import { articleCard } from '#site/features/articles/article-card.ts'
import { articleFacts } from '#site/features/articles/article-facts.ts'
import { weekPick } from '#site/features/articles/week-pick.ts'
import { followButton } from '#site/features/directory/follow-button.ts'
import { gameCard } from '#site/features/directory/game-card.ts'
import { gameStrip } from '#site/features/directory/game-strip.ts'
import { groupCard } from '#site/features/directory/group-card.ts'
import { nextDate } from '#site/features/directory/next-date.ts'
import { streamerCard } from '#site/features/directory/streamer-card.ts'
import { streamerStrip } from '#site/features/directory/streamer-strip.ts'
import { mutedNote } from '#site/features/events/muting/muted-note.ts'
import { daySection } from '#site/features/events/day-section.ts'
import { eventDays } from '#site/features/events/event-days.ts'
import { countdown } from '#site/features/events/countdown.ts'
import { dateBlock } from '#site/features/events/date-block.ts'
import { timeLeft } from '#site/features/events/time-left.ts'
import { nextEventCard } from '#site/features/events/home/your-next/next-card.ts'
import { liveRows, weekDays } from '#site/features/notifications/planned/my-week.ts'
import { plannedNotifications } from '#site/features/notifications/planned/planned-notifications.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { eventFacts } from '#site/features/events/event-facts.ts'
import { eventLink } from '#site/features/events/event-link.ts'
import { eventRow } from '#site/features/events/event-row.ts'
import { eventTime } from '#site/features/events/event-time.ts'
import { eventWhen } from '#site/features/events/event-when.ts'
import { tonightBoard } from '#site/features/events/home/tonight-board.ts'
import { liveCards } from '#site/features/events/live-cards.ts'
import { marathonStrip } from '#site/features/events/marathon-strip.ts'
import { poster } from '#site/features/events/poster.ts'
import { titledPoster } from '#site/features/events/titled-poster.ts'
import { raw } from '#site/ui/html.ts'
import { lettered, namedPicture } from '#site/ui/lettered.ts'
import { rowMenuItems } from '#site/features/events/row-menu/row-menu-items.ts'
import { facePicture, singleEventRow } from '#site/features/events/single-row.ts'
import { seriesDates } from '#site/features/events/series-dates.ts'
import { seriesRhythm } from '#site/features/events/series-rhythm.ts'
import { zoneNote } from '#site/features/events/zone-note.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { hypeDatesButton } from '#site/features/hype/hype-dates-button.ts'
import { hypeFaces } from '#site/features/hype/hype-faces.ts'
import { hypePromise } from '#site/features/hype/hype-promise.ts'
import { participantsSection } from '#site/features/directory/participation/participants.ts'
import { liveBadge } from '#site/features/live/live-badge.ts'
import { consentNotice } from '#site/features/accounts/consent/consent-notice.ts'
import { leaderboardRow } from '#site/features/gamification/achievements/leaderboard-row.ts'
import { bell } from '#site/features/notifications/bell/bell.ts'
import { accountMenu } from '#site/layouts/shell/account-menu.ts'
import { footer } from '#site/layouts/shell/footer.ts'
import { header } from '#site/layouts/shell/header.ts'
import { languageLinks } from '#site/layouts/shell/language-links.ts'
import { sheetFrame } from '#site/features/hype/email-sheet/sheet-frame.ts'
import { languageOffer } from '#site/layouts/shell/language-offer.ts'
import { legalLinks } from '#site/layouts/shell/legal-links.ts'
import { logo } from '#site/layouts/shell/logo.ts'
import { announcementLine } from '#site/layouts/shell/announcement-line.ts'
import { signupTerms, uploadLicense } from '#site/ui/terms-lines.ts'
import { offlineLine } from '#site/layouts/shell/offline-line.ts'
import { settingsButton } from '#site/layouts/shell/settings-button.ts'
import { tabBar } from '#site/layouts/shell/tab-bar.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { icon } from '#site/ui/icon.ts'
import { drawIcon, islandIcon } from '#site/ui/island-icon.ts'
import { picture } from '#site/ui/picture.ts'
import { platformName } from '#site/ui/platform-name.ts'
import { notifiedAt } from '#site/features/notifications/bell/notified-at.ts'
import { timeDistance, time } from '#site/ui/time.ts'
import { calendarTemplates } from '#tests/support/tables/calendar-templates.ts'
import { searchTemplates } from '#tests/support/tables/search-templates.ts'
import type { TemplateTable } from '#tests/support/factories/views.ts'

/** By file and function: the template with `text` wherever data or a person's words stand. */
export const templates: TemplateTable = {
  ...calendarTemplates,
  ...searchTemplates,
  'site/features/articles/article-card.ts': {
    articleCard: (text) => articleCard(page, { article: articleOf(text) }),
  },
  'site/features/articles/article-facts.ts': {
    articleFacts: (text) =>
      [true, false].map((isFull) => articleFacts(page, { article: articleOf(text), isFull })),
  },
  'site/features/articles/week-pick.ts': {
    weekPick: (text) => each(text, (event, all) => weekPick(page, event, all)),
  },
  'site/features/directory/follow-button.ts': {
    followButton: (name) => followButton(page, { kind: 'game', id: 1, name, followers: 2 }),
  },
  'site/features/directory/game-card.ts': {
    gameCard: (text) => gameCard(page, { game: gameOf(text) }),
  },
  'site/features/directory/game-strip.ts': {
    gameStrip: (text) => gameStrip(page, [gameOf(text)]),
  },
  'site/features/directory/group-card.ts': {
    groupCard: (text) => groupsOf(text).map((group) => groupCard(page, { group, heading: 'h2' })),
  },
  'site/features/directory/next-date.ts': {
    nextDate: () => [null, nextOf('exact'), nextOf('tba')].map((next) => nextDate(page, next)),
  },
  'site/features/directory/streamer-card.ts': {
    streamerCard: (text) => streamerCard(page, { streamer: streamerOf(text) }),
  },
  'site/features/directory/streamer-strip.ts': {
    streamerStrip: (text) => streamerStrip(page, [streamerOf(text)]),
  },
  'site/features/events/event-days.ts': {
    eventDays: (text) => eventDays(page, eventsOf(text)),
  },
  'site/features/events/muting/muted-note.ts': {
    mutedNote: () => [mutedNote(), mutedNote({ count: 2, areShown: true })],
  },
  'site/features/events/day-section.ts': {
    daySection: () => daySection(page, '2026-11-20', []),
  },
  'site/features/events/time-left.ts': {
    timeLeft: (text) => each(text, (event) => timeLeft(event, utcTimeContext('en', page.ctx.now))),
  },
  'site/features/events/home/your-next/next-card.ts': {
    nextEventCard: (text) =>
      each(text, (event) =>
        nextEventCard(page, { event, is_hyped: true }, utcTimeContext('en', page.ctx.now)),
      ),
  },
  'site/features/notifications/planned/my-week.ts': {
    weekDays: (text) => each(text, (event) => weekDays(page, weekOf(event, text))),
    liveRows: (text) => each(text, (event) => liveRows(page, weekOf(event, text))),
  },
  'site/features/notifications/planned/planned-notifications.ts': {
    plannedNotifications: (text) =>
      each(text, (event) => plannedNotifications(page, { event, notices: sampleNotices })),
  },
  'site/features/events/event-facts.ts': {
    eventFacts: (text) => each(text, (event) => eventFacts(page, event)),
  },
  'site/features/events/event-link.ts': {
    eventLink: (text) =>
      each(text, (event) => [eventLink(page, event), eventLink(page, event, text)]),
  },
  'site/features/events/event-row.ts': {
    eventRow: (text) =>
      each(text, (event) => [eventRow(page, { event }), eventRow(page, { event, isDated: true })]),
  },
  'site/features/events/single-row.ts': {
    singleEventRow: (text) => each(text, (event) => singleEventRow(page, { event })),
    facePicture: (text) => each(text, facePicture),
  },
  'site/features/events/event-time.ts': {
    unknownHourText: () => undefined,
    eventTime: (text) =>
      each(text, (event) => [true, false].map((is) => eventTime(page, event, is))),
  },
  'site/features/events/event-when.ts': {
    eventWhen: (text) => each(text, (event) => eventWhen(page, event)),
  },
  'site/features/events/home/tonight-board.ts': {
    tonightBoard: (text) =>
      [eventsOf(text), []].map((candidates) =>
        tonightBoard(page, { candidates, starts: [3], liveCount: 2 }),
      ),
  },
  'site/features/events/live-cards.ts': { liveCards: (text) => liveCards(page, eventsOf(text)) },
  'site/features/events/marathon-strip.ts': {
    marathonStrip: (text) => marathonStrip(page, eventsOf(text)),
  },
  'site/features/events/poster.ts': { poster: (text) => each(text, (event) => poster({ event })) },
  'site/features/events/titled-poster.ts': {
    titledPoster: (text) => each(text, (event) => titledPoster(page, { event })),
  },
  'site/features/events/row-menu/row-menu-items.ts': {
    rowMenuItems: (text) =>
      [undefined, { platform: 'twitch', account: text, name: text }].map((channel) =>
        rowMenuItems({ slug: text, name: text, url: text, start: text, channel, streamer: text }),
      ),
  },
  'site/features/events/series-dates.ts': {
    seriesDates: (text) => each(text, (event) => seriesDates(page, event, seriesOf(text))),
  },
  'site/features/events/series-rhythm.ts': {
    seriesRhythm: (text) => each(text, (event) => seriesRhythm(page, event, seriesOf(text))),
  },
  'site/features/events/zone-note.ts': { zoneNote },
  'site/features/hype/hype-button.ts': {
    hypeButton: (text) =>
      each(text, (event) => [
        hypeButton(page, { event }),
        hypeButton(page, { event, size: 'short' }),
      ]),
  },
  'site/features/hype/hype-dates-button.ts': {
    hypeDatesButton: (name) => hypeDatesButton({ dates: 'group-1', name, count: 2, ids: [1, 2] }),
  },
  'site/features/live/live-badge.ts': {
    liveBadge: (text) => each(text, (event) => liveBadge(event, { class: text })),
  },
  'site/features/accounts/consent/consent-notice.ts': { consentNotice: () => consentNotice('en') },
  'site/features/gamification/achievements/leaderboard-row.ts': {
    leaderboardRow: (text) =>
      [true, false].map((isMe) => leaderboardRow(page, { entry: entryOf(text), isMe })),
  },
  'site/features/notifications/bell/bell.ts': { bell: () => bell('en') },
  'site/layouts/shell/account-menu.ts': { accountMenu: () => accountMenu('en') },
  'site/layouts/shell/footer.ts': {
    footer: (text) =>
      [true, false].map((isDemo) => footer({ locale: 'en', path: `/${text}` }, isDemo)),
  },
  'site/layouts/shell/header.ts': { header: (text) => header('en', `/${text}`) },
  'site/layouts/shell/language-links.ts': {
    languageLinks: (text) => languageLinks({ locale: 'fr', path: `/fr/${text}` }),
  },
  'site/layouts/shell/language-offer.ts': {
    languageOffer: (text) => languageOffer({ locale: 'en', path: `/${text}` }),
  },
  'site/layouts/shell/legal-links.ts': { legalLinks: () => legalLinks('en') },
  'site/layouts/shell/logo.ts': { logo: () => logo('en') },
  'site/layouts/shell/announcement-line.ts': { announcementLine },
  'site/layouts/shell/offline-line.ts': { offlineLine },
  'site/ui/terms-lines.ts': {
    signupTerms: () => signupTerms('en'),
    uploadLicense: () => uploadLicense('en'),
  },
  'site/layouts/shell/settings-button.ts': { settingsButton: (text) => settingsButton(text) },
  'site/features/hype/email-sheet/sheet-frame.ts': { sheetFrame: () => sheetFrame() },
  'site/layouts/shell/tab-bar.ts': { tabBar: (text) => tabBar('en', `/${text}`) },
  'site/features/events/countdown.ts': {
    countdown: (text) => countdown(page, { at: '2026-11-20T20:00:00Z', class: text }),
  },
  'site/features/events/date-block.ts': {
    dateBlock: (text) => each(text, (event) => dateBlock(page, event)),
  },
  'site/features/hype/hype-faces.ts': {
    hypeFaces: (text) => hypeFaces(page, { faces: facesOf(text), count: 9 }),
  },
  'site/features/hype/hype-promise.ts': {
    hypePromise: (text) => each(text, (event) => hypePromise(page, event)),
  },
  'site/features/directory/participation/participants.ts': {
    participantsSection: (text) =>
      participantsSection(page, [
        participantOf(text),
        { ...participantOf(text), streamer_id: null },
      ]),
  },
  'site/ui/calendar-day.ts': {
    calendarDay: (text) => calendarDay(page, { day: '2026-11-20', class: text }),
  },
  'site/ui/island-icon.ts': {
    drawIcon: () => drawIcon('<path/>', 18),
    islandIcon: () => islandIcon('group'),
  },
  'site/ui/icon.ts': { icon: () => icon('heart', 18) },
  'site/ui/lettered.ts': {
    lettered: (text) => [lettered({ kind: 'poster', class: text, ground: raw(''), text })],
    namedPicture: (text) =>
      [`uploads/${text}`, `drawn/${text}`].map((path) =>
        namedPicture({ kind: 'spine', text, path, drawn: path, width: 1, height: 1 }),
      ),
  },
  'site/ui/picture.ts': {
    picture: (text) =>
      [`uploads/${text}`, `drawn/${text}`].map((path) =>
        picture({ path, drawn: `drawn/${text}`, alt: text, class: text, width: 1, height: 1 }),
      ),
  },
  ...dataTemplates,
  'site/ui/platform-name.ts': { platformName: () => platformName('twitch') },
  'site/ui/time.ts': {
    time: (text) => time(page, { at: '2026-11-20T20:00:00Z', as: 'when', class: text }),
    timeDistance: (text) =>
      [undefined, text].map((beyond) =>
        timeDistance(page, { at: '2027-11-20T20:00:00Z', class: text, beyond }),
      ),
  },
  'site/features/notifications/bell/notified-at.ts': {
    notifiedAt: () => notifiedAt(page, '2026-11-20T20:00:00Z'),
  },
}
