import type * as v from 'valibot'
import type { Api, ApiRequestBody } from '#site/lib/api-calls.ts'
import type { ScheduleSourceId } from '#worker/contracts/ids.ts'
import type { ScheduleFileInput } from '#worker/features/imports/schedules/contract.ts'

type ScheduleApi = Pick<Api, 'get' | 'post' | 'delete'>
type NewSource = ApiRequestBody<'post', 'users/me/schedule_sources'>
type ScheduleFileForm = ApiRequestBody<'post', 'users/me/schedule_imports'>

/** Fields of a multipart body, which holds text alone. */
export type ScheduleFileEventFields = Pick<
  v.InferInput<typeof ScheduleFileInput>,
  'account_id' | 'category' | 'language' | 'timezone'
>

export function createOwnScheduleCalls(api: ScheduleApi) {
  return {
    list: () => api.get('users/me/schedule_sources'),
    add: (body: NewSource) => api.post('users/me/schedule_sources', { body }),
    run: (id: ScheduleSourceId, confirm: boolean) =>
      api.post('users/me/schedule_sources/:id/run', { params: { id }, body: { confirm } }),
    importFile: (body: ScheduleFileForm) => api.post('users/me/schedule_imports', { body }),
    remove: (id: ScheduleSourceId) =>
      api.delete('users/me/schedule_sources/:id', { params: { id } }),
  }
}
export type ScheduleCalls = ReturnType<typeof createOwnScheduleCalls>

export function createStreamerScheduleCalls(api: ScheduleApi, streamerId: number): ScheduleCalls {
  const params = { id: streamerId }
  return {
    list: () => api.get('admin/streamers/:id/schedule_sources', { params }),
    add: (body) => api.post('admin/streamers/:id/schedule_sources', { params, body }),
    run: (source_id, confirm) =>
      api.post('admin/streamers/:id/schedule_sources/:source_id/run', {
        params: { ...params, source_id },
        body: { confirm },
      }),
    importFile: (body) => api.post('admin/streamers/:id/schedule_imports', { params, body }),
    remove: (source_id) =>
      api.delete('admin/streamers/:id/schedule_sources/:source_id', {
        params: { ...params, source_id },
      }),
  }
}
