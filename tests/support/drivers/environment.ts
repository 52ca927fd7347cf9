import { join } from 'node:path'
import type { ProposalLimits } from '#worker/contracts/proposal-limits.ts'
import { startEnvironment, type LocalEnvironment } from '#local/environment.ts'
import { query } from '#tests/support/factories/rows.ts'
import { reachDirectly } from '#tests/support/drivers/direct-database.ts'
import { createDataFolder } from '#tests/support/drivers/data-folder.ts'
import { startFakeDiscord, type FakeDiscord } from '#tests/support/fakes/fake-discord.ts'

export type CaughtMail = {
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Surroundings of a worker in a test: a fresh database, mail caught, Discord stood in for. */
export type TestEnvironment = {
  environment: LocalEnvironment
  /** Folder of uploads and queues, if the demo set has pictures there. */
  persist: string | undefined
  discord: FakeDiscord
  mails(to: string): Promise<CaughtMail[]>
  /** Rows of the test's database; each value in the text is bound. */
  sql<Row>(text: TemplateStringsArray, ...values: (string | number | null)[]): Promise<Row[]>
  close(): Promise<void>
}

/** Members of a test are new, and propose at will. */
export const noProposalLimits = {
  pending: 10_000,
  pendingDates: 10_000,
  proposedPerDay: 10_000,
  proposedDatesPerDay: 10_000,
  importedPending: 10_000,
  publishingTrust: 0,
  publishingAccountDays: 0,
  publishingParticipants: 50,
  publishedPerDay: 10_000,
  publishedDatesPerDay: 10_000,
} satisfies Partial<ProposalLimits>

type Options = { demo?: boolean; siteUrl?: string; vars?: Record<string, string> }

/** With the worker's clock in the test's hand; `vars` are text bindings of the test's own. */
export async function startTestEnvironment(options: Options): Promise<TestEnvironment> {
  const { demo = false, siteUrl, vars } = options
  const data = await createDataFolder(demo)
  const discord = await startFakeDiscord()
  const environment = await startEnvironment({
    dataDir: data.folder,
    demo,
    ...(siteUrl === undefined ? {} : { siteUrl }),
    vars: {
      TEST_CLOCK: 'on',
      RATE_LIMITS: 'off',
      PROPOSAL_LIMITS: JSON.stringify(noProposalLimits),
      SHARE_CARDS: 'off',
      DISCORD_API_URL: discord.url,
      ...(process.env['SHUFFLE_SEED'] && { SHUFFLE_SEED: process.env['SHUFFLE_SEED'] }),
      ...vars,
    },
  })
  const endDirectReach = environment.libsql && reachDirectly(environment.libsql)
  return {
    environment,
    persist: demo ? join(data.folder, 'worker') : undefined,
    discord,
    async mails(to) {
      const query = new URLSearchParams({ to })
      const response = await fetch(`${environment.mail.url}/api/mails?${query}`)
      return (await response.json()) as CaughtMail[]
    },
    sql: (text, ...values) => query({ environment }, text.join('?'), ...values),
    async close() {
      endDirectReach?.()
      await environment.close()
      await discord.close()
      await data.remove()
    },
  }
}
