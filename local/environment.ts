import { join } from 'node:path'
import {
  createAdministrator,
  type Administrator,
  type AdministratorOptions,
} from './administrator.ts'
import { openMigratedDatabase, serveDatabase, type LocalDatabase } from './database.ts'
import { loadOrExtendDemo } from './demo-loader.ts'
import { storeDemoPictures } from './demo-pictures.ts'
import type { LibsqlServer } from './libsql-server/server.ts'
import { startMailCatcher, type MailCatcher } from './mail-catcher/mail-catcher.ts'
import type { Progress } from './progress.ts'
import { type Secrets, deriveVapidKeys, readOrCreateSecrets } from './secrets.ts'

export type EnvironmentOptions = {
  dataDir: string
  siteUrl?: string
  /** Default: a libSQL server on the data folder. */
  databaseUrl?: string
  databaseAuthToken?: string
  demo?: boolean
  administrator?: AdministratorOptions
  /** Additional text bindings; they override the defaults. */
  vars?: Record<string, string>
  progress?: Progress
}

export type LocalEnvironment = {
  vars: Record<string, string>
  db: LocalDatabase
  libsql: LibsqlServer | undefined
  mail: MailCatcher
  /** Only if this start created it. */
  administrator: Administrator | undefined
  close(): Promise<void>
}

export async function startEnvironment(options: EnvironmentOptions): Promise<LocalEnvironment> {
  const secrets = readOrCreateSecrets(options.dataDir)
  const services = await startServices(options, secrets)
  const { libsql, mail } = services
  try {
    const url = options.databaseUrl ?? libsql?.url ?? ''
    const authToken = options.databaseUrl ? options.databaseAuthToken : secrets.database
    const db = await openMigratedDatabase({ url, authToken })
    const isDemo = options.demo && (await loadOrExtendDemo(db, Date.now(), options.progress))
    if (isDemo) await storeDemoPictures(db, options.dataDir, Date.now())
    const administrator =
      options.administrator && (await createAdministrator(db, options.administrator))
    const vars: Record<string, string> = {
      LOCAL_MODE: 'on',
      SITE_URL: options.siteUrl ?? 'http://localhost:8787',
      DATABASE_URL: url,
      ...(authToken ? { DATABASE_AUTH_TOKEN: authToken } : {}),
      JWT_SECRET: secrets.jwt,
      ENCRYPTION_KEY: secrets.encryption,
      ...deriveVapidKeys(secrets.jwt),
      MAIL_API_URL: mail.url,
      MAIL_API_KEY: secrets.mail,
      // The mail catcher takes as many as come.
      MAIL_CALLS_PER_SECOND: '1000',
      MAIL_FROM: 'Hypecal <hello@hypecal.example>',
      ...(isDemo ? { DEMO_DATA: 'on' } : {}),
      ...options.vars,
    }
    return { vars, db, libsql, mail, administrator, close: () => closeServices(services) }
  } catch (error) {
    await closeServices(services)
    throw error
  }
}

type Services = { libsql: LibsqlServer | undefined; mail: MailCatcher }

async function startServices(options: EnvironmentOptions, secrets: Secrets): Promise<Services> {
  const { dataDir, databaseUrl } = options
  const libsql = databaseUrl ? undefined : await serveDatabase(dataDir, secrets.database)
  try {
    const mail = await startMailCatcher({ dir: join(dataDir, 'mail'), apiKey: secrets.mail })
    return { libsql, mail }
  } catch (error) {
    await libsql?.close()
    throw error
  }
}

async function closeServices({ libsql, mail }: Services): Promise<void> {
  await Promise.all([libsql?.close(), mail.close()])
}
