import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import { createActionRunner } from '#site/lib/action-runner.store.ts'
import type { Api, ApiRequestBody } from '#site/lib/api-calls.ts'
import { m } from '#site/lib/messages.ts'
import type {
  AdminStreamer,
  AdminStreamersQuery,
  ChannelPictureInput,
} from '#worker/features/directory/streamers/contract.ts'

export function createStreamersStore(
  { api, onQuery, ...voice }: PanelDependencies<AdminStreamersQuery>,
  initialList: InitialList<AdminStreamer, AdminStreamersQuery>,
) {
  const { $list, load, find, ...list } = createAdminListStore(
    { fetchPage: (query) => api.get('admin/streamers', { query }), onQuery },
    initialList,
  )
  const { replaceFrom } = list
  const { run } = createActionRunner(voice)
  return {
    $list,
    load,
    find,
    create: (body: ApiRequestBody<'post', 'admin/streamers'>) =>
      list.addFrom(api.post('admin/streamers', { body })),
    change: (id: number, body: ApiRequestBody<'put', 'admin/streamers/:id'>) =>
      replaceFrom(api.put('admin/streamers/:id', { params: { id }, body })),
    feature: ({ id, display_name: name }: AdminStreamer, is_featured: boolean) =>
      run(async () => {
        const call = { params: { id }, body: { is_featured } }
        await replaceFrom(api.put('admin/streamers/:id/featured', call))
        return is_featured ? m.admin_featured_done({ name }) : m.admin_unfeatured_done({ name })
      }, m.unexpected_error),
    list: (id: number, is_listed: boolean) =>
      replaceFrom(api.put('admin/streamers/:id/listing', { params: { id }, body: { is_listed } })),
    remove: (id: number) =>
      list.removeAfter(id, api.delete('admin/streamers/:id', { params: { id } })),
    merge: (id: number, into: number) =>
      list.mergeFrom(id, api.post('admin/streamers/:id/merge', { params: { id }, body: { into } })),
    ...createAccountActions(api, replaceFrom),
  }
}
export type StreamersStore = ReturnType<typeof createStreamersStore>

type AccountParams = { id: number; account_id: number }

function createAccountActions(
  api: Pick<Api, 'post' | 'put' | 'delete'>,
  replaceFrom: (call: Promise<AdminStreamer>) => Promise<void>,
) {
  return {
    addAccount: (id: number, body: ApiRequestBody<'post', 'admin/streamers/:id/accounts'>) =>
      replaceFrom(api.post('admin/streamers/:id/accounts', { params: { id }, body })),
    verifyAccount: (params: AccountParams, is_verified: boolean) =>
      replaceFrom(
        api.put('admin/streamers/:id/accounts/:account_id', { params, body: { is_verified } }),
      ),
    renameAccount: (params: AccountParams, name: string) =>
      replaceFrom(
        api.put('admin/streamers/:id/accounts/:account_id/name', { params, body: { name } }),
      ),
    showPicture: (params: AccountParams, body: ChannelPictureInput) =>
      replaceFrom(
        api.put('admin/streamers/:id/accounts/:account_id/platform_picture', {
          params,
          body,
        }),
      ),
    removeAccount: (params: AccountParams) =>
      replaceFrom(api.delete('admin/streamers/:id/accounts/:account_id', { params })),
  }
}
