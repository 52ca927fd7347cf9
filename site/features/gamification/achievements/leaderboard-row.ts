import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { reportMember } from '#site/ui/report-member.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { LeaderboardEntry } from '#worker/features/gamification/leaderboard/contract.ts'

type LeaderboardRowProps = { entry: LeaderboardEntry; isMe: boolean }

export function leaderboardRow(
  { locale }: PageContext,
  { entry, isMe }: LeaderboardRowProps,
): Html {
  const { rank, username, avatar_url: avatar, level, xp } = entry
  return html`<li
    class="${classes('leaderboard-row', isMe && 'leaderboard-me')}"
    ${attributes({ 'aria-current': isMe && 'true' })}
  >
    <span class="leaderboard-rank display figures">${rank}</span>
    <img src="${avatar}" alt="" width="36" height="36" loading="lazy" />
    <span class="leaderboard-who">
      <b>${username}</b> <span class="quiet figures">${m.rewards_level({ level })}</span>
    </span>
    <span class="leaderboard-xp figures">
      ${m.leaderboard_xp({ xp: formatCount(xp, locale) })}
    </span>
    ${isMe ? undefined : reportMember(username)}
  </li>`
}
