import { startEnvironment, type Environment } from '#local/environment.ts'
import { takeDataFolder } from './data-folder.ts'
import { startDiscordStandIn, type DiscordStandIn } from './discord-stand-in.ts'

export type CaughtMail = {
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** What stands around a worker in a test: a fresh database, mail caught, Discord stood in for. */
export type TestEnvironment = {
  environment: Environment
  discord: DiscordStandIn
  mails(to: string): Promise<CaughtMail[]>
  close(): Promise<void>
}

type Wishes = { demo?: boolean; siteUrl?: string; vars?: Record<string, string> }

/** With the worker's clock in the test's hand; `vars` are text bindings of the test's own. */
export async function startTestEnvironment(wishes: Wishes): Promise<TestEnvironment> {
  const { demo = false, siteUrl, vars } = wishes
  const data = await takeDataFolder(demo)
  const discord = await startDiscordStandIn()
  const environment = await startEnvironment({
    dataDir: data.folder,
    demo,
    ...(siteUrl === undefined ? {} : { siteUrl }),
    vars: {
      TEST_CLOCK: 'on',
      RATE_LIMITS: 'off',
      SHARE_CARDS: 'off',
      DISCORD_API_URL: discord.url,
      ...vars,
    },
  })
  return {
    environment,
    discord,
    async mails(to) {
      const query = new URLSearchParams({ to })
      const response = await fetch(`${environment.mail.url}/api/mails?${query}`)
      return (await response.json()) as CaughtMail[]
    },
    async close() {
      await environment.close()
      await discord.close()
      await data.remove()
    },
  }
}
