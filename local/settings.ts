import { connect } from 'node:net'
import { resolve as resolvePath } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSettings } from '#scripts/build-settings.ts'
import type { LocalEnvironment, EnvironmentOptions } from './environment.ts'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

export type Settings = { port: number; dataDir: string; environment: EnvironmentOptions }

const developerBindings = [
  'ALERT_MAIL',
  'ALERT_WEBHOOK',
  'CDN_BASE',
  'DISCORD_API_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_URL',
  'PROPOSAL_LIMITS',
  'PUSH_URL',
  'RATE_LIMITS',
  'RESPONSE_CACHE',
  'SHARE_CARDS',
  'TEST_CLOCK',
  'TWITCH_CLIENT_ID',
  'TWITCH_CLIENT_SECRET',
  'TWITCH_URL',
  'VAPID_PRIVATE_KEY',
  'VAPID_PUBLIC_KEY',
  'VAPID_SUBJECT',
  'YOUTUBE_API_KEY',
  'YOUTUBE_URL',
]

type EnvironmentVariables = Record<string, string | undefined>

export function resolveDataDir(env: EnvironmentVariables = process.env): string {
  return resolvePath(projectFolder, env.DATA_DIR || '.data')
}

export function readSettings(env: EnvironmentVariables = process.env): Settings {
  const port = Number(env.PORT || '8787')
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535, not ${env.PORT}`)
  }
  const databaseUrl = env.DATABASE_URL || undefined
  if (databaseUrl && !/^(https?|libsql|wss?):\/\/./.test(databaseUrl)) {
    throw new Error('DATABASE_URL must be the http(s) or libsql address of a libSQL server')
  }
  const dataDir = resolveDataDir(env)
  const vars = developerBindings.flatMap((name) => (env[name] ? [[name, env[name]]] : []))
  return {
    port,
    dataDir,
    environment: {
      dataDir,
      siteUrl: `http://localhost:${port}`,
      databaseUrl,
      databaseAuthToken: env.DATABASE_AUTH_TOKEN || undefined,
      demo: env.DEMO !== 'off',
      administrator: {
        username: env.ADMIN_USERNAME || undefined,
        password: env.ADMIN_PASSWORD || undefined,
      },
      vars: Object.fromEntries(vars),
    },
  }
}

function acceptsConnections(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

export async function isPortInUse(port: number): Promise<boolean> {
  const answers = await Promise.all(
    ['127.0.0.1', '::1'].map((host) => acceptsConnections(port, host)),
  )
  return answers.includes(true)
}

/** @throws Error when the port is in use. */
export async function assertPortIsFree(port: number): Promise<void> {
  if (!(await isPortInUse(port))) return
  throw new Error(`port ${port} is in use: choose another, for instance PORT=${port + 1} npm start`)
}

export function describeEnvironment(settings: Settings, environment: LocalEnvironment): string {
  const { administrator, mail, libsql } = environment
  const isOwnPassword = administrator && !administrator.isGenerated
  const password = isOwnPassword ? 'the one in ADMIN_PASSWORD' : administrator?.password
  const lines = [
    `Hypecal       http://localhost:${settings.port}`,
    `Mail inbox    ${mail.url}`,
    ...(administrator
      ? [`Admin         ${administrator.username}, password: ${password} (shown only now)`]
      : []),
    `Data folder   ${settings.dataDir}${libsql ? '' : ` (database: ${environment.vars.DATABASE_URL})`}`,
    ...(buildSettings.operator.isSample
      ? ['Note          the legal texts are samples, until operator.json says who runs the site']
      : []),
    ...describeBuildMismatch(settings.environment.siteUrl),
    ...describeSignInProviders(environment.vars),
    'Stop          Ctrl-C',
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

/** Prerendered pages name the address that they were built for. */
function describeBuildMismatch(siteUrl: string | undefined): string[] {
  const built = buildSettings.siteUrl
  return built === siteUrl
    ? []
    : [`Note          fixed pages name ${built}; SITE_URL=${siteUrl} npm start builds them anew`]
}

function describeSignInProviders(vars: Record<string, string>): string[] {
  return ['Google', 'Twitch'].flatMap((provider) => {
    const id = `${provider.toUpperCase()}_CLIENT_ID`
    const secret = `${provider.toUpperCase()}_CLIENT_SECRET`
    return vars[id]
      ? []
      : [`Off           sign-in with ${provider}, until ${id} and ${secret} are set`]
  })
}
