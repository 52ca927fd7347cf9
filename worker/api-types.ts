import type { endpoints } from './endpoints.ts'

/** Every call of the API, as the typed client infers from them; to be imported as a type alone. */
export type ApiEndpoint = (typeof endpoints)[number]
