import type { Config } from '#worker/env.ts'
import { providerKeys } from '#worker/integrations/oauth/oauth.ts'
import { OAuthProvider } from './contract.ts'

/** Whose sign-in is on here, because its keys are configured. */
export function providersOf(config: Config): OAuthProvider[] {
  return OAuthProvider.options.filter((provider) => providerKeys(config, provider) !== undefined)
}
