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
    sections: {
      hyped: m.hyped_title,
      follows: m.follows_title,
      calendars: m.my_feeds_title,
    },
  },
  notifications: {
    title: m.notifications_title,
    path: paths.myNotifications,
    sections: {
      notifications: m.notifications_title,
      reach: m.notification_preferences_title,
      discord: m.discord_title,
    },
  },
  account: {
    title: m.profile_account_title,
    path: paths.profile,
    sections: {
      account: m.profile_account_title,
      password: m.password,
      'sign-in': m.sign_in_title,
      passkeys: m.passkeys_title,
      devices: m.devices_title,
      preferences: m.profile_preferences_title,
      rewards: m.rewards_title,
      streamer: m.my_streamer_title,
      proposals: m.my_proposals_title,
      data: m.my_data_title,
    },
  },
} as const satisfies Record<string, TabDescription>

export type ProfileTab = keyof typeof profileTabs
type TabSectionId<Name extends ProfileTab> = keyof (typeof profileTabs)[Name]['sections']
export type ProfileSectionId = { [Name in ProfileTab]: TabSectionId<Name> }[ProfileTab]

const { agenda, notifications, account } = profileTabs
export const sectionTitles: Record<ProfileSectionId, () => string> = {
  ...agenda.sections,
  ...notifications.sections,
  ...account.sections,
}

export function listOtherSections(current: ProfileTab, locale: Locale): Record<string, string> {
  const others = Object.entries<TabDescription>(profileTabs).filter(([name]) => name !== current)
  return Object.fromEntries(
    others.flatMap(([, { path, sections }]) =>
      Object.keys(sections).map((id) => [id, path(locale)] as const),
    ),
  )
}
