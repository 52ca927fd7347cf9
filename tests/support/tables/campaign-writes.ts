import type { Write } from '#tests/support/tables/panel-writes.ts'

type Panel = {
  /** An unused name. */
  fresh: (word: string) => string
  make: (path: string, body?: unknown) => Promise<{ ids: [number] }>
  /** Lets the admin consent to marketing mail. */
  consent: () => Promise<unknown>
  /** Has a draft be sent without the queue, which would come to its end before the call. */
  setSending: (id: number) => Promise<unknown>
}

/** The campaign calls, for the table of all writes of the panel. */
export function campaignWrites({ fresh, make, consent, setSending }: Panel): Record<string, Write> {
  const text = { subject: 'Hello', markdown: 'Hi' }
  const draft = () => ({
    name: fresh('Campaign'),
    texts: { en: text, es: text, fr: text },
    audience: { languages: [], streamer_ids: [], game_ids: [] },
    falls_back_to_english: false,
  })

  const place = () => make('campaigns', draft())

  return {
    'POST /admin/campaigns': {
      entry: 'create campaign',
      again: '409 campaign_name_taken',
      by: 'admin',
      place: () => ({ body: draft() }),
    },
    'POST /admin/campaigns/preview': {
      by: 'admin',
      place: () => ({ body: { ...text, language: 'en' } }),
    },
    'POST /admin/campaigns/recipients': {
      // Members may have agreed to it since.
      again: '200',
      by: 'admin',
      place: () => ({
        body: {
          audience: { languages: [], streamer_ids: [], game_ids: [] },
          languages: ['en'],
          falls_back_to_english: false,
        },
      }),
    },
    'PUT /admin/campaigns/{id}': {
      entry: 'edit campaign',
      by: 'admin',
      place: async () => ({ ...(await place()), body: { ...draft(), revision: 0 } }),
    },
    'DELETE /admin/campaigns/{id}': {
      entry: 'delete campaign',
      again: '404 campaign_not_found',
      by: 'admin',
      place: () => place(),
    },
    'POST /admin/campaigns/{id}/test': {
      entry: 'test campaign',
      by: 'admin',
      place: async () => ({ ...(await place()), body: { language: 'fr' } }),
    },
    'POST /admin/campaigns/{id}/send': {
      entry: 'send campaign',
      // Its counts have changed.
      again: '200',
      by: 'admin',
      async place() {
        await consent()
        return { ...(await place()), body: { revision: 0 } }
      },
    },
    'POST /admin/campaigns/{id}/stop': {
      entry: 'stop campaign',
      by: 'admin',
      async place() {
        const campaign = await place()
        await setSending(campaign.ids[0])
        return campaign
      },
    },
  }
}
