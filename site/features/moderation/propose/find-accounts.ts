import type { Suggestion } from '#site/ui/fields/suggestions.ts'
import type { Api } from '#site/lib/api.ts'
import { accountKey, platformIds, type Platform } from '#worker/contracts/platforms.ts'

export type ChannelAccount = { platform: Platform; name: string }

/** `value` is `platform:name`. */
export function parseAccount(value: string): ChannelAccount | undefined {
  const platform = platformIds.find((platformId) => value.startsWith(`${platformId}:`))
  const name = platform && value.slice(platform.length + 1)
  return name ? { platform, name } : undefined
}

export function toAccountSuggestion({ platform, name }: ChannelAccount): Suggestion {
  return { value: `${platform}:${name}`, label: name }
}

export function includesAccount(
  accounts: ChannelAccount[],
  platform: string,
  name: string,
): boolean {
  const wantedKey = accountKey(name.trim())
  return accounts.some(
    (account) => account.platform === platform && accountKey(account.name) === wantedKey,
  )
}

/** None where the server cannot be asked. */
export async function findOwnAccounts(api: Pick<Api, 'get'>): Promise<ChannelAccount[]> {
  const ownAccounts = await api.get('users/me/streaming_accounts').catch(() => ({ items: [] }))
  return ownAccounts.items.filter(({ is_verified }) => is_verified)
}

export async function suggestAccounts(
  api: Pick<Api, 'get'>,
  { text, platform, own }: { text: string; platform: Platform | ''; own: ChannelAccount[] },
): Promise<Suggestion[]> {
  const searchText = text.trim()
  const query = { q: searchText, limit: 10, ...(platform ? { platform } : {}) }
  const streamerPage = searchText
    ? await api.get('streamers', { query }).catch(() => ({ items: [] }))
    : { items: [] }
  const accounts = [...own, ...streamerPage.items.flatMap(({ accounts }) => accounts)]
  const suggestions = accounts
    .filter((account) => !platform || account.platform === platform)
    .map(toAccountSuggestion)
  return suggestions.filter(
    ({ value }, index) =>
      suggestions.findIndex((suggestion) => suggestion.value === value) === index,
  )
}
