import { join } from 'node:path'
import { startLibsqlServer } from '../local/libsql-server/server.ts'
import { announceService, serviceOptions } from './service.ts'

/** The database server of a data folder, started by `startService`. */
const { dataDir, authToken, port } = serviceOptions<{ dataDir: string; authToken: string }>()
const server = await startLibsqlServer({
  file: join(dataDir, 'db', 'hypecal.db'),
  authToken,
  port,
})
announceService(server.port)
