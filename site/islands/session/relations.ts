import { api } from '#site/lib/api.ts'
import type { RelationsView } from '#worker/features/hype/contract.ts'

let asked: Promise<RelationsView> | undefined

/** What the signed-in person hyped and follows: one call a page, whoever asks. */
export function readRelations(): Promise<RelationsView> {
  asked ??= api.get<RelationsView>('users/me/relations')
  return asked
}
