export type RowEvent = {
  slug: string
  name: string
  url: string
  start: string | undefined
  channel: { platform: string; account: string; name: string | undefined } | undefined
  /** Owner of the channel. */
  streamer: string | undefined
}

/** Facts that a row of a list holds of its event. */
export function readRowEvent(row: HTMLElement): RowEvent | undefined {
  const link = row.querySelector<HTMLAnchorElement>('.whole-link')
  if (!link) return undefined
  const { traits = '', start } = row.dataset
  const channelName = row.querySelector('.event-facts > .platform + span')?.textContent
  return {
    slug: decodeURIComponent(link.pathname.split('/').at(-1) ?? ''),
    name: link.textContent.trim(),
    url: link.href,
    start: 'day' in row.dataset ? undefined : start,
    channel: readChannel(traits, channelName),
    streamer: /streamer-(\d+) \S+%2F/.exec(traits)?.[1],
  }
}

/** The trait of the channel, `twitch%2Fzerator`, is the only one with a slash. */
function readChannel(traits: string, name: string | undefined): RowEvent['channel'] {
  const trait = traits.split(' ').find((word) => word.includes('%2F'))
  if (trait === undefined) return undefined
  const [platform = '', account = ''] = decodeURIComponent(trait).split('/')
  return { platform, account, name }
}
