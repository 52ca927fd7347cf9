import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'

type TabDescription = {
  title: () => string
  path: (locale: Locale) => string
  /** Titles by id; a link names the id alone, and finds its tab. */
  sections: Record<string, () => string>
}

/** In the order of the tabs. */
export const profileTabs = {
  agenda: {
    title: m.my_agenda_title,
    path: paths.myAgenda,
    sections: { hyped: m.my_agenda_title },
  },
  notifications: {
    title: m.notifications_title,
    path: paths.myNotifications,
    sections: {
      reach: m.notification_preferences_title,
      discord: m.discord_title,
      notifications: m.notifications_latest_title,
    },
  },
  calendars: {
    title: m.my_feeds_title,
    path: paths.myCalendars,
    sections: { calendars: m.my_feeds_title },
  },
  events: {
    title: m.my_proposals_title,
    path: paths.myEvents,
    sections: { proposals: m.my_proposals_title },
  },
  account: {
    title: m.profile_account_title,
    path: paths.profile,
    sections: {
      account: m.profile_account_title,
      preferences: m.profile_preferences_title,
      rewards: m.rewards_title,
      data: m.my_data_title,
      reports: m.own_reports,
    },
  },
  security: {
    title: m.profile_security_title,
    path: paths.mySecurity,
    sections: {
      password: m.password,
      'sign-in': m.sign_in_title,
      passkeys: m.passkeys_title,
      devices: m.devices_title,
    },
  },
  follows: {
    title: m.follows_title,
    path: paths.myFollows,
    sections: { follows: m.follows_title },
  },
  streamer: {
    title: m.my_streamer_title,
    path: paths.myStreamer,
    sections: { streamer: m.my_streamer_title, schedules: m.schedules_title },
  },
} as const satisfies Record<string, TabDescription>

export type ProfileTab = keyof typeof profileTabs
type TabSectionId<Name extends ProfileTab> = keyof (typeof profileTabs)[Name]['sections']
export type ProfileSectionId = { [Name in ProfileTab]: TabSectionId<Name> }[ProfileTab]

const tabs = Object.values<TabDescription>(profileTabs)

export const sectionTitles = Object.assign({}, ...tabs.map(({ sections }) => sections)) as Record<
  ProfileSectionId,
  () => string
>

export function isPageTitle(id: ProfileSectionId): boolean {
  const title = sectionTitles[id]()
  return tabs.some((tab) => id in tab.sections && tab.title() === title)
}

export function listOtherSections(current: ProfileTab, locale: Locale): Record<string, string> {
  const others = Object.entries<TabDescription>(profileTabs).filter(([name]) => name !== current)
  return Object.fromEntries(
    others.flatMap(([, { path, sections }]) =>
      Object.keys(sections).map((id) => [id, path(locale)] as const),
    ),
  )
}
