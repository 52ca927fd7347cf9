import type { endpoints } from './endpoints.ts'

/** For the typed client; import it only as a type. */
export type ApiEndpoint = (typeof endpoints)[number]
