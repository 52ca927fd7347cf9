/** Vitest's global set-up for tests against the built worker. */
export { buildSiteIfStale as setup } from './build.ts'
